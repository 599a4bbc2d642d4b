"""The codemaker chooses, too: the zero-sum game of codemaker and codebreaker.

What is its value, and what are optimal mixtures?     game.solve_game
Which codes may be treated alike?                     classes.code_classes
What is the best mixture of given strategies?         program.Program: an exact linear program
Where do games of many classes start?                 approximate.ApproximateProgram: the same in doubles
What does a game provide?                             game.Replies
What provides it on any matrix of answers?            matrix.MatrixReplies
What is a best reply to chances of the codes?         tafelwerk.solvers.deduction.optimal.weighted.best_reply
And if their common denominator is too large?         exact.ExactReplies
"""
