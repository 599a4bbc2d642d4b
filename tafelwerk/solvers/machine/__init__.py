"""What kernels of every family stand on.

- How is a function compiled, where is its code kept, how long did that take? `jit.py` (`kernel`, `inlined`, `prefetch`, `fma`)
- Who is told before something is compiled? `watching.py`
- How does a kernel take a function as an argument? `first_class.py`
- How many bits are set, which is the lowest, the highest? `bits.py`
- How are blocks of bytes moved at once? `vectors.py`; how are many queries weighed side by side? `lanes.py`
- How does a kernel keep several numbers in registers, unrolled? `tuples.py`
- How are numbers drawn at random, the same on every machine? `draws.py`
- Where is remembered what a searched set is worth, and what is forgotten first? `memo.py` (`recall`, `remember`)
- How is twice the precision of a double had? `double_double.py`
- Which points and weights integrate a polynomial exactly? `gauss.py`

All of numba is in this folder: elsewhere a kernel is a function under `@kernel`.
"""
