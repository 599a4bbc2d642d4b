"""Rules and algorithms: arrays and small frozen dataclasses in, the same out. No files, no tables, no printing."""

from tafelwerk.fingerprint import use_libm

use_libm()
