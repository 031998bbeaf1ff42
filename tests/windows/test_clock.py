"""A computer whose clock has no time zone, or one that nobody knows."""

import re

from wine import FIXTURES, WithLibrary

ZONES = "HKLM\\Software\\Microsoft\\Windows NT\\CurrentVersion\\Time Zones"
ZONE = "HKLM\\System\\CurrentControlSet\\Control\\TimeZoneInformation"


class WithoutTimeZone(WithLibrary):
    def test_reports_logs_and_answers_have_the_time_of_utc(self):
        for key in ZONES, ZONE:
            self.run_in_wine("reg", "delete", key, "/f")
        self.assertEqual(self.run_in_wine("reg", "query", ZONES).printed.strip(), "", "Windows knows no time zone")
        for zone in "", "Nowhere/Atlantis":
            with self.subTest(zone):
                imported = self.server("import", "--json", FIXTURES / "one-source.orcbrew", TZ=zone).json()["files"][0]
                self.assertRegex(imported["imported_at"], r"^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
                documents = self.server("documents", "--json", TZ=zone).text
                self.assertTrue(re.search(r"20\d\d-\d\d-\d\dT", documents), documents[:500])
                self.is_sound(TZ=zone)
                serve = self.serve()
                self.assertTrue(serve.call("lookup_spell", name="Fireball")["success"])
                self.assertEqual(serve.end(), 0)
