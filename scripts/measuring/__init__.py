"""Measures the program: its speed and memory (`scripts/bench`), the quality of its answers to the judged
queries
(`scripts/relevance`), and the weights of the ranking that fit these queries best (`scripts/fit-ranking`)."""
