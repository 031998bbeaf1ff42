// Generated from the server's types: UPDATE_HOST_TYPES=1 cargo test page_types. Do not edit.

/** The entries that match a request, with counts. */
export type Browsed = {
  /** The number of rows: entries that match, or things if they are folded. */
  total: number;
  /** The number of rows without the filters. */
  unfiltered: number;
  /** The entries of the requested page, best first. */
  entries: Array<Listed>;
  /** The number of matches of each kind, including kinds that were not requested. */
  kinds: Array<KindCount>;
  /** The fields of the requested kinds, with the values that occur. */
  fields: Array<FieldCounts>;
  /** The number of matches in documents and editions that the filters exclude. */
  elsewhere: number;
  /** The columns of the requested kinds, if they have the same ones. */
  columns: Array<Column>;
};

/** An entry in a list. */
export type Listed = {
  /** The address of the whole entry. */
  uri: string;
  /** The name. */
  name: string;
  /** The kind. */
  kind: Kind;
  /** The key of its document. */
  document_key: DocumentKey;
  /** The title of its document. */
  document_name: string;
  /** The source of its document. */
  document_source: Provider;
  /** The edition of its document. */
  edition: Edition;
  /** A description in a few words: `3rd-level evocation`, `CR 17 · Huge dragon`. */
  summary: string;
  /** How it was found; absent if its name matches. */
  found_by?: FoundBy;
  /** The same thing in other documents and editions. */
  also_in?: Array<Twin>;
  /** Its values in the columns of the list. */
  cells?: Array<string>;
};

/** The kind of an entry. Database, tools and addresses use its name (`magic-item`), which never changes. */
export type Kind = "spell" | "creature" | "weapon" | "armor" | "magic-item" | "item" | "class" | "subclass" | "race" | "subrace" | "background" | "feat" | "class-option" | "trait" | "rule" | "condition" | "damage-type" | "weapon-property" | "skill" | "ability-score" | "magic-school" | "language" | "proficiency" | "alignment" | "creature-type" | "environment" | "encounter";

/** The key of a document, such as `srd-2014`: lower case, unique in the library. */
export type DocumentKey = string;

/** The origin of a document's entries. */
export type Provider = "open5e_v2" | "open5e_v1" | "dnd5e_api" | "srd" | "orcbrew" | "own";

/** The edition of the rules for which a document is written. */
export type Edition = "2014" | "2024" | "other";

/** How an entry was found if its name does not match. */
export type FoundBy = "spelling" | "text" | "meaning";

/** The same entry in another document. */
export type Twin = {
  /** The address of the whole entry. */
  uri: string;
  /** Its name, if it differs. */
  name?: string;
  /** Its class, race or chapter, if its document has several of its name. */
  parent?: string;
  /** The key of its document. */
  document_key: DocumentKey;
  /** The title of its document. */
  document_name: string;
  /** The source of its document. */
  document_source: Provider;
  /** The edition of its document. */
  edition: Edition;
};

/** The number of matches of a kind. */
export type KindCount = {
  /** The kind. */
  kind: Kind;
  /** The number of matches. */
  count: number;
};

/** The values of a field, with counts. */
export type FieldCounts = {
  /** The field. */
  field: Field;
  /** The values in their usual order. */
  values: Array<ValueCount>;
};

export type Field = "level" | "school" | "class" | "ritual" | "concentration" | "casting-time" | "type" | "size" | "environment" | "movement" | "sense" | "immune-to" | "resists" | "vulnerable-to" | "area" | "legendary" | "rarity" | "attunement" | "category" | "property" | "bonus" | "heals" | "action" | "save" | "inflicts" | "damage-type" | "document" | "edition";

/** A value of a field, with a count. */
export type ValueCount = {
  /** The value for a filter. */
  value: string;
  /** The value as a person reads it. */
  label: string;
  /** The number of entries with the value that pass every other filter. */
  count: number;
};

/** A column of the lists of a family of entries. */
export type Column = {
  /** The name of its field, by which a list is ordered unless the values have no useful order. */
  name: string;
  /** The title. */
  title: string;
  /** True if lists can be ordered by it. */
  is_ordered: boolean;
};

/** The documents that Open5e offers. */
export type Offered = {
  /** Its documents by title. */
  documents: Array<Open5eDocument>;
};

/** A document that Open5e offers. */
export type Open5eDocument = {
  /** The key by which it is fetched. */
  key: DocumentKey;
  /** The title. */
  name: string;
  /** Who published it. */
  publisher?: string;
  /** The names of its licences. */
  license?: string;
  /** The game system, such as `5th Edition 2014`. */
  game_system?: string;
  /** A description in a few sentences. */
  description?: string;
  /** About how many entries it has, if that is known. */
  about_entries?: number;
  /** The number of its entries in the library. */
  held: number;
  /** True if the library has all of it, fetched from Open5e. */
  whole: boolean;
  /** True if the library has it from the pages of the book, as it came with LoreKeeper. */
  bundled: boolean;
};

/** The statistics of a library. */
export type Stats = {
  /** The library's folder. */
  home: string;
  /** Number of entries. */
  entries: number;
  /** Number of documents. */
  documents: number;
  /** Number of entries by kind. */
  kinds: { [key: string]: number };
  /** Number of entries in the text index. */
  indexed_entries: number;
  /** Number of changes that the text index lacks. */
  changes_to_index: number;
  /** The size of the database on disk, in bytes. */
  database_bytes: number;
  /** The size of the text index on disk, in bytes. */
  index_bytes: number;
  /** True if semantic search is available: `ready …`, or `unavailable: …` with the reason. */
  semantic_search: string;
  /** Number of entries that semantic search can find. */
  embedded_entries: number;
  /** Number of entries that lack vectors. */
  entries_to_embed: number;
  /** Number of passages of entries that have a vector. */
  embedded_passages: number;
  /** The use of the model since the server was started. */
  model_use: EmbeddingCounts;
  /** True if calls of tools are noted. */
  notes_calls: boolean;
  /** The last ten calls of tools, newest first; the resource `lore://activity` has up to 500. */
  last_calls: Array<ToolCall>;
  /** The cache of queries to Open5e. */
  cache: CacheStats;
  /** When everything was last fetched from Open5e (RFC 3339). */
  open5e_synced_at?: string;
  /** A message about the recovery of a damaged database. */
  recovery?: string;
  /** The version of SQLite. */
  sqlite_version: string;
};

