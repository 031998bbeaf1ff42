// Made from src-tauri/src/page/ by its test, run with UPDATE_HOST_TYPES=1. Do not edit.

export type ServerState = { phase: Phase,
/**
 * How often the server has ended on its own since the app started.
 */
crashes: number,
/**
 * Who answered the handshake; absent until then.
 */
identity: Identity | null,
/**
 * The tools it offers, in its order.
 */
tools: Array<Tool>,
/**
 * The library in numbers, as soon as the server has told them.
 */
statistics: Statistics | null,
/**
 * Why it could not tell them, in its own words.
 */
trouble: string | null, };

export type Phase = { "is": "starting" } | { "is": "running",
/**
 * Milliseconds since 1970.
 */
sinceMs: number, } | { "is": "restarting", reason: string, attempt: number, } | { "is": "failed", reason: string, advice: string, } | { "is": "stopped" };

export type Identity = { name: string, version: string,
/**
 * The revision of MCP spoken, such as `2025-11-25`.
 */
protocol: string,
/**
 * Its process id.
 */
pid: number | null, };

export type Tool = { name: string, title: string,
/**
 * The first sentence of its description.
 */
summary: string,
/**
 * It declares that it changes nothing.
 */
readOnly: boolean, };

export type BrowseRequest = {
/**
 * A name or words, without scopes.
 */
query: string,
/**
 * Kinds such as `spell` or `magic-item`; none for all.
 */
kinds: Array<string>,
/**
 * What must hold of every entry.
 */
filters: Array<BrowseFilter>,
/**
 * The challenge rating at least and at most, as numbers such as 0.25.
 */
crMin: number | null, crMax: number | null,
/**
 * Whether to search by meaning, too; slower.
 */
byMeaning: boolean,
/**
 * How many entries to leave out at the beginning, and how many to give at most (1 to 200).
 */
offset: number, limit: number, };

export type BrowseFilter = { field: string,
/**
 * The entry has one of these values (or each of them, with `every`).
 */
include: Array<string>,
/**
 * The entry has none of these.
 */
exclude: Array<string>, every: boolean, };

export type BrowseAnswer = {
/**
 * How many entries match, and how many would without the filters (`document` and `edition` included).
 */
total: number, unfiltered: number,
/**
 * Those from `offset` on, best first.
 */
entries: Array<BrowseRow>,
/**
 * How many match of each kind, whatever kinds were asked for.
 */
kinds: Array<KindMatches>,
/**
 * The fields that the entries of the chosen kinds have, with the values that occur, most useful first.
 */
fields: Array<BrowseField>,
/**
 * How many match in documents that the filters leave out.
 */
elsewhere: number,
/**
 * When nothing matches: the names of entries that are near in spelling.
 */
nearest: Array<string>,
/**
 * What the user should know, such as that search by meaning is not ready.
 */
messages: Array<string>, };

export type BrowseRow = { uri: string, name: string, kind: string, documentKey: string, documentName: string,
/**
 * `2014`, `2024` or `other`.
 */
edition: string,
/**
 * A few words: `3rd-level evocation`, `CR 17, Huge dragon`, `Rare wondrous item`.
 */
summary: string,
/**
 * Whether it was found by what it says rather than by its name.
 */
byText: boolean, };

export type KindMatches = { kind: string, count: number, };

export type BrowseField = { field: string,
/**
 * In the order in which people expect them (levels by number, sizes by size).
 */
values: Array<BrowseValue>, };

export type BrowseValue = { value: string,
/**
 * How a person reads it: `Cantrip`, `3rd level`, `System Reference Document 5.1`.
 */
label: string,
/**
 * How many of the entries that match all other fields have it.
 */
count: number, };

export type WholeEntry = { entry: Entry,
/**
 * `2014`, `2024` or `other`.
 */
edition: string,
/**
 * The Markdown after the facts that the fields hold (type line, armor class, casting time …).
 */
text: string,
/**
 * The words that the licence of its document asks to be shown with it.
 */
notice: string | null,
/**
 * The same entry in other documents, those of the other edition first.
 */
twins: Array<Twin>,
/**
 * Names in the text that are entries themselves.
 */
links: Array<Link>, };

