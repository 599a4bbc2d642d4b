"""Files of other programs.

Which rounds of Skat does a log hold, of whichever kind?    `skat_logs.read_log`
Which games does a log of xskat 4.0 hold?                   `xskat.scan_xskat`
Which words, or which answers, does a user's file hold?     `word_lists`: `read_words`, `read_matrix`
"""
