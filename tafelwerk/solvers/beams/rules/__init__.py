"""Rules of Beams for kernels: pieces, patterns, codes, and what histories tell of them.

Which pieces are there?                                 pieces.placed_pieces, pieces.shapes
What does a diagonal show of a piece?                   pieces.answers
What do symmetries of the board do?                     pieces.field_symmetries, pieces.window_images, pieces.symmetries
How can pieces cover the board?                         patterns.patterns
How many ways are there, without a list?                frontier.pattern_count
What do kernels know of a variant?                      problem.make_problem
Which codes does a history leave?                       codes.consistent (elements), codes.history_bitset (bits)
Which codes give an answer?                             codes.list_codes, codes.bitset, codes.bitsets
How many are left, without a list?                      counting.count_elements, counting.piece_counts
How are elements counted, copied, guessed?              elements.count_pieces, count_answers, copy_element, best_guess
What is known of the hidden code, and a random one?     knowledge.Knowledge, knowledge.draw_code
How is a code written and read?                         knowledge.code_text, knowledge.read_code
Which filling has the fewest wrong fields?              fillings.best_filling
Which beams make a puzzle?                              puzzles.make_puzzle
"""