/** Counts since the library was opened. */
export type EmbeddingCounts = {
  /** The number of queries that were embedded. */
  queries: number;
  /** The number of passages that were embedded. */
  passages: number;
  /** The number of times that the model was loaded. */
  model_loads: number;
};

/** A call of a tool. */
export type ToolCall = {
  /** When it was answered (RFC 3339). */
  at: string;
  /** The name and version of the client. */
  client: string;
  /** The name of the tool. */
  tool: string;
  /** The arguments as JSON; the end of long ones is cut off. */
  arguments: string;
  /** Number of results, if the result is a list. */
  results?: number;
  /** The duration in milliseconds. */
  milliseconds: number;
  /** The error, if it failed. */
  error?: string;
  /** The first entries of the result. */
  entries?: Array<CalledEntry>;
};

/** An entry in the result of a call. */
export type CalledEntry = {
  /** Its name. */
  name: string;
  /** The address of the whole entry. */
  uri: string;
};

/** Statistics of the cache of API queries. */
export type CacheStats = {
  /** Number of answered queries: single ones, and the lists that a sync fetched. */
  questions: number;
  /** Number of fresh answers, at most seven days old. */
  fresh: number;
  /** Number of older answers, which are refreshed when they are needed. */
  stale: number;
  /** Number of failed queries, which are not repeated for five minutes. */
  failures: number;
  /** Why the last of them failed. */
  failure?: string;
  /** Number of queries answered without a request since the program was started. */
  hits: number;
  /** Number of queries sent to Open5e since then. */
  misses: number;
  /** True if Open5e is asked only when a sync is started. */
  offline: boolean;
};

/** The result of a sync. */
export type SyncOutcome = {
  /** True if content was fetched; false if everything was fetched within the last seven days. */
  fetched: boolean;
  /** When the content was fetched (RFC 3339). */
  fetched_at: string;
  /** The report of what was stored. */
  report?: Report;
  /** Messages for the user. */
  notes?: Array<string>;
};

/** The result of an import. `read = stored + rejected` always holds. */
export type Report = {
  /** The stored documents. */
  documents: Array<DocumentKey>;
  /** Entries read. */
  read: number;
  /** Entries stored. */
  stored: number;
  /** Stored entries that are new. */
  added: number;
  /** Stored entries that changed. */
  changed: number;
  /** Stored entries that did not change. */
  unchanged: number;
  /** Removed entries. */
  removed: number;
  /** Rejected entries. */
  rejected: Array<Rejection>;
  /** Counts by endpoint or file. */
  sources: { [key: string]: SourceCount };
  /** Stored entries by kind. */
  kinds: { [key: string]: number };
  /** Homebrew documents that were given another key. */
  rekeyed?: Array<Rekeyed>;
  /** Entries of Open5e that the books do not have under that name, by document, kind and name. */
  left_out?: Array<LeftOut>;
  /** The duration in seconds. */
  seconds: number;
};

/** A rejected entry. */
export type Rejection = {
  /** The endpoint or file it was read from, such as `/v2/spells/`. */
  source: string;
  /** Its key there. */
  key: string;
  /** The reason, as a sentence. */
  reason: string;
};

/** The counts of one endpoint or file. `read = stored + rejected` always holds. */
export type SourceCount = {
  /** The number of objects. */
  objects: number;
  /** Objects that are part of others, such as sizes, licences, or weapons that are listed as items, too. */
  folded: number;
  /** Entries read from the other objects. */
  read: number;
  /** Valid entries. */
  stored: number;
  /** Rejected entries. */
  rejected: number;
};

/** A homebrew document that was renamed because another document needs its key. It keeps all its entries. */
export type Rekeyed = {
  /** The old key. */
  from: DocumentKey;
  /** The new key. */
  to: DocumentKey;
};

/** An entry of Open5e that is not stored, because the pages of its book have none of the kind and name. */
export type LeftOut = {
  /** Its document. */
  document: DocumentKey;
  /** Its kind. */
  kind: Kind;
  /** Its name there. */
  name: string;
};

/** The result of importing one or several files. */
export type ImportedFiles = {
  /** The report of each imported file. */
  files: Array<ImportReport>;
  /** The files from which nothing was imported. */
  refused?: Array<UnreadableFile>;
};

/** The report of an OrcBrew file. `read` always equals `stored` plus the number of rejected entries. */
export type ImportReport = {
  /** The file's name. */
  file: string;
  /** The path from which it was read. */
  path: string;
  /** The time of the import (RFC 3339). */
  imported_at: string;
  /** True if this was a dry run, which changes nothing in the library. */
  dry_run?: boolean;
  /** True if brackets or quotation marks were missing in the file, so that entries may be missing, too. */
  damaged: boolean;
  /** The books. */
  books: Array<BookReport>;
  /** The number of different entries in the file. */
  read: number;
  /** The number of these entries that are now in the library. */
  stored: number;
  /** The number of stored entries that are new. */
  added: number;
  /** The number of stored entries that changed. */
  changed: number;
  /** The number of stored entries that did not change. */
  unchanged: number;
  /** The number of entries from this file that were removed. */
  removed: number;
  /** The number of entries that repeat another one exactly; they do not count as read. */
  repeated: number;
  /** The number of stored entries by kind. */
  kinds: { [key: string]: number };
  /** The repairs that were necessary to read the file. */
  repairs: Array<Repair>;
  /** Fields that could not be used; their entries are kept without them. */
  notes: Array<ItemProblem>;
  /** The entries that could not be kept. */
  rejected: Array<ItemProblem>;
  /** Different entries under one key. */
  conflicts: Array<Conflict>;
  /** Remarks for the user, in sentences. */
  messages: Array<string>;
  /** The number of lines left out of each list here; the library keeps the whole report. */
  left_out?: { [key: string]: number };
  /** The duration of the import, in seconds. */
  seconds: number;
};

