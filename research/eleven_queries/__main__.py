"""`python -m research.eleven_queries`"""

from research.eleven_queries.proof import main

main()