export type Entry = { uri: string, name: string, kind: string, documentKey: string, documentName: string,
/**
 * `open5e_v2`, `open5e_v1`, `dnd5e_api` or `orcbrew`.
 */
documentSource: string, publisher: string | null, license: string | null,
/**
 * When it was last written (RFC 3339).
 */
cachedAt: string,
/**
 * `fresh`, `stale` or `imported`.
 */
cacheStatus: string,
/**
 * The whole entry as Markdown, facts included; to copy.
 */
description: string, level: number | null, school: string | null, castingTime: string | null, range: string | null, components: string | null, material: string | null, duration: string | null, concentration: boolean | null, ritual: boolean | null, classes: Array<string> | null, higherLevel: string | null, challengeRating: string | null, experiencePoints: number | null, proficiencyBonus: number | null, size: string | null, type: string | null, subtype: string | null, alignment: string | null,
/**
 * A number; of armor the formula in words.
 */
armorClass: number | string | null, armorDetail: string | null, hitPoints: number | null, hitDice: string | null, initiativeBonus: number | null, speed: string | null, abilityScores: AbilityScores | null,
/**
 * Bonuses by the ability's whole name, such as `Dexterity`.
 */
savingThrows: { [key in string]: number } | null, skills: { [key in string]: number } | null, damageVulnerabilities: string | null, damageResistances: string | null, damageImmunities: string | null, conditionImmunities: string | null, senses: string | null, languages: string | null, environments: Array<string> | null, rarity: string | null, requiresAttunement: boolean | null,
/**
 * By whom it can be attuned to, such as `by a wizard`.
 */
attunementDetail: string | null, category: string | null, costGp: number | null, weightLb: number | null, damageDice: string | null, twoHandedDamageDice: string | null, damageType: string | null, properties: Array<string> | null, strengthRequired: number | null, stealthDisadvantage: boolean | null, baseItem: string | null, };

export type AbilityScores = { strength: number, dexterity: number, constitution: number, intelligence: number, wisdom: number, charisma: number, };

export type Twin = { uri: string, documentKey: string, documentName: string, edition: string, };

export type Link = {
/**
 * As it stands in the text; each place where it stands alone (not within a longer word) is meant.
 */
text: string, uri: string, kind: string, };

export type Document = { documentKey: string, documentName: string,
/**
 * `open5e_v2`, `open5e_v1`, `dnd5e_api` or `orcbrew`.
 */
sourceApi: string, entityCount: number, publisher: string | null, license: string | null,
/**
 * The words its licence asks to be shown with its content.
 */
notice: string | null, gameSystem: string | null, url: string | null, updatedAt: string,
/**
 * Only what was asked for is here; a sync fetches all of it.
 */
partial: boolean,
/**
 * Of a document from the user's own files.
 */
import: ImportSummary | null, };

export type ImportSummary = { files: Array<string>, importedAt: string, repairs: number, notes: number, rejected: number, conflicts: number, };

export type Open5eDocuments = { documents: Array<Open5eDocument>,
/**
 * Why the list could not be fetched just now, if so; it is the last known one then, or empty.
 */
message: string | null, };

export type Open5eDocument = { key: string, name: string, publisher: string | null, license: string | null, gameSystem: string | null, description: string | null,
/**
 * How many entries of it the library holds, and whether those are all.
 */
held: number, whole: boolean, };

export type Statistics = { home: string, entries: number, documents: number, kinds: Record<string, number>, indexedEntries: number, changesToIndex: number, databaseBytes: number, indexBytes: number,
/**
 * In words, whether search by meaning works and why not.
 */
semanticSearch: string, embeddedEntries: number, entriesToEmbed: number, cache: CacheStatistics, };

export type CacheStatistics = {
/**
 * How many different questions are remembered, and how many of them are fresh, stale or failed.
 */
questions: number, fresh: number, stale: number, failures: number,
/**
 * How many lookups needed no request and how many did, since the server started.
 */
hits: number, misses: number, offline: boolean, };

export type Call = {
/**
 * When it was answered (RFC 3339).
 */
at: string,
/**
 * The name and the version of the program that asked.
 */
client: string, tool: string,
/**
 * As JSON; the end of long ones is cut off.
 */
arguments: string, results: number | null, milliseconds: number, error: string | null,
/**
 * The first of the entries that it gave.
 */
entries: Array<CallEntry>, };