/** The report of one book. */
export type BookReport = {
  /** The book's name in the file. */
  name: string;
  /** The key of its document; absent if it has none. */
  document_key?: DocumentKey;
  /** The outcome. */
  what: BookOutcome;
  /** The number of stored entries by kind. */
  kinds: { [key: string]: number };
  /** The number of the book's entries that are now in the library. */
  stored: number;
  /** The number of stored entries that are new. */
  added: number;
  /** The number of stored entries that changed. */
  changed: number;
  /** The number of stored entries that did not change. */
  unchanged: number;
  /** The number of entries that were removed from the document. */
  removed: number;
};

/** The outcome of importing a book. */
export type BookOutcome = "new" | "updated" | "merged" | "replaced" | "kept_both" | "empty" | "removed";

/** A repair of a damaged file. */
export type Repair = {
  /** The line of the file, from 1. */
  line: number;
  /** The damage and its repair, in a sentence. */
  what: string;
};

/** An item, or a field of an item, that could not be used. */
export type ItemProblem = {
  /** The book. */
  book: string;
  /** The content type, such as `spells`. */
  content_type: string;
  /** The item's key. */
  key: string;
  /** The line on which the item begins, from 1. */
  line: number;
  /** The problem, in a sentence. */
  reason: string;
};

/** Two different entries under one key. Both are kept. */
export type Conflict = {
  /** The book. */
  book: string;
  /** The kind of the entries. */
  kind: Kind;
  /** The slug of both according to their key. */
  slug: Slug;
  /** The name of this file's entry. */
  name: string;
  /** The resolution, in a sentence. */
  what: string;
};

/** The unique name of an entry within its document and kind, such as `ancient-red-dragon`. */
export type Slug = string;

/** A file from which nothing was imported. */
export type UnreadableFile = {
  /** The code of the error, such as `not_orcbrew`. */
  error_type: string;
  /** The file and the problem, in a sentence. */
  error: string;
};

/** What the user keeps for the table. */
export type Kept = {
  /** The name of the chosen campaign. */
  chosen?: string;
  /** The campaigns, by name. */
  campaigns: Array<Campaign>;
  /** The pinned entries, in the user's order. */
  pins: Array<Pin>;
  /** The note that was written. */
  note?: Note;
};

/** What a group plays: the edition whose entries come first, and the documents that count. */
export type Campaign = {
  /** The name. */
  name: string;
  /** The edition whose entries come first, `2014` or `2024`; absent for none. */
  edition?: Edition;
  /** The keys of the documents that count; empty for all. */
  documents: Array<DocumentKey>;
};

/** A pinned entry. */
export type Pin = {
  /** The address of the entry. */
  uri: string;
  /** Its name when it was pinned. */
  name: string;
  /** True if the library no longer has the entry. */
  is_missing?: boolean;
};

/** The user's note on an entry. */
export type Note = {
  /** The address of the entry. */
  uri: string;
  /** Its name when the note was written. */
  name: string;
  /** The text, as Markdown. */
  text: string;
  /** The time at which it was written (RFC 3339). */
  written_at: string;
};

/** Encounters for a party. */
export type EncounterAnswer = {
  /** The party in words. */
  party: string;
  /** The budgets of the 2024 rules by difficulty; empty if they do not measure it. */
  budgets?: Array<Budget>;
  /** The experience points that a plan may cost. */
  budget_xp?: number;
  /** The seed; another gives other encounters. */
  seed?: number;
  /** The encounters: several planned ones, or the rated one. */
  encounters: Array<RatedEncounter>;
};

/** The experience points that an encounter of one difficulty costs at most. */
export type Budget = {
  /** The difficulty. */
  difficulty: Difficulty;
  /** The experience points. */
  xp: number;
  /** The sum that they are, such as `4 × 225 = 900 XP`. */
  sum: string;
};

/** A difficulty of the 2024 rules. */
export type Difficulty = "low" | "moderate" | "high";

/** An encounter with its arithmetic. */
export type RatedEncounter = {
  /** How a planned encounter is made up. */
  shape?: Shape;
  /** The creatures, strongest first. */
  creatures: Array<EncounterCreature>;
  /** The experience points of all creatures together. */
  total_xp: number;
  /** The sum that they are, such as `1 × 450 + 3 × 50 = 600 XP`. */
  sum: string;
  /** The experience points for each character, rounded down. */
  xp_per_character: number;
  /** The lowest difficulty whose budget they do not exceed. */
  difficulty?: RatedDifficulty;
  /** The experience points of a plan's budget that are left. */
  unspent_xp?: number;
  /** What to be careful of. */
  notes?: Array<string>;
  /** The encounter as Markdown; only for a person's window. */
  markdown?: string;
};

/** How an encounter is made up. */
export type Shape = "leader" | "group" | "pair" | "solo" | "court";

/** A creature of an encounter. */
export type EncounterCreature = {
  /** How many there are. */
  count: number;
  /** The name. */
  name: string;
  /** The challenge rating, if it has one. */
  challenge_rating?: string;
  /** The experience points of one, if they are known. */
  xp?: number;
  /** The bonus to its initiative, if it is known. */
  initiative?: number;
  /** The key of its document. */
  document_key: DocumentKey;
  /** The title of its document. */
  document_name: string;
  /** The edition of its document. */
  edition: Edition;
  /** The address of the whole entry. */
  uri: string;
};

/** The difficulty of an encounter. */
export type RatedDifficulty = "low" | "moderate" | "high" | "beyond_high";

/** A roll. */
export type Rolled = {
  /** The sum of the terms. */
  total: number;
  /** The dice and numbers that are added up, in order. */
  terms: Array<RolledTerm>;
  /** The row of the table with the total, by column; absent if there is none. */
  row?: { [key: string]: string };
  /** The heading of the table, if it has one, and its columns. */
  table?: string;
  /** The title of the table's document. */
  document_name?: string;
  /** The address of the table's entry. */
  uri?: string;
  /** The seed, which with the same arguments gives the same roll. */
  seed: number;
};

