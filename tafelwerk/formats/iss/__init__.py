"""Game records of the International Skat Server.

Where does a record begin and end, and what are its properties?    `records`: `raw_records`, `properties`
What was dealt, said, announced and played?                        `moves`: `read_moves`
What does the record itself say of the outcome?                    `result`: `read_result`
Which rounds does a file hold?                                     `reading`: `scan_iss`
"""
