"""`python -m research.early_finish ANSWER`"""

from research.early_finish.certificate import main

main()
