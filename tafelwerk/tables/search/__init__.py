"""The search models in the book: the family's questions and their answers stand in `questions`."""