export type CallEntry = { name: string, uri: string, };

export type Job = { id: number, what: JobKind,
/**
 * Milliseconds since 1970.
 */
startedMs: number, state: JobState, };

export type JobKind = { "is": "sync", documents: Array<string>, } | { "is": "import", path: string, file: string, };

export type JobState = { "is": "waiting" } | { "is": "running", step: string, done: number, total: number | null, } | { "is": "cancelling" } | { "is": "cancelled" } | { "is": "synced", message: string, report: SyncReport | null, } | { "is": "imported", message: string, reports: Array<ImportReport>, } | { "is": "failed", problem: Problem, };

export type SyncReport = { read: number, stored: number, added: number, changed: number, unchanged: number, removed: number, rejected: Array<Rejected>, };

export type ImportReport = { file: string, read: number, stored: number, added: number, changed: number, unchanged: number, removed: number, books: Array<Book>,
/**
 * Places in the file that were mended.
 */
repairs: Array<Repair>,
/**
 * Fields that could not be used.
 */
notes: Array<Rejected>,
/**
 * Entries that could not be kept.
 */
rejected: Array<Rejected>, conflicts: Array<Conflict>, messages: Array<string>, };

export type Book = { name: string, documentKey: string | null, stored: number, };

export type Repair = { line: number, what: string, };

export type Rejected = {
/**
 * The book or the endpoint.
 */
place: string, key: string, line: number | null, reason: string, };

export type Conflict = { book: string, name: string, };

export type Problem = { code: string, message: string, advice: string, };

export type Client = {
/**
 * Such as `claude-desktop`.
 */
id: string, name: string, state: ClientState,
/**
 * Its settings file, when it is installed.
 */
file: string | null,
/**
 * What to do after connecting.
 */
advice: string,
/**
 * Something to ask the assistant then.
 */
samplePrompt: string,
/**
 * Whether the last change can be undone.
 */
canUndo: boolean,
/**
 * When it last asked something (RFC 3339), as far as that is known.
 */
lastSeen: string | null, };

export type ClientState = { "is": "notInstalled" } | { "is": "notConnected" } | { "is": "connected" } | { "is": "stale", reason: string, } | { "is": "unreadable", reason: string, snippet: string, };

export type ClientAction = "connect" | "disconnect" | "repair";

export type ClientPlan = {
/**
 * Names the plan when it is carried out.
 */
id: number, file: string, makesFile: boolean, lines: Array<PlanLine>, };

export type PlanLine = { sign: string, text: string, };

export type ClientTest = { ok: boolean, steps: Array<TestStep>, };

export type TestStep = { what: string, ok: boolean, detail: string, };

export type Settings = { theme: Theme, startAtLogin: boolean,
/**
 * The keys that show and hide the window from anywhere, such as `Ctrl+Alt+L`; empty for none.
 */
shortcut: string,
/**
 * Why the keys do not work, if so.
 */
shortcutProblem: string | null,
/**
 * Whether lookups never ask Open5e.
 */
offline: boolean,
/**
 * Whether what assistants ask is noted.
 */
keepActivity: boolean,
/**
 * Whether the first steps were done or put away.
 */
onboarded: boolean,
/**
 * The folder of the library.
 */
home: string,
/**
 * The version of the app.
 */
version: string, };

export type SettingsChange = { theme?: Theme, startAtLogin?: boolean, shortcut?: string, offline?: boolean, keepActivity?: boolean, onboarded?: boolean, };

export type Theme = "system" | "light" | "dark";

export type Wish = { "is": "search" } | { "is": "showLibrary" } | { "is": "dragOver", files: number, } | { "is": "dragEnd" };

export type HttpState = {
/**
 * Whether it is switched on.
 */
on: boolean,
/**
 * The port that was chosen.
 */
port: number, phase: HttpPhase, };

export type HttpPhase = { "is": "off" } | { "is": "starting" } | { "is": "on", url: string, } | { "is": "restarting", reason: string, } | { "is": "failed", reason: string, advice: string, };
