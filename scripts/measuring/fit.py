"""Fits the weights of the ranking to the judged queries for tuning, and prints them with the figures of
both halves before and after.
`scripts/fit-ranking` runs it on the library that `scripts/relevance` made, with numpy."""

import json
import sys
from dataclasses import dataclass

from .program import TARGET, Program
from .queries import CONSTRAINTS, FAMILIES, HALVES, LOOKED_AT, Figures, Query, figures, mean, read

try:
    import numpy as np
except ImportError as error:
    sys.exit(f"fit-ranking: {error}. Install what it needs, outside of the project's own folders:\n"
             "  python3 -m venv FOLDER && FOLDER/bin/pip install numpy==2.4.6\n"
             "and run it with  PYTHON=FOLDER/bin/python scripts/fit-ranking")

# The steps of the fit, how far each goes at most, and what keeps the weights small, so that a few queries
# do not decide one.
STEPS, STEP, DECAY = 400, 0.05, 0.001
# The core rules come before equally good entries of other publishers. A shelf of the user's own books, of
# which the judged library has few, must not crowd out all others. Few judged queries name a book.
BOUNDS = {"core": (0.03, None), "own": (0.03, 0.6), "named_book": (0.2, None)}
# What keeps the weights of a likelihood small, as if for so many more queries. Without it the nearness to
# the other topics would count more, a quarter of which are by people who know some of the queries.
LIKELIHOOD_DECAY = 3.0
# The share of the answerable queries that may be said to have no answer. Of queries that no fit has seen it
# is about twice as much.
MAX_WRONG_REFUSALS = 0.0125
# The likelihood from which on the first entry is taken for the answer.
SURE = 0.85
# The types of content that a tool looks at; all if it is not here.
TYPES = {
    "lookup_spell": ["Spell"], "lookup_creature": ["Creature"], "lookup_equipment": ["Equipment"],
    "lookup_character_option": ["Class", "Race", "Background", "Feat", "Class Option", "Trait"],
    "lookup_rule": ["Rule", "Condition", "Damage Type", "Weapon Property", "Skill", "Ability Score", "Magic School", "Language", "Proficiency",
                    "Alignment", "Creature Type", "Environment"],
}

Weights = dict[str, float]


@dataclass(frozen=True)
class Case:
    """A query with the features of its candidates, best first."""

    query: Query
    entries: list[dict]
    # The numbers by which it is judged whether there is an answer: a constant, the score of the first entry …
    numbers: list[float]
    names_missing: bool

    @property
    def is_good(self) -> list[bool]:
        grades = self.query.grades
        return [self.query.counts_as(entry["kind"], entry["name"]) in grades for entry in self.entries]

    @property
    def figures(self) -> Figures:
        return figures([self.query.counts_as(entry["kind"], entry["name"]) for entry in self.entries[:LOOKED_AT]], self.query.grades)


def cases_of(program: Program, weights: Weights | None = None) -> list[Case]:
    """The queries that have no filter but a type of entry, ranked by some weights or by the program's own."""
    queries = [query for query in read() if query.family != CONSTRAINTS
               and (not query.filters or query.filters.keys() == {"type"} and query.tool != "lookup_creature")]
    asked = ({"query": query.query, "types": [query.filters["type"]] if query.filters else TYPES.get(query.tool, [])} for query in queries)
    options = ["--weights", json.dumps(weights)] if weights else []
    lines = program.run("features", *options, input="".join(f"{json.dumps(line)}\n" for line in asked)).splitlines()
    return [Case(query, **json.loads(line)) for query, line in zip(queries, lines, strict=True)]


def fitted(cases: list[Case]) -> Weights:
    """As a softmax over the candidates of a query, the weights make a good answer as likely as can be (Cao
    and others, "Learning to rank:
    from pairwise approach to listwise approach", 2007). None is below 0."""
    cases = [case for case in cases if case.query.half == "tune" and any(case.is_good)]
    names = list(cases[0].entries[0]["parts"])
    numbers = [np.array([[entry["parts"][name] for name in names] for entry in case.entries]) for case in cases]
    spread = deviations(np.concatenate(numbers))
    numbers, good = [of_case / spread for of_case in numbers], [np.array(case.is_good) for case in cases]

    # The steps are those of Adam (Kingma and Ba, 2015).
    weights, means, squares = np.zeros((3, len(names)))
    for step in range(1, STEPS + 1):
        slope = DECAY * weights
        for entries, is_good in zip(numbers, good):
            likely = np.exp(entries @ weights)
            error = likely / likely.sum() - np.where(is_good, likely / likely[is_good].sum(), 0)
            slope = slope + error @ entries / len(cases)
        means = 0.9 * means + 0.1 * slope
        squares = 0.999 * squares + 0.001 * slope**2
        mean_slope, spread_of_slopes = means / (1 - 0.9**step), np.sqrt(squares / (1 - 0.999**step))
        weights = np.maximum(weights - STEP * mean_slope / (spread_of_slopes + 1e-8), 0)
    found = weights / spread
    # Meaning alone has the weight 1.
    weights = dict(zip(names, map(float, found / found[:2].sum())))
    print("fitted freely:", in_words(weights))
    return {name: float(np.clip(weight, *BOUNDS.get(name, (None, None)))) if name in BOUNDS else weight for name, weight in weights.items()}