/** Dice of one kind, or a number. */
export type RolledTerm = {
  /** The term, such as `4d6kh3`, `-1d4` or `2`. */
  term: string;
  /** What each die shows; absent for a number. */
  faces?: Array<number>;
  /** The dice that count, if only some do. */
  kept?: Array<number>;
  /** What it adds to the total. */
  sum: number;
};

/** What was stored, or would be. */
export type Saved = {
  /** True once it is stored. */
  stored: boolean;
  /** The address of the entry. */
  uri?: string;
  /** The entry as lookups show it; absent if it is deleted. */
  entry?: Entry;
  /** True if the change replaces an entry, or deletes one. */
  replaces: boolean;
  /** Values that cannot be stored, with what would be valid. */
  problems?: Array<FieldProblem>;
  /** What is probably missing or was not understood. */
  warnings?: Array<string>;
  /** The challenge rating that a creature's numbers are usual for, with the reasons. */
  estimated?: EstimatedRating;
  /** Its versions, the latest first. */
  history?: Array<EntryVersion>;
  /** The entry as it was written, for an editor. */
  written?: OwnEntry;
  /** The fields of its kind, for an editor. */
  form?: Array<FormField>;
};

/** An entry with its source and all its fields. */
export type Entry<D = Spell | Creature | Equipment | CharacterOption | Encounter | Rule> = {
  /** The name as printed. */
  name: string;
  /** The name within the document and kind. */
  slug: Slug;
  /** The kind. */
  kind: Kind;
  /** The name of its document, short if it has a short one: `SRD 5.2.1`. */
  document: string;
  /** The key of that document. */
  document_key: DocumentKey;
  /** The title of that document. */
  document_name: string;
  /** The source of that document. */
  document_source: Provider;
  /** The publisher of that document. */
  publisher?: string;
  /** The names of that document's licences. */
  license?: string;
  /** The page of the printed book, if known. */
  page?: number;
  /** The citation of the printed book, such as `SRD 5.2.1, p. 177`; present with the page. */
  citation?: string;
  /** The time at which the entry was last written (RFC 3339). */
  cached_at: string;
  /** The freshness of the entry. */
  cache_status: CacheStatus;
  /** How likely the entry answers the query in plain words, 0 to 1; present if the answer was ranked by
   * meaning. */
  similarity_score?: number;
  /** The passage of a long entry that answers the query in plain words; it begins with the heading of its
   * section. */
  excerpt?: string;
  /** The address of the whole entry as a resource. */
  uri: string;
  /** The same entry in other documents and editions, for which this result stands. */
  also_in?: Array<OtherVersion>;
  /** Other variants of the item that match, for which this result stands. */
  variants?: Array<OtherVersion>;
  /** The number of other versions and variants that are not named. */
  more_versions?: number;
  /** Facts read from its text and fields, with the words that state them. */
  facts?: Facts;
  /** The pack that the entry names, if it differs from its book. */
  option_pack?: string;
  /** True if the entry or its book was disabled in the program that wrote the file. */
  disabled?: boolean;
  /** The edition of the rules for which an own entry is written, if its author says so. */
  edition?: Edition;
  /** The entry of which an own entry is a changed copy. */
  copied_from?: CopiedFrom;
  /** The entry as Markdown; for a creature, its whole stat block. */
  description: string;
  /** The user's own note on the entry, which is not part of it. */
  user_note?: string;
  /** Present if the description was truncated to keep the answer short. */
  description_is_cut?: boolean;
} & D;

/** The freshness of an entry. */
export type CacheStatus = "fresh" | "stale" | "imported";

/** An entry for which a result stands beside the one that it shows. */
export type OtherVersion = {
  /** Its name, if it differs. */
  name?: string;
  /** Its class or race, if it differs. */
  parent?: string;
  /** The key of its document. */
  document_key: DocumentKey;
  /** The edition of its document, if it is of the 2014 or the 2024 rules. */
  edition?: Edition;
  /** The address of the whole entry. */
  uri: string;
  /** True if its fields or text differ, false if they are the same; absent if they were not compared. */
  differs?: boolean;
};

/** The fields of a spell. */
export type Spell = {
  /** The level, 0 (cantrip) to 9; absent if a homebrew file lacks it. */
  level?: number;
  /** The school of magic, such as `Evocation`. */
  school?: string;
  /** The casting time, such as `1 action` or `10 minutes`. */
  casting_time: string;
  /** The trigger of a reaction spell. */
  reaction_condition?: string;
  /** The range in words, such as `150 feet`, `Self` or `Sight`. */
  range: string;
  /** The components, such as `V, S, M`. */
  components: string;
  /** The material component. */
  material?: string;
  /** The duration, such as `1 minute`. */
  duration: string;
  /** True if it requires concentration. */
  concentration: boolean;
  /** True if it can be cast as a ritual. */
  ritual: boolean;
  /** The classes that can learn it, such as `Wizard`; empty if the source does not say. */
  classes: Array<string>;
  /** The damage types it deals, in lower case. */
  damage_types: Array<string>;
  /** The ability of the required saving throw, such as `dexterity`. */
  saving_throw?: string;
  /** True if it requires an attack roll; absent if neither the source nor the text says so. */
  attack_roll?: boolean;
  /** The effect of a higher-level slot. */
  higher_level?: string;
};

