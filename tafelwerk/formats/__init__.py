"""Files of other programs.

Which rounds of Skat does a log of any kind hold?           `skat_logs`: `log_file`, `records_of`; for tables: `read_log`
Which games does a log of xskat 4.0 hold?                   `xskat`: `games`, `scan_xskat`
Which rounds do records of the Internet server hold?        `iss`: `reading.scan_iss`
Which words, or which answers, does a user's file hold?     `word_lists`: `read_words`, `read_matrix`
How is an integer sequence written for OEIS?                `oeis`: `bfile_lines`
How is a two-player game written for Gambit?                `gambit`: `nfg_lines`
"""
