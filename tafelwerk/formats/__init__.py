"""Files of other programs.

Which rounds of Skat are in a log of any format?            `skat_logs`: `log_file`, `records_of`; for tables: `read_log`
Which games are in a log of xskat 4.0?                      `xskat`: `games`, `scan_xskat`
Which rounds are in records of the server ISS?              `iss`: `reading.scan_iss`
Which words or answers are in a user's file?                `word_lists`: `read_words`, `read_matrix`
How is an integer sequence written for OEIS?                `oeis`: `bfile_lines`
How is a two-player game written for Gambit?                `gambit`: `nfg_lines`
"""