/** The fields of a creature. The readable stat block is the entry's body. */
export type Creature = {
  /** The challenge rating as printed, such as `1/4`. Absent when the source gives none. */
  challenge_rating?: string;
  /** The challenge rating as a number, such as `0.25`. */
  challenge_rating_decimal?: number;
  /** Experience points for defeating it. */
  experience_points?: number;
  /** Experience points for defeating it in its lair, if they differ. */
  lair_experience_points?: number;
  /** The proficiency bonus, such as 3. */
  proficiency_bonus?: number;
  /** The size, such as `Large`. */
  size?: string;
  /** The creature type, such as `Dragon`. */
  type?: string;
  /** The tag after the type, such as `elf`. */
  subtype?: string;
  /** The alignment in words. */
  alignment?: string;
  /** The armor class. */
  armor_class?: number;
  /** The origin of the armor class, such as `natural armor`. */
  armor_detail?: string;
  /** The average hit points. */
  hit_points?: number;
  /** The hit dice, such as `17d10+85`. */
  hit_dice?: string;
  /** The initiative bonus, if the source states it. */
  initiative_bonus?: number;
  /** The number of legendary actions between two of its turns. */
  legendary_actions?: number;
  /** The speeds in words, such as `40 ft., fly 80 ft.`. */
  speed?: string;
  /** The six ability scores. */
  ability_scores?: AbilityScores;
  /** Bonuses of proficient saving throws, by ability. */
  saving_throws?: { [key: string]: number };
  /** Bonuses of proficient skills. */
  skills?: { [key: string]: number };
  /** Damage vulnerabilities, in words. */
  damage_vulnerabilities?: string;
  /** Damage resistances, in words. */
  damage_resistances?: string;
  /** Damage immunities, in words. */
  damage_immunities?: string;
  /** Condition immunities, in words. */
  condition_immunities?: string;
  /** Senses in words, including passive Perception. */
  senses?: string;
  /** Its gear, in words. */
  gear?: string;
  /** The languages in words. */
  languages?: string;
  /** The environments it lives in. */
  environments?: Array<string>;
};

/** The six ability scores of a creature. */
export type AbilityScores = {
  /** Strength. */
  strength: number;
  /** Dexterity. */
  dexterity: number;
  /** Constitution. */
  constitution: number;
  /** Intelligence. */
  intelligence: number;
  /** Wisdom. */
  wisdom: number;
  /** Charisma. */
  charisma: number;
};

/** The fields of a weapon, armor, magic item or other item. */
export type Equipment = {
  /** The category, such as `Martial Melee Weapon`, `Potion` or `Tools`. */
  category?: string;
  /** The rarity of a magic item. */
  rarity?: Rarity;
  /** True if it requires attunement. */
  requires_attunement: boolean;
  /** The restriction of attunement, such as `by a wizard`. */
  attunement_detail?: string;
  /** True if it is magical. */
  is_magic: boolean;
  /** The price in gold pieces; absent if unknown. */
  cost_gp?: number;
  /** The weight in pounds; absent if unknown. */
  weight_lb?: number;
  /** The damage of a weapon, such as `1d8`. */
  damage_dice?: string;
  /** The damage of a versatile weapon used with two hands. */
  two_handed_damage_dice?: string;
  /** The damage type of a weapon, in lower case. */
  damage_type?: string;
  /** A weapon's properties and mastery, such as `Finesse` or `Thrown (range 20/60)`. */
  properties?: Array<string>;
  /** A ranged weapon's normal and long range in feet, such as `80/320`. */
  range?: string;
  /** True for a simple weapon, false for a martial one. */
  is_simple?: boolean;
  /** True for a weapon with the finesse property. */
  is_finesse?: boolean;
  /** True for a weapon with the light property. */
  is_light?: boolean;
  /** The armor class of an armor in words, such as `14 + Dex modifier (max 2)`. */
  armor_class?: string;
  /** The Strength score that an armor requires. */
  strength_required?: number;
  /** True if an armor imposes disadvantage on Dexterity (Stealth) checks. */
  stealth_disadvantage?: boolean;
  /** The weapon or armor on which a magic item is based, such as `Longsword`. */
  base_item?: string;
};

/** The rarity of a magic item. */
export type Rarity = "common" | "uncommon" | "rare" | "very rare" | "legendary" | "artifact" | "varies";

/** The fields of a class, subclass, race, subrace, background, feat, class option or trait. */
export type CharacterOption = {
  /** The category of a class option, such as `invocation` or `fighting style`, if the source states it. */
  subtype?: string;
  /** The class of a subclass or feature, or the race of a subrace or trait. */
  parent?: string;
  /** The lowest level at which it is gained. */
  level?: number;
  /** A class's hit die, such as `d10`. */
  hit_die?: string;
  /** The abilities of the saving throw proficiencies of a class. */
  saving_throws?: Array<string>;
  /** The spellcasting ability of a class. */
  spellcasting_ability?: string;
  /** The prerequisite of a feat or option. */
  prerequisite?: string;
  /** A race's size, such as `Medium`. */
  size?: string;
  /** A race's walking speed in feet. */
  speed?: number;
  /** The names of features, traits or benefits in the body. */
  features?: Array<string>;
};

/** The fields of a prepared encounter. */
export type Encounter = {
  /** The participants, in the order of the source. */
  creatures?: Array<Participant>;
};

/** A creature in an encounter. */
export type Participant = {
  /** The creature's name, such as `Goblin`. */
  name: string;
  /** The number of these creatures. */
  number: number;
};

/** The fields of a rule, condition, skill or other reference entry. */
export type Rule = {
  /** The chapter of a section of the rules, such as `Combat`. */
  section?: string;
  /** The ability score of a skill, such as `Strength`. */
  ability_score?: string;
  /** An abbreviation: `LG` for an alignment, `STR` for an ability. */
  abbreviation?: string;
  /** A category: `Exotic` for a language, `Mastery` for a weapon property, `Artisan's Tools` for a
   * proficiency. */
  category?: string;
};

/** The facts about an entry. */
export type Facts = { [key: string]: Array<Statement> };

/** A value of a fact and the words that state it. */
export type Statement = {
  /** The value. */
  value: FactValue;
  /** The words of the entry from which it was read, or those of a field. */
  words: string;
};

/** The value of a fact. */
export type FactValue = boolean | number | string;

/** The entry of which an own entry is a changed copy. The licence of its book goes with it. */
export type CopiedFrom = {
  /** The name of the entry. */
  name: string;
  /** The title of its document. */
  document_name: string;
  /** Its address. */
  uri: string;
  /** The names of that document's licences. */
  license?: string;
  /** The notice that the licence requires. */
  notice?: string;
};

