"""Files of other programs.

Which words or answers are in a user's file?                `word_lists`: `read_words`, `read_matrix`
How is an integer sequence written for OEIS?                `oeis`: `bfile_lines`
How is a two-player game written for Gambit?                `gambit`: `nfg_lines`
"""
