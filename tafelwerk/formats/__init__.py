"""Files of other programs.

Which rows are in a table as CSV?                           `csv_tables`: `separator_of`, `table_rows`
How is an integer sequence written for OEIS?                `exports`: `bfile_lines`
How is a two-player game written for Gambit?                `exports`: `nfg_lines`
"""