/** A value that cannot be stored. */
export type FieldProblem = {
  /** The field, such as `level` or `actions`. */
  field: string;
  /** The problem and what would be valid, as a sentence. */
  problem: string;
};

/** The challenge rating that a creature's numbers are usual for. */
export type EstimatedRating = {
  /** The challenge rating. */
  challenge_rating: string;
  /** The edition whose creatures it is compared with. */
  edition: Edition;
  /** How it comes about, each step as a sentence. */
  reasons: Array<string>;
};

/** A version of an own entry. */
export type EntryVersion = {
  /** Its number, from 1. */
  version: number;
  /** The name of the entry. */
  name: string;
  /** The time at which it was stored (RFC 3339). */
  saved_at: string;
  /** True if it deleted the entry. */
  is_deletion?: boolean;
  /** The version that it brought back, if it is an undo; 0 for the time before the first. */
  repeats?: number;
};

/** An entry as the user wrote it: what is stored of an own entry, and what is exported as JSON. */
export type OwnEntry = {
  /** Its kind. */
  kind: Kind;
  /** Its name. */
  name: string;
  /** The fields of its kind. Those of a creature include the parts of its stat block. */
  fields: { [key: string]: unknown };
  /** Its text as Markdown. */
  text: string;
  /** The entry of which it is a changed copy. */
  copied_from?: CopiedFrom;
};

/** A field of an own entry. */
export type FormField = {
  /** Its name, as in the answers of lookups. */
  name: string;
  /** Its label. */
  label: string;
  /** The type of its value. */
  input: Input;
  /** The words that it takes, if they are a fixed set. */
  choices?: Array<string>;
  /** The lowest number that it takes. */
  min?: number;
  /** The highest. */
  max?: number;
  /** A valid value, as an example. */
  example: string;
};

/** The type of a field's value. */
export type Input = "line" | "paragraphs" | "number" | "amount" | "flag" | "rating" | "dice" | "choice" | "words" | "list" | "choices" | "bonuses" | "scores" | "parts";

/** An entry in the contents of its document. */
export type ContentsEntry = {
  /** The address of the whole entry. */
  uri: string;
  /** The name. */
  name: string;
  /** The kind. */
  kind: Kind;
  /** The chapter of a rule; the class or race of a character option. */
  parent?: string;
  /** The groups that it is listed in: the classes of a spell, the type of a creature, the category of
   * equipment. */
  groups?: Array<string>;
  /** The level of a spell, such as `3rd level`. */
  level?: string;
};

/** An entry with everything that a page shows beside it. */
export type WholeEntry = {
  /** The entry. */
  entry: Entry;
  /** The edition for which it is written: that of its document, unless it is the user's own and says
   * another. */
  edition: Edition;
  /** Its text as Markdown, without the facts that its fields hold. */
  text: string;
  /** The notice that its document's licence requires. */
  notice?: string;
  /** The same entry in other documents, those of the other edition first. */
  twins: Array<Twin>;
  /** The names of conditions, spells, creatures and equipment in its text. */
  links: Array<Link>;
};

/** The name of an entry in a text. */
export type Link = {
  /** The name as it is written in the text. */
  text: string;
  /** The address of the entry. */
  uri: string;
  /** The entry's kind. */
  kind: Kind;
  /** The text directly before the name, if only there it is meant: common words are names only in lists and
   * where they are emphasised. It has one `*` where an emphasis begins or ends, and a line end at either
   * end of a line or cell. */
  before?: string;
  /** The text directly after the name, like `before`. */
  after?: string;
};

/** Two entries side by side. */
export type Comparison = {
  /** The first entry. */
  first: ComparedEntry;
  /** The second entry. */
  second: ComparedEntry;
  /** The fields whose values differ. */
  fields: Array<DifferentField>;
  /** The sentences of both texts in order, each as runs of words of both, or of one of them. */
  sentences: Array<Array<Words>>;
  /** The number of sentences that both have word for word. */
  same_sentences: number;
};

/** An entry that is compared. */
export type ComparedEntry = {
  /** Its name. */
  name: string;
  /** Its kind. */
  kind: Kind;
  /** The key of its document. */
  document_key: DocumentKey;
  /** The title of its document. */
  document_name: string;
  /** The edition of its document. */
  edition: Edition;
  /** The citation of the printed book, if its page is known. */
  citation?: string;
  /** Its address. */
  uri: string;
};

/** A field whose values differ. */
export type DifferentField = {
  /** The name of the field, in words. */
  name: string;
  /** The value of each entry; empty if it has none. */
  values: Array<string>;
};

/** Words that both texts have, or one of them. A space joins runs. */
export type Words = {
  same: string;
} | {
  first: string;
} | {
  second: string;
};

/** A document of the library. */
export type Document = {
  /** The key used in filters, such as `srd-2014`. */
  document_key: DocumentKey;
  /** The title. */
  document_name: string;
  /** The provider. */
  source_api: Provider;
  /** The number of entries in the library. */
  entity_count: number;
  /** The publisher. */
  publisher?: string;
  /** The names of its licences. */
  license?: string;
  /** The notice that its licence requires. */
  notice?: string;
  /** The game system, such as `5th Edition 2014`. */
  game_system?: string;
  /** A web page about it. */
  url?: string;
  /** The time of the last update (RFC 3339). */
  updated_at: string;
  /** Present if only on-demand answers are stored; a sync fetches the rest. */
  partial?: boolean;
  /** For homebrew: its files and the result of their import. */
  import?: ImportSummary;
};

/** The summary of a homebrew document's import. */
export type ImportSummary = {
  /** The names of the files. */
  files: Array<string>;
  /** The time of the last import (RFC 3339). */
  imported_at: string;
  /** The number of repairs. */
  repairs: number;
  /** The number of unusable fields. */
  notes: number;
  /** The number of rejected entries. */
  rejected: number;
  /** The number of entries with the same key as another. */
  conflicts: number;
};

