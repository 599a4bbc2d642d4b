"""Files of other programs.

Which file holds rounds of Skat, and which rounds?      `skat_logs.read_log`
Which games does a log of xskat 4.0 hold?               `xskat.scan_xskat`
"""
