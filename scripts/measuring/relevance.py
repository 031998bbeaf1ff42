"""Asks the judged queries and prints how well they are answered. `scripts/relevance` runs it.

The library has everything of the snapshot of Open5e beside the repository; without one nothing is measured.
"""

import argparse
import shutil
import sqlite3
import subprocess
import sys
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from .program import TARGET, Program, Replay, say, snapshot
from .queries import (FAMILIES, FOLDER, HALVES, LOOKED_AT, SEARCH, UNANSWERABLE, Figures, Query, begins_so, figures, keeps_order, key, keys, mean,
                      read, without_a_shared_word)
from .table import markdown

# The least share of the answerable queries that share no content word with their best answers.
LEAST_UNLIKE = 1 / 3
# The beginning of the sentence by which an answer says that its hits are probably beside the point.
NOTHING = "The library seems to have nothing on"
# By words, as without a model; by words and meaning, as it is for everybody.
MODES = {"words": "words only", "fused": "fused"}
# The number of answers and hits that are listed for a badly answered query.
LISTED = 5


@dataclass(frozen=True)
class Answer:
    """What was answered to a query."""

    query: Query
    hits: list[dict]
    has_nothing: bool

    @property
    def names(self) -> list[str]:
        return [self.query.counts_as(hit["kind"], hit["name"]) for hit in self.hits]

    @property
    def figures(self) -> Figures:
        return figures(self.names, self.query.grades)

    def __str__(self) -> str:
        query = self.query
        found = "; ".join(f"{hit['name']} ({hit['kind']}, {hit['document_key']})" for hit in self.hits[:LISTED])
        return (f"{query.id} {query.tool} {query.filters or ''}: {query.query}\n  {in_words(self.figures)}\n"
                f"  wanted: {'; '.join(keys(query.best)[:LISTED]) or 'nothing'}\n  found:  {found or 'nothing'}")


def fill(program: Program, folder: Path, keep: bool) -> None:
    """Fetches everything into an empty library, or with `keep` uses that of an earlier run; then imports
    the homebrew."""
    with Replay(folder) as replay:
        program.environment["LOREKEEPER_OPEN5E_URL"] = replay.base
        if not (keep and program.home.exists()):
            say("sync")
            shutil.rmtree(program.home, ignore_errors=True)
            program.run("sync")
        program.run("import", FOLDER / "homebrew.orcbrew")
        say("embed; minutes the first time")
        try:
            program.run("embed")
        except subprocess.CalledProcessError as error:
            say(f"{error}; only words will be measured")


def entries_of(home: Path) -> dict[str, str]:
    """The names and texts of every entry of a library that no server has open."""
    library = sqlite3.connect(f"file:{home}/library.db?mode=ro", uri=True)
    texts: dict[str, str] = {}
    for kind, name, body in library.execute("SELECT kind, name, body FROM entries JOIN texts ON texts.entry_id = entries.id"):
        texts[key(kind, name)] = f"{texts.get(key(kind, name), '')}{name}\n{body}\n"
    library.close()
    return texts


def check(queries: list[Query], entries: dict[str, str], unlike: set[str]) -> None:
    """Ends with a message if a query is judged by a name that no entry has, or too many share a word with
    their answers."""
    missing = [f"{query.id}: {name}" for query in queries for name in query.judged
               if name not in entries and not any(begins_so(name, other) for other in entries)]
    answerable = sum(query.is_of_all for query in queries)
    print(f"{len(unlike)} of {answerable} answerable queries ({percent(len(unlike), answerable)}) share no content word with the names and "
          "texts of their best answers.")
    if missing or len(unlike) < LEAST_UNLIKE * answerable:
        sys.exit("\n".join(["relevance: these names are of no entry, or too few queries are without a shared word:", *missing]))


def ask(program: Program, queries: list[Query], mode: str) -> list[Answer] | None:
    """Asks every query; `None` if the program cannot search so."""
    with program.serve() as server:
        server.catch_up()
        if mode == "fused" and server.value("guide_library_stats", {})["semantic_search"].startswith("unavailable"):
            return None
        answers = []
        for query in queries:
            words = "query" if query.tool == SEARCH else "semantic_query"
            envelope = server.envelope(query.tool, {**query.filters, "limit": LOOKED_AT, words: query.query})
            answers.append(Answer(query, envelope["value"], NOTHING in envelope.get("message", "")))
        return answers