export type BrowseArguments = {
  /** The beginning of a name, or some words. Everything if absent. */
  query?: string;
  /** Only these types of content, such as `spell`, `creature`, `magic-item`, `condition`. */
  kinds?: Array<string>;
  /** Filters; all must match. */
  filters?: Array<FieldFilter>;
  /** Only this edition: `2014` (5e, SRD 5.1) or `2024` (5.5e, SRD 5.2). Leaves out other systems and
   * homebrew. */
  edition?: string;
  /** The lowest challenge rating of creatures, as a number such as 0.25. */
  cr_min?: number;
  /** The highest challenge rating of creatures. */
  cr_max?: number;
  /** True to search by meaning as well: the best matches come first. */
  by_meaning?: boolean;
  /** The order; unless given, the best match first, or what is looked up most. `-` reverses it. */
  sort?: Order;
  /** False lists each edition, printing and variant by itself; default true. */
  fold?: boolean;
  /** The number of entries to skip, for the next page. */
  offset?: number;
  /** The maximum number of entries; default 50. */
  limit?: number;
};

/** A filter by the values of one field. */
export type FieldFilter = {
  /** The field. */
  field: Field;
  /** The entry has one of these values. */
  include?: Array<string>;
  /** The entry has none of these values. */
  exclude?: Array<string>;
  /** The entry has every value of `include` instead of one of them. */
  every?: boolean;
};

export type Order = "name" | "-name" | "source" | "-source" | "level" | "-level" | "school" | "-school" | "casting-time" | "-casting-time" | "concentration" | "-concentration" | "challenge-rating" | "-challenge-rating" | "type" | "-type" | "armor-class" | "-armor-class" | "hit-points" | "-hit-points" | "category" | "-category" | "rarity" | "-rarity" | "cost" | "-cost";

export type ExportArguments = {
  /** The entries, by `uri`. Without them and `found`, the pins. */
  uris?: Array<string>;
  /** All entries that this request of `browse_entries` finds. */
  found?: BrowseArguments;
  /** The format. */
  format: ExportFormat;
};

/** The form of an exported file. */
export type ExportFormat = "markdown" | "print" | "improved-initiative" | "fantasy-statblocks" | "orcbrew";

export type EncounterArguments = {
  /** The number of characters, 1 to 20. */
  characters?: number;
  /** Their level, 1 to 20. */
  level?: number;
  /** Instead of these two: the level of each character, such as [3, 3, 4]. */
  levels?: Array<number>;
  /** How hard: low, moderate or high; default moderate. */
  difficulty?: string;
  /** The creatures of an encounter to rate, such as `4 goblin` or an address. */
  creatures?: Array<string>;
  /** What a plan is about, in plain words. */
  theme?: string;
  /** Where they live, such as `forest`. */
  environment?: string;
  /** The creature type. */
  type?: string;
  /** The lowest challenge rating of a creature. */
  cr_min?: number | string;
  /** The highest. */
  cr_max?: number | string;
  /** The number of creatures: `4`, or `2-6`. */
  count?: string;
  /** Creatures that each plan has, such as `2 wolf`. */
  include?: Array<string>;
  /** Names, or words of names, that none has. */
  exclude?: Array<string>;
  /** Only creatures of these documents. */
  documents?: Array<string>;
  /** Only creatures of this edition. That of 2014 has no open table of difficulties. */
  edition?: string;
  /** True to use the table of 2024 for the 2014 edition. */
  use_2024_budget?: boolean;
  /** The XP to spend, instead of the difficulty's. */
  budget_xp?: number;
  /** Another number gives other plans. */
  seed?: number;
};

export type EntryArguments = {
  /** The kind: `creature`, `spell`, `magic-item`, `feat`, `rule`, `table` … */
  kind?: string;
  /** The name. */
  name?: string;
  /** The user's book; a new title makes one. */
  book?: string;
  /** Its fields, named as in lookups: these and others. */
  fields?: { [key: string]: unknown };
  /** The text as Markdown. */
  text?: string;
  /** A creature as the text of its stat block. */
  stat_block?: string;
  /** The entry to copy and change, by `uri`. */
  copy_of?: string;
  /** The own entry to change, by `uri`. */
  change?: string;
  /** False stores it. */
  preview?: boolean;
  /** The own entry to delete, by `uri`. */
  delete?: string;
  /** The own entry whose last change to undo, by `uri`. */
  undo?: string;
};

export type KeptChange = {
  /** The campaign to choose, by name; a new name creates it, an empty one leaves the campaign. */
  name?: string;
  /** The edition whose entries come first in the campaign: `2014`, `2024` or `any`. */
  edition?: string;
  /** The documents that count in the campaign, by key or name; an empty list for all. */
  documents?: Array<string>;
  /** Entries to pin after the others, by `uri`. */
  pin?: Array<string>;
  /** Pinned entries to unpin first, by `uri`. */
  unpin?: Array<string>;
  /** The entry that `note` is about, by `uri`. */
  note_on?: string;
  /** The user's note, as Markdown; it replaces the one before, and an empty one deletes it. */
  note?: string;
  /** A campaign to delete, by name. Nothing else is deleted. */
  delete?: string;
  /** Exactly `DELETE_CAMPAIGN` with `delete`, or `REPLACE_NOTE` with a `note` in place of another, and only
   * after the user asked for that. */
  confirm?: Confirmation;
};

/** The values of `confirm`. */
export type Confirmation = "DELETE_CAMPAIGN" | "REPLACE_NOTE";

