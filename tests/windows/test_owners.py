"""Owner and bridges over a named pipe: the owner of the library ends, and no answer is lost."""

import random
import shutil
import statistics
import threading
import time

from wine import HELPER, Program, Serve, WithLibrary, owner_of, wait_for

CLIENTS = 4
KILLS = 50
# Seconds from an answer to the next kill, at most; and in which a library must have an owner again.
PAUSE = 0.3
HANDOVER = 30
SPELLS = ["Fireball", "Bless", "Shield", "Wish", "Mage Hand", "Sleep", "Web", "Light", "Guidance", "Banishment"]


class Client:
    """A client that starts its server again when that is killed, and repeats its unanswered call, as a
    supervisor does."""

    def __init__(self, variables: dict[str, str]):
        self.variables = variables
        self.again = 0
        self.serve = None
        self.answers = 0
        self.start()

    def start(self) -> None:
        while True:
            if self.serve:
                self.serve.kill()
            self.serve = Serve(**self.variables)
            if self.serve.connected():
                return

    def call(self, tool: str, **arguments) -> tuple[dict, bool]:
        """Returns the answer, and whether the call was repeated."""
        again = False
        while (reply := self.serve.request("tools/call", {"name": tool, "arguments": arguments})) is None:
            again = True
            self.again += 1
            self.start()
        assert "error" not in reply, reply
        self.answers += 1
        return reply["result"]["structuredContent"], again


class Owners(WithLibrary):
    def killer(self) -> Program:
        killer = Program(HELPER, "kill")
        self.addCleanup(killer.kill)
        return killer

    def killed(self, killer: Program, last: int | None) -> int:
        """Ends the owner; returns its process."""
        owner = wait_for(lambda: (found := owner_of(self.home).get("process")) != last and found, "an owner", HANDOVER)
        killer.say(str(owner))
        self.assertEqual(killer.line(), "ended", f"process {owner} of the owner's record")
        return owner

    def test_a_bridge_takes_over_from_a_killed_owner(self):
        first = self.serve()
        self.assertTrue(first.call("guide_library_stats")["success"])
        second = self.serve()
        owner = owner_of(self.home)
        self.assertTrue(owner["address"].startswith("\\\\.\\pipe\\"), owner)
        self.assertTrue(second.call("guide_library_stats")["success"])
        self.killed(self.killer(), None)
        begun = time.monotonic()
        self.assertEqual(second.call("lookup_spell", name="Fireball", documents=["srd-2014"])["value"][0]["name"], "Fireball")
        print(f"a killed owner delays an answer by {time.monotonic() - begun:.2f} s", flush=True)
        self.assertNotEqual(owner_of(self.home)["process"], owner["process"])
        self.assertEqual(second.end(), 0)
        self.assertEqual(owner_of(self.home), {}, "an owner that ends by itself says so")

    def test_an_owner_that_ends_hands_over(self):
        first, second = self.serve(), self.serve()
        self.assertTrue(second.call("guide_library_stats")["success"])
        self.assertEqual(first.end(), 0)
        self.assertTrue(second.call("guide_library_stats")["success"])
        self.assertEqual(second.end(), 0)

    def test_a_command_works_beside_a_server(self):
        serve = self.serve()
        self.assertTrue(serve.call("guide_library_stats")["success"])
        self.assertIn("Fireball", self.server("search", "firebal").printed)
        self.assertIn("answers", self.server("doctor", status=None).printed)
        self.is_sound()
        self.assertEqual(serve.end(), 0)

    def test_fifty_killed_owners_lose_no_answer(self):
        variables = self.user.variables | self.settings
        done, problems = threading.Event(), []
        clients: list[Client] = []
        writes = [0]
        book = self.write("plums.orcbrew", '{"Plums" {:orcpub.dnd.e5/spells {' + " ".join(
            f':plum-{n} {{:key :plum-{n} :name "Plum {n}" :level 1 :school "evocation" :option-pack "Plums" '
            f':description "A plum."}}' for n in range(60)) + "}}}")

        def reading(seed: int) -> None:
            dice, client = random.Random(seed), Client(variables)
            clients.append(client)
            while not done.is_set():
                spell = dice.choice(SPELLS)
                answer, _ = client.call("lookup_spell", name=spell, documents=["srd-2014"])
                assert answer["success"] and answer["value"][0]["name"] == spell, answer

        def writing() -> None:
            """Each import finds nothing of the one before, each deletion finds all of it."""
            client = Client(variables)
            clients.append(client)
            while not done.is_set():
                imported, again = client.call("guide_import_orcbrew", path=f"~/Documents/{book.name}")
                added = imported["value"]["files"][0]["added"]
                assert added == 60 or again and added == 0, imported
                deleted, again = client.call("guide_delete_document", document="plums", confirm="DELETE_DOCUMENT")
                missing = again and deleted.get("error_type") == "no_such_document"
                assert missing or deleted["value"]["entity_count"] == 60, deleted
                writes[0] += 2

        def answers() -> int:
            return sum(client.answers for client in clients)

        def kept(work, *arguments) -> None:
            try:
                work(*arguments)
            except BaseException as problem:  # reported by the test itself, below
                problems.append(problem)
                done.set()

        threads = [threading.Thread(target=kept, args=(reading, seed)) for seed in range(CLIENTS)]
        threads.append(threading.Thread(target=kept, args=(writing,)))
        begun, dice, handovers = time.monotonic(), random.Random(0x5eed), []
        for thread in threads:
            thread.start()
        killer, last = self.killer(), None
        try:
            for _ in range(KILLS):
                if done.is_set():
                    break
                answered = answers()
                wait_for(lambda: done.is_set() or answers() > answered, "an answer by the new owner", HANDOVER)
                time.sleep(dice.random() * PAUSE)
                last = self.killed(killer, last)
                killed = time.monotonic()
                wait_for(lambda: owner_of(self.home).get("process") not in (None, last), "the next owner", HANDOVER)
                handovers.append(time.monotonic() - killed)
        finally:
            done.set()
            for thread in threads:
                thread.join(HANDOVER * 4)
            for client in clients:
                client.serve.kill()
        self.assertEqual(problems, [])
        self.assertFalse(any(thread.is_alive() for thread in threads), "a client still waits for an answer")
        print(f"{KILLS} owners killed in {time.monotonic() - begun:.0f} s: {answers()} answers and {writes[0]} writes, 0 lost; the "
              f"next owner after {statistics.median(handovers):.2f} s, at most {max(handovers):.2f} s; "
              f"{sum(client.again for client in clients)} calls repeated by the client of a killed owner", flush=True)
        self.assertGreater(answers(), KILLS)
        self.is_sound()
        # A rebuilt index finds what this one finds.
        found = self.server("search", "--json", "fire").printed
        shutil.rmtree(next(self.home.glob("index-*")))
        self.assertEqual(self.server("search", "--json", "fire").printed, found)
