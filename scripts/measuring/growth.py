"""A library with the entries of another and copies of them under other names and in other documents."""

import sqlite3
from pathlib import Path

# What the names of copies end with, so that they stay plausible and differ.
WORDS = """Ash Brass Cinders Dusk Embers Frost Glass Hollows Iron Jade Knives Lanterns Mist Night Oak Pearls Quartz Ravens Salt Thorns
Umber Veils Willows Yew Zeal Amber Bones Coral Dawn Echoes Flint Gold Honey Ivory Jasper Kelp Lead Marble Nettles Opal Pitch Reeds
Silver Tides Vines Wax Ink Storms Moss Rust Smoke Snow Stars Stone Sand Rain Roots Runes Scales Wool""".split()


def grow(source: Path, to: Path, entries: int) -> None:
    """Copies entries until there are so many. The text index is empty."""
    to.mkdir(parents=True)
    with sqlite3.connect(source / "library.db") as library:
        library.execute("VACUUM INTO ?", [str(to / "library.db")])
    library.close()
    grown = sqlite3.connect(to / "library.db", isolation_level=None)
    grown.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF")
    count, last = grown.execute("SELECT count(*), max(id) FROM entries").fetchone()
    (last_document,) = grown.execute("SELECT max(id) FROM documents").fetchone()
    # What has something of an entry. The changes are recorded by triggers.
    of_entries = [name for (name,) in grown.execute(
        "SELECT t.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c "
        "WHERE c.name = 'entry_id' AND t.type = 'table' AND t.name <> 'changes'").fetchall()]
    for copy, word in zip(range(1, -(-entries // count)), WORDS, strict=False):
        changed = {
            "name": f"name || ' of {word}'",
            "folded": f"folded || ' of {word.lower()}'",
            "slug": f"slug || '-of-{word.lower()}'",
            "key": f"key || '-of-{word.lower()}'",
            "document_id": f"document_id + {last_document * copy}",
            "entry_id": f"entry_id + {last * copy}",
        }
        # The tables are copied in any order.
        grown.executescript("BEGIN; PRAGMA defer_foreign_keys = ON")
        copy_rows(grown, "documents", f"id <= {last_document}", changed | {"id": f"id + {last_document * copy}"})
        copy_rows(grown, "entries", f"id <= {last}", changed | {"id": f"id + {last * copy}"})
        for table in of_entries:
            copy_rows(grown, table, f"entry_id <= {last}", changed)
        grown.execute("COMMIT")
    # The copies of the vectors are taken for those of the copies, though these have other names.
    grown.execute("UPDATE models SET first_passages = c.last, all_passages = c.last FROM (SELECT max(number) AS last FROM changes) c")
    grown.close()


def copy_rows(library: sqlite3.Connection, table: str, condition: str, changed: dict[str, str]) -> None:
    columns = [name for (name,) in library.execute("SELECT name FROM pragma_table_info(?) ORDER BY cid", [table])]
    if table == "vectors":
        # They are numbered anew.
        columns.remove("id")
    values = ", ".join(changed.get(column, column) for column in columns)
    library.execute(f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values} FROM {table} WHERE {condition}")
