"""Game records of the International Skat Server.

Where does a record begin and end, and what are its properties?    `records`: `raw_records`, `properties`
What were the deal, the calls, the announcement and the cards?     `moves`: `read_moves`
Which outcome does the record itself state?                        `result`: `read_result`
Which rounds are in a file?                                        `reading`: `scan_iss`
"""
