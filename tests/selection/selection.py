"""Which tool, with which arguments, for a request in plain words: the requests, the scorer, and a baseline by
words."""

import json
import math
import re
import sys
from collections import Counter
from pathlib import Path

REQUESTS = Path(__file__).with_name("requests.jsonl")
# Arguments that change how much of an answer is shown, and not which entries are found.
FREE = {"detail", "format", "fuzzy", "limit", "offset", "semantic"}
# Other accepted names of arguments.
ALIASES = {"challenge_rating": "cr", "item_type": "type", "option_type": "type", "enable_semantic": "semantic",
           "enable_fuzzy": "fuzzy", "party_size": "characters", "party_level": "level"}
# Words that say nothing about what is wanted.
COMMON = set("""about all an and any are as at be by can do does find for from give have how if in into is it its let like list look
me more my need of on one or our please show something tell than that the their there these they this to us want was what when
which while who with you your""".split())
# The document that is all of an edition's rules.
DOCUMENT_OF_EDITION = {"2014": "srd 2014", "2024": "srd 2024"}


def requests() -> list[dict]:
    return [json.loads(line) for line in REQUESTS.read_text().splitlines()]


def plain(value):
    """A value as it is compared: text without case and signs, numbers as numbers, lists without order."""
    if isinstance(value, bool):
        return value
    if isinstance(value, list):
        return sorted(str(plain(item)) for item in value)
    text = str(value).strip().lower()
    if fraction := re.fullmatch(r"(\d+)/(\d+)", text):
        return int(fraction[1]) / int(fraction[2])
    try:
        return float(text)
    except ValueError:
        return " ".join(re.findall(r"[\w*/~.+]+", text.replace("_", " ").replace("'", "").replace("’", "")))


def fits(expected, given) -> bool:
    """Whether a given value is one that is expected."""
    if isinstance(expected, dict) and "any" in expected:
        return any(fits(choice, given) for choice in expected["any"])
    if isinstance(expected, dict) and "contains" in expected:
        return isinstance(given, str) and all(word in given.lower() for word in expected["contains"])
    if isinstance(expected, dict):
        return isinstance(given, dict) and given.keys() == expected.keys() and \
            all(fits(value, given[name]) for name, value in expected.items())
    return plain(expected) == plain(given)


def named(tool: str, arguments: dict) -> dict:
    """The arguments by their own names; a document that is all of an edition's rules is that edition."""
    found = {}
    for name, value in arguments.items():
        name = ALIASES.get(name, name)
        if tool == "lookup_rule" and name == "type":
            name = "rule_type"
        found[name] = value
    documents = plain(found.get("documents", ""))
    for edition, document in DOCUMENT_OF_EDITION.items():
        if documents == [document]:
            del found["documents"]
            found["edition"] = edition
    return found


def arguments_fit(way: dict, given: dict) -> bool:
    expected, optional = way.get("arguments", {}), way.get("optional", {})
    if not all(name in given and fits(value, given[name]) for name, value in expected.items()):
        return False
    return all(name in expected or name in FREE or (name in optional and fits(optional[name], value))
               for name, value in given.items())


def judge(request: dict, answer: dict | None) -> tuple[bool, bool]:
    """Whether an answer has the right tool, and whether it has the right arguments as well."""
    tool = (answer or {}).get("tool")
    if request["tool"] is None or tool is None:
        return (request["tool"] is None and tool is None,) * 2
    ways = [request, *request.get("accept", [])]
    ways = [way for way in ways if tool.endswith(way["tool"])]
    given = named(ways[0]["tool"], answer.get("arguments") or {}) if ways else {}
    return bool(ways), any(arguments_fit(way, given) for way in ways)


def score(answers: dict[int, dict]) -> dict:
    """The shares of requests with the right tool and with the right call, and the requests that were
    missed."""
    judged = [(request, *judge(request, answers.get(request["id"]))) for request in requests()]
    return {
        "tool": sum(tool for _, tool, _ in judged) / len(judged),
        "call": sum(call for _, _, call in judged) / len(judged),
        "wrong_tool": [request for request, tool, _ in judged if not tool],
        "wrong_arguments": [request for request, tool, call in judged if tool and not call],
    }


def words(text: str) -> list[str]:
    """The words of a text that say something, without their endings."""
    found = [word for word in re.findall(r"[a-z0-9]{2,}", text.lower()) if word not in COMMON]
    return [re.sub(r"(ies|ing|es|ed|s|y|e)$", "", word) for word in found]


class Baseline:
    """Chooses the tool whose name, description and arguments share the rarest words with a request (BM25). It
    knows no synonyms, and nothing of the game: what it finds, the list itself says."""

    # Below this a request shares only common words with every tool.
    LEAST = 1.0

    def __init__(self, tools: list[dict]):
        self.tools = {tool["name"]: Counter(words(self.text(tool))) for tool in tools}
        self.length = sum(map(Counter.total, self.tools.values())) / len(self.tools)

    @staticmethod
    def text(tool: dict) -> str:
        arguments = tool["inputSchema"].get("properties", {})
        of_arguments = [f"{name} {field.get('description', '')} {' '.join(field.get('enum', []))}"
                        for name, field in arguments.items()]
        return " ".join([tool["name"], tool.get("title", ""), tool["description"], *of_arguments])

    def weight(self, word: str) -> float:
        having = sum(word in tool for tool in self.tools.values())
        return math.log(1 + (len(self.tools) - having + 0.5) / (having + 0.5))

    def similarity(self, request: set[str], tool: Counter) -> float:
        damping = 1.2 * (0.25 + 0.75 * tool.total() / self.length)
        return sum(self.weight(word) * tool[word] * 2.2 / (tool[word] + damping) for word in request if word in tool)

    def choose(self, request: str) -> str | None:
        asked = set(words(request))
        best, similarity = max(((name, self.similarity(asked, tool)) for name, tool in self.tools.items()),
                               key=lambda found: found[1])
        return best if similarity >= self.LEAST else None

    def answers(self) -> dict[int, dict]:
        return {request["id"]: {"tool": self.choose(request["request"])} for request in requests()}


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: selection.py ANSWERS.jsonl")
    answers = [json.loads(line) for line in Path(sys.argv[1]).read_text().splitlines() if line.strip()]
    by_id = {answer["id"]: answer for answer in answers}
    found = score(by_id)
    for missed in "wrong_tool", "wrong_arguments":
        for request in found[missed]:
            given = {name: by_id.get(request["id"], {}).get(name) for name in ("tool", "arguments")}
            print(f"{missed.replace('_', ' ')}: {request['id']} {request['request']}\n  given    {json.dumps(given)}")
            print(f"  expected {json.dumps({name: request.get(name) for name in given})}")
    print(f"right tool {found['tool']:.1%}, right tool and arguments {found['call']:.1%}")


if __name__ == "__main__":
    main()