/** The tools that the page calls: what they take and send. */
export interface Tools {
  browse_entries: { arguments: BrowseArguments; value: Browsed };
  campaign: { arguments: KeptChange; value: Kept };
  change_settings: { arguments: {
  /** True to record tool calls for the user to look at. False also deletes the recorded ones. */
  keep_activity?: boolean;
  /** True to query Open5e only during a sync, and not for what a lookup misses. */
  offline?: boolean;
}; value: {
  /** True if tool calls are recorded. */
  keep_activity: boolean;
  /** True if Open5e is queried only during a sync. */
  offline: boolean;
} };
  clear_cache: { arguments: {
  /** Exactly `CLEAR_CACHE`, and only after the user asked for the cache to be cleared. */
  confirm: "CLEAR_CACHE";
}; value: {
  /** The number of cached queries to Open5e, including failures. */
  questions: number;
} };
  delete_document: { arguments: {
  /** The document's key, from `list_documents`. */
  document: string;
  /** Exactly `DELETE_DOCUMENT`, and only after the user asked for this document to be deleted. */
  confirm: "DELETE_DOCUMENT";
}; value: Document };
  list_documents: { arguments: {
  /** Only documents from this source. */
  source?: "open5e_v2" | "open5e_v1" | "dnd5e_api" | "srd" | "orcbrew" | "own";
  /** `json` for programs, `text` for people; default `json`. */
  format?: "json" | "text";
  /** The number of documents to skip, for the next page of a very long list. */
  offset?: number;
}; value: Array<Document> };
  list_open5e: { arguments: { [key: string]: unknown }; value: Offered };
  plan_encounter: { arguments: EncounterArguments; value: EncounterAnswer };
  read_book: { arguments: {
  /** The key of the document whose contents to list, from `list_documents`. */
  document?: string;
  /** Instead: the addresses of entries to read whole. Those that are no longer there are left out. */
  uris?: Array<string>;
}; value: Array<ContentsEntry> | Array<WholeEntry> };
  read_entry: { arguments: {
  /** The entry's address, from any list of entries, such as `lore://entry/srd-2014/spell/fireball`. */
  uri: string;
  /** The part of a very long entry; default 1. */
  part?: number;
  /** Compares it with this entry instead: its `uri`, or `twin` for the same entry in the other edition. */
  compare_with?: string;
}; value: WholeEntry | Comparison };
  roll: { arguments: {
  /** Dice, such as `2d6+3`, `4d6kh3` or `d20+5 advantage`. */
  dice?: string;
  /** Rolls on the table of this entry: its `uri` or name. */
  table?: string;
  /** Its table's heading or column, if it has several. */
  column?: string;
  /** Repeats the roll that had this seed. */
  seed?: number;
}; value: Rolled };
  save_entry: { arguments: EntryArguments; value: Saved };
}

/** The fields of each family of kinds. */
export interface Families {
  Spell: Spell;
  Creature: Creature;
  Equipment: Equipment;
  CharacterOption: CharacterOption;
  Rule: Rule;
  Encounter: Encounter;
}

/** The family of each kind. */
export const FAMILY: { readonly [K in Kind]: keyof Families } = {
  "spell": "Spell",
  "creature": "Creature",
  "weapon": "Equipment",
  "armor": "Equipment",
  "magic-item": "Equipment",
  "item": "Equipment",
  "class": "CharacterOption",
  "subclass": "CharacterOption",
  "race": "CharacterOption",
  "subrace": "CharacterOption",
  "background": "CharacterOption",
  "feat": "CharacterOption",
  "class-option": "CharacterOption",
  "trait": "CharacterOption",
  "rule": "Rule",
  "condition": "Rule",
  "damage-type": "Rule",
  "weapon-property": "Rule",
  "skill": "Rule",
  "ability-score": "Rule",
  "magic-school": "Rule",
  "language": "Rule",
  "proficiency": "Rule",
  "alignment": "Rule",
  "creature-type": "Rule",
  "environment": "Rule",
  "encounter": "Encounter",
};

/** The fields by which entries are browsed: the title, whether an entry can have several values, whether they are shown on request only, and whether entries of all kinds have it. */
export const FIELDS: { readonly [F in Field]: { title: string; several: boolean; folded: boolean; ofAllKinds: boolean } } = {
  "level": { title: "Level", several: false, folded: false, ofAllKinds: false },
  "school": { title: "School", several: false, folded: false, ofAllKinds: false },
  "class": { title: "Class", several: true, folded: false, ofAllKinds: false },
  "ritual": { title: "Ritual", several: false, folded: false, ofAllKinds: false },
  "concentration": { title: "Concentration", several: false, folded: false, ofAllKinds: false },
  "casting-time": { title: "Casting time", several: false, folded: false, ofAllKinds: false },
  "type": { title: "Creature type", several: false, folded: false, ofAllKinds: false },
  "size": { title: "Size", several: false, folded: false, ofAllKinds: false },
  "environment": { title: "Environment", several: true, folded: false, ofAllKinds: false },
  "movement": { title: "Movement", several: true, folded: true, ofAllKinds: false },
  "sense": { title: "Senses", several: true, folded: true, ofAllKinds: false },
  "immune-to": { title: "Immune to", several: true, folded: true, ofAllKinds: false },
  "resists": { title: "Resists", several: true, folded: true, ofAllKinds: false },
  "vulnerable-to": { title: "Vulnerable to", several: true, folded: true, ofAllKinds: false },
  "area": { title: "Area", several: true, folded: true, ofAllKinds: false },
  "legendary": { title: "Legendary", several: false, folded: true, ofAllKinds: false },
  "rarity": { title: "Rarity", several: false, folded: false, ofAllKinds: false },
  "attunement": { title: "Attunement", several: false, folded: false, ofAllKinds: false },
  "category": { title: "Category", several: false, folded: false, ofAllKinds: false },
  "property": { title: "Properties", several: true, folded: false, ofAllKinds: false },
  "bonus": { title: "Bonus", several: true, folded: true, ofAllKinds: false },
  "heals": { title: "Healing", several: false, folded: true, ofAllKinds: false },
  "action": { title: "Actions", several: true, folded: true, ofAllKinds: false },
  "save": { title: "Saving throw", several: true, folded: true, ofAllKinds: false },
  "inflicts": { title: "Inflicts", several: true, folded: true, ofAllKinds: false },
  "damage-type": { title: "Damage", several: true, folded: false, ofAllKinds: false },
  "document": { title: "Book", several: false, folded: false, ofAllKinds: true },
  "edition": { title: "Edition", several: false, folded: false, ofAllKinds: true },
};
