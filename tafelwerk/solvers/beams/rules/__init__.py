"""Rules of Beams for kernels: pieces, patterns, codes, and the codes that histories leave.

pieces, placed and up to translation                 pieces.placed_pieces, pieces.shapes
answers of a diagonal for a piece                    pieces.answers
symmetries of the board                              pieces.field_symmetries, pieces.window_images, pieces.symmetries
ways to cover the board with pieces                  patterns.patterns
their number, without a list                         frontier.pattern_count
a variant prepared for kernels                       problem.make_problem
codes that a history leaves                          codes.consistent (elements), codes.history_bitset (bits)
codes that give an answer                            codes.list_codes, codes.bitset, codes.bitsets
number of codes left, without a list                 counting.count_elements, counting.piece_counts
elements: count, copy, best guess                    elements.count_pieces, count_answers, copy_element, best_guess
knowledge of the hidden code; a random code          knowledge.Knowledge, knowledge.draw_code
text of a code                                       knowledge.code_text, knowledge.read_code
filling with the fewest wrong fields                 fillings.best_filling
beams of a puzzle                                    puzzles.make_puzzle
"""
