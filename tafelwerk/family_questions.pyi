"""The questions of each family, as a book is asked them; made from their definitions by `make types`."""




