"""Machine-level building blocks of kernels, for every family.

- Which functions are kernels, compiled or run as Python? `jit.py` (`kernel`, `inlined`, `prefetch`, `fma`)
- How does a kernel take a function as an argument? `jit.py` (`first_class`)
- How is a kernel compiled, how long did that take, and where is its code kept? `compiler.py`
- Is anything compiled in this process, and who is told before? `watching.py`
- How is a long search of kernels interrupted? `interrupts.py`
- How many bits are set, which is the lowest, the highest? `bits.py`
- How are blocks of bytes copied at once, many queries evaluated side by side, and several numbers kept in registers? `vectors.py`
- How are random numbers drawn that are the same on every machine? `draws.py`
- Where are values of searched sets stored, and which are replaced first? `memo.py` (`recall`, `remember`)
- How is twice the precision of a double computed? `double_double.py`
- What are the positions of a game without chance worth, and how far is its end? `retrograde.py`
- How is a linear program solved in doubles that rows or columns are added to? `linear_program.py`

All of numba is in this folder: elsewhere a kernel is a function under `@kernel`.
"""
