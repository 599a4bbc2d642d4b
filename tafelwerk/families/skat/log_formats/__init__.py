"""Logs of rounds of Skat as other programs write them.

Which rounds are in a log of any format?       `logs`: `log_file`, `records_of`; for tables: `read_log`
Which games are in a log of xskat 4.0?         `xskat`: `scan_xskat`
Which rounds are in records of the server ISS? `iss`: `scan_iss`
"""