def in_words(figures: Figures) -> str:
    return " / ".join(f"{figure:.3f}" for figure in figures)


def percent(part: int, of: int) -> str:
    return f"{100 * part / max(of, 1):.1f} %"


def tables(queries: list[Query], unlike: set[str], columns: dict[str, list[Answer] | None]) -> str:
    """The figures of the answerable queries, and the share of the answers that say that there is nothing,
    by half."""
    def row(half: str, group: str, belongs, told) -> list[str]:
        cells = ["not available" if answers is None else told([answer for answer in answers if answer.query.half == half and belongs(answer.query)])
                 for answers in columns.values()]
        return [half, group, str(sum(query.half == half and belongs(query) for query in queries)), *cells]

    def quality(answers: list[Answer]) -> str:
        return in_words(mean([answer.figures for answer in answers]))

    def refused(answers: list[Answer]) -> str:
        return percent(sum(answer.has_nothing for answer in answers), len(answers))

    groups = [(family, lambda query, family=family: query.family == family) for family in FAMILIES if family != UNANSWERABLE]
    groups += [("all", lambda query: query.is_of_all), ("without a shared word", lambda query: query.id in unlike)]
    head = ["half", "family", "queries", *(f"{MODES[mode]}: hit@1 / hit@3 / MRR@10 / nDCG@10" for mode in columns)]
    figures = markdown([head, *(row(half, group, belongs, quality) for half in HALVES for group, belongs in groups)])
    head = ["half", "asked", "queries", *(f"{MODES[mode]}: says that there is nothing" for mode in columns)]
    groups = [("unanswerable", lambda query: not query.is_answerable), ("answerable", lambda query: query.is_answerable)]
    return f"{figures}\n\n{markdown([head, *(row(half, group, belongs, refused) for half in HALVES for group, belongs in groups)])}\n"


def orders(mode: str, answers: list[Answer]) -> str:
    """How many of the queries that say what must be behind the best answers are answered so."""
    ordered = [answer for answer in answers if answer.query.behind]
    lost = [answer.query.id for answer in ordered
            if not keeps_order(answer.names, keys(answer.query.best), keys(answer.query.behind))]
    return f"{MODES[mode]}: {len(ordered) - len(lost)} of {len(ordered)} orders kept{', not ' if lost else ''}{', '.join(lost)}"


def worst(answers: list[Answer], number: int) -> list[Answer]:
    """The worst answers for tuning; then those that should have said that there is nothing."""
    tune = [answer for answer in answers if answer.query.half == "tune"]
    bad = sorted((answer for answer in tune if answer.query.is_answerable), key=lambda answer: (answer.figures[3], answer.query.number))
    wrong = [answer for answer in tune if not answer.query.is_answerable and not answer.has_nothing]
    return list(chain(bad[:number], wrong[:number]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--keep", action="store_true", help="ask the library of the run before, as it is")
    parser.add_argument("--worst", type=int, default=0, metavar="NUMBER", help="list this many of the worst answers of the half for tuning")
    parser.add_argument("--mode", choices=MODES, default="fused", help="the mode whose worst answers are listed")
    options = parser.parse_args()
    folder = snapshot()
    if not folder:
        print("skipped: the queries are judged by a snapshot of Open5e, and there is none beside the repository")
        return
    program = Program(options.program, TARGET / "relevance/library")
    fill(program, folder, options.keep)
    queries, entries = list(read()), entries_of(program.home)
    unlike = without_a_shared_word([query for query in queries if query.is_of_all], entries)
    check(queries, entries, unlike)
    nothing = TARGET / "relevance/nothing"
    nothing.mkdir(parents=True, exist_ok=True)
    columns = {}
    for mode in MODES:
        say(f"{len(queries)} queries, {MODES[mode]}")
        variables = {"LOREKEEPER_RESOURCES": str(nothing)} if mode == "words" else {}
        columns[mode] = ask(Program(program.file, program.home, variables), queries, mode)
    print(f"\n{tables(queries, unlike, columns)}")
    for mode, answers in columns.items():
        if answers is not None:
            print(orders(mode, answers))
    if options.worst and columns[options.mode] is not None:
        print(f"\nAnswered worst, {MODES[options.mode]}:")
        for answer in worst(columns[options.mode], options.worst):
            print(f"\n{answer}")


if __name__ == "__main__":
    main()
