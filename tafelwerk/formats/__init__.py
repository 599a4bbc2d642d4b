"""Files of other programs.

Which rows are in a table as CSV?                           `csv_tables`: `separator_of`, `table_rows`
How is an integer sequence written for OEIS?                `oeis`: `bfile_lines`
How is a two-player game written for Gambit?                `gambit`: `nfg_lines`
"""
