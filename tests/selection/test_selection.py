"""Whether the requests fit the tools that the server offers, and whether its descriptions lead to them.
usage: LOREKEEPER_MCP=PATH_OF_LOREKEEPER_MCP python3 -m unittest discover tests/selection"""

import json
import os
import subprocess
import tempfile
import unittest
from collections import Counter

from selection import Baseline, fits, judge, requests, score

# The share of requests for which the baseline has to choose the right tool. It finds 73 %.
LEAST = 0.7


def offered() -> list[dict]:
    """The tools that the server offers an assistant."""
    about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "selection", "version": "1"}}
    messages = [{"id": 1, "method": "initialize", "params": about}, {"method": "notifications/initialized"},
                {"id": 2, "method": "tools/list", "params": {}}]
    with tempfile.TemporaryDirectory() as home:
        environment = os.environ | {"LOREKEEPER_HOME": home, "LOREKEEPER_OFFLINE": "1", "MCP_TOOL_PREFIX": ""}
        server = subprocess.Popen([os.environ["LOREKEEPER_MCP"], "serve"], env=environment, text=True,
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        with server:
            for message in messages:
                server.stdin.write(json.dumps({"jsonrpc": "2.0"} | message) + "\n")
            server.stdin.flush()
            for line in server.stdout:
                answer = json.loads(line)
                if answer.get("id") == 2:
                    server.kill()
                    return answer["result"]["tools"]
    raise AssertionError("the server ended without an answer")


class Requests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tools = offered()

    def test_each_request_is_for_a_tool_and_its_arguments(self):
        schemas = {tool["name"]: tool["inputSchema"] for tool in self.tools}
        for request in requests():
            for way in [request, *request.get("accept", [])] if request["tool"] else []:
                schema = schemas[way["tool"]]
                arguments = way.get("arguments", {})
                named = arguments.keys() | way.get("optional", {}).keys()
                self.assertLessEqual(named, schema["properties"].keys(), request)
                required = schema.get("required", [])
                self.assertTrue(way is not request or arguments.keys() >= set(required), request)

    def test_every_tool_is_asked_for(self):
        asked = Counter(request["tool"] for request in requests())
        self.assertEqual(asked.keys() - {None}, {tool["name"] for tool in self.tools}, "requests.jsonl asks for every tool")
        self.assertEqual(asked.total(), len({request["request"] for request in requests()}))
        self.assertGreaterEqual(asked[None], 5)

    def test_the_descriptions_lead_to_the_right_tools(self):
        found = score(Baseline(self.tools).answers())
        print(f"\nbaseline by words: right tool {found['tool']:.1%}")
        self.assertGreaterEqual(found["tool"], LEAST, [request["request"] for request in found["wrong_tool"]])

    def test_without_descriptions_the_baseline_is_lost(self):
        silent = [tool | {"description": ""} for tool in self.tools]
        self.assertLess(score(Baseline(silent).answers())["tool"], LEAST - 0.1)


class Scores(unittest.TestCase):
    request = {"id": 1, "tool": "lookup_creature", "arguments": {"type": "undead", "cr": 0.25, "edition": "2014"},
               "optional": {"size": "large"},
               "accept": [{"tool": "search_dnd_content", "arguments": {"query": {"contains": ["undead"]}}}]}

    def judged(self, tool, **arguments):
        return judge(self.request, {"tool": tool, "arguments": arguments})

    def test_right_calls_are_right_however_they_are_written(self):
        right = (True, True)
        self.assertEqual(self.judged("lookup_creature", type="Undead", cr="1/4", edition=2014), right)
        self.assertEqual(self.judged("lookup_creature", type="undead", challenge_rating=0.25, documents=["SRD-2014"],
                                     size="Large", limit=5), right)
        self.assertEqual(self.judged("search_dnd_content", query="weak undead"), right)
        self.assertEqual(judge({"tool": None}, {"tool": None}), right)
        self.assertEqual(judge({"tool": None}, None), right)

    def test_wrong_calls_are_wrong(self):
        for arguments in ({"type": "undead", "cr": 4, "edition": "2014"}, {"type": "undead", "cr": 0.25},
                          {"type": "undead", "cr": 0.25, "edition": "2014", "name": "zombie"},
                          {"type": "undead", "cr": 0.25, "edition": "2014", "size": "tiny"}, {}):
            self.assertEqual(self.judged("lookup_creature", **arguments), (True, False), arguments)
        self.assertEqual(self.judged("lookup_spell", name="undead"), (False, False))
        self.assertEqual(judge(self.request, {"tool": None}), (False, False))
        self.assertEqual(judge({"tool": None}, {"tool": "lookup_spell"}), (False, False))

    def test_an_object_fits_by_its_values(self):
        self.assertTrue(fits({"hit_points": 80}, {"hit_points": "80"}))
        for given in ({"hit_points": 8}, {"hit_points": 80, "speed": "30 ft."}, {}, 80):
            self.assertFalse(fits({"hit_points": 80}, given), given)

    def test_answers_that_are_those_expected_get_every_point(self):
        def first(value):
            if isinstance(value, dict) and "any" in value:
                return first(value["any"][0])
            return " ".join(value["contains"]) if isinstance(value, dict) and "contains" in value else value

        answers = {request["id"]: {"tool": request["tool"], "arguments": {name: first(value) for name, value
                                                                         in request.get("arguments", {}).items()}}
                   for request in requests()}
        found = score(answers)
        self.assertEqual((found["tool"], found["call"]), (1, 1), found)
        self.assertLess(score({})["tool"], 0.1)


if __name__ == "__main__":
    unittest.main()