def deviations(numbers: np.ndarray) -> np.ndarray:
    """The standard deviation of each number, 1 of one that never differs."""
    spread = numbers.std(axis=0)
    return np.where(spread > 0, spread, 1)


def logistic(numbers: list[list[float]], outcomes: list[bool]) -> np.ndarray:
    """A logistic regression, by gradient descent along numbers with the same spread. The first number is 1,
    for the constant, which may be
    of any size."""
    spread = deviations(np.array(numbers))
    numbers, outcomes = np.array(numbers) / spread, np.array(outcomes, dtype=float)
    fit, decay = np.zeros(numbers.shape[1]), np.full(numbers.shape[1], LIKELIHOOD_DECAY)
    decay[0] = 0
    for _ in range(20_000):
        error = 1 / (1 + np.exp(-numbers @ fit)) - outcomes
        fit = fit - 0.1 * (fit * decay + error @ numbers) / len(numbers)
    return fit / spread


def likelihood(weights: np.ndarray, numbers: list[float]) -> float:
    return float(1 / (1 + np.exp(-np.array(numbers) @ weights)))


def fit_likelihoods(cases: list[Case]) -> None:
    """Fits the likelihoods to the half for tuning, and prints what they give."""
    tune = [case for case in cases if case.query.half == "tune" and case.numbers[1] < 1]
    hits = [case for case in tune if case.query.is_answerable and case.entries]
    answers = logistic([[1, case.entries[0]["score"]] for case in hits], [case.is_good[0] for case in hits])
    print("ANSWERS", answers.round(2))
    has_answer = logistic([case.numbers for case in tune], [case.query.is_answerable for case in tune])
    likely = sorted(likelihood(has_answer, case.numbers) for case in tune if case.query.is_answerable)
    # The constant puts the bound at one half.
    least = likely[int(len(likely) * MAX_WRONG_REFUSALS)]
    has_answer[0] -= np.log(least / (1 - least))
    print("HAS_ANSWER", has_answer.round(3))
    for half in HALVES:
        shares = []
        for answerable in (False, True):
            of_half = [case for case in cases if case.query.half == half and case.query.is_answerable == answerable and case.numbers[1] < 1]
            refused = [case for case in of_half if case.names_missing or likelihood(answers, [1, case.numbers[1]]) < SURE
                       and likelihood(has_answer, case.numbers) < 0.5]
            shares.append(len(refused) / max(len(of_half), 1))
        print(f"{half}: refused of the unanswerable {shares[0]:.3f}, of the answerable {shares[1]:.3f}")


def in_words(weights: Weights) -> str:
    return ", ".join(f"{name} {weight:.3f}" for name, weight in weights.items())


def tell(title: str, cases: list[Case]) -> None:
    print(title)
    for half in HALVES:
        for family in [*FAMILIES[:-2], "all"]:
            of_family = [case for case in cases if case.query.half == half and case.query.is_answerable and family in (case.query.family, "all")]
            hit_at_1, hit_at_3, reciprocal_rank, _ = mean([case.figures for case in of_family])
            print(f"{half:7} {family:12} {len(of_family):4} hit@1 {hit_at_1:.3f} hit@3 {hit_at_3:.3f} MRR {reciprocal_rank:.3f}")


def main() -> None:
    [file] = sys.argv[1:]
    program = Program(file, TARGET / "relevance/library")
    before = cases_of(program)
    tell("before", before)
    fit_likelihoods(before)
    weights = fitted([case for case in before if case.query.is_answerable])
    after = cases_of(program, weights)
    tell("after", after)
    print(in_words(weights))
    fit_likelihoods(after)
    for case in after:
        if case.query.is_answerable and case.query.half == "tune" and case.figures[1] == 0:
            first = "; ".join(f"{entry['kind']} {entry['name']} {entry['score']:.2f}" for entry in case.entries[:5])
            print(f"MISS {case.query.id} | {case.query.query} | wanted {', '.join(list(case.query.grades)[:4])} | {first}")


if __name__ == "__main__":
    main()
