"""Machine-level building blocks of kernels, for every family.

- Which functions are kernels, compiled or run as Python? `jit.py` (`kernel`, `inlined`, `prefetch`, `fma`)
- How is a kernel compiled, and how long did that take? `compiler.py`
- Where is its code kept? `code_cache.py`
- Is anything compiled in this process, and who is told before? `watching.py`
- How does a kernel take a function as an argument? `first_class.py`
- How many bits are set, which is the lowest, the highest? `bits.py`
- How are blocks of bytes copied at once? `vectors.py`; how are many queries evaluated side by side? `lanes.py`
- How does a kernel keep several numbers in registers, unrolled? `tuples.py`
- How are random numbers drawn that are the same on every machine? `draws.py`
- Where are values of searched sets stored, and which are replaced first? `memo.py` (`recall`, `remember`)
- How is twice the precision of a double computed? `double_double.py`
- Which nodes and weights integrate a polynomial exactly? `gauss.py`

All of numba is in this folder: elsewhere a kernel is a function under `@kernel`.
"""
