import type { Document, Open5eDocument } from "../../src/host-types";

const SRD_51 =
  "This work includes material taken from the System Reference Document 5.1 (“SRD 5.1”) by Wizards of the Coast LLC and available at https://dnd.wizards.com/resources/systems-reference-document. The SRD 5.1 is licensed under the Creative Commons Attribution 4.0 International License available at https://creativecommons.org/licenses/by/4.0/legalcode.";
const SRD_521 =
  "This work includes material from the System Reference Document 5.2.1 (“SRD 5.2.1”) by Wizards of the Coast LLC, available at https://www.dndbeyond.com/srd. The SRD 5.2.1 is licensed under the Creative Commons Attribution 4.0 International License, available at https://creativecommons.org/licenses/by/4.0/legalcode.";

/** A document and how its entries are dealt out. */
export interface Source extends Document {
  edition: "2014" | "2024" | "other";
}

const none = { publisher: null, license: null, notice: null, gameSystem: null, url: null, partial: false, import: null };

/** The documents of the mocked library; the entries in them are invented. */
export const SOURCES: Source[] = [
  {
    ...none,
    documentKey: "srd-2014",
    documentName: "System Reference Document 5.1",
    sourceApi: "dnd5e_api",
    entityCount: 0,
    publisher: "Wizards of the Coast",
    license: "CC-BY-4.0",
    notice: SRD_51,
    gameSystem: "5th Edition 2014",
    updatedAt: "2026-05-02T09:14:00Z",
    edition: "2014",
  },
  {
    ...none,
    documentKey: "srd-2024",
    documentName: "System Reference Document 5.2",
    sourceApi: "open5e_v2",
    entityCount: 0,
    publisher: "Wizards of the Coast",
    license: "CC-BY-4.0",
    notice: SRD_521,
    gameSystem: "5th Edition 2024",
    url: "https://api.open5e.com/v2/documents/srd-2024/",
    updatedAt: "2026-05-11T18:40:00Z",
    edition: "2024",
  },
  {
    ...none,
    documentKey: "lod",
    documentName: "Lanterns of the Deep",
    sourceApi: "open5e_v2",
    entityCount: 0,
    publisher: "Saltmarsh Lantern Works",
    license: "OGL-1.0a",
    gameSystem: "5th Edition 2014",
    url: "https://api.open5e.com/v2/documents/lod/",
    updatedAt: "2026-04-19T07:02:00Z",
    partial: true,
    edition: "2014",
  },
  {
    ...none,
    documentKey: "the-orchard-at-the-end-of-the-long-road",
    documentName: "The Orchard at the End of the Long Road and Other Places Where Travellers Are Seldom Seen Again",
    sourceApi: "orcbrew",
    entityCount: 0,
    updatedAt: "2026-05-20T20:31:00Z",
    import: {
      files: ["/home/mira/homebrew/orchard.orcbrew"],
      importedAt: "2026-05-20T20:31:00Z",
      repairs: 2,
      notes: 1,
      rejected: 2,
      conflicts: 1,
    },
    edition: "other",
  },
  {
    ...none,
    documentKey: "house-rules",
    documentName: "House Rules",
    sourceApi: "orcbrew",
    entityCount: 0,
    updatedAt: "2026-03-30T12:00:00Z",
    import: { files: ["/home/mira/homebrew/house-rules.orcbrew"], importedAt: "2026-03-30T12:00:00Z", repairs: 0, notes: 0, rejected: 0, conflicts: 0 },
    edition: "other",
  },
];

const offered = (key: string, name: string, publisher: string, license: string, gameSystem: string, held = 0, whole = false): Open5eDocument => ({
  key,
  name,
  publisher,
  license,
  gameSystem,
  description: `${name} by ${publisher}.`,
  held,
  whole,
});

/** What the mocked Open5e offers. */
export const OFFERED: Open5eDocument[] = [
  offered("srd-2014", "System Reference Document 5.1", "Wizards of the Coast", "CC-BY-4.0", "5th Edition 2014", 131, false),
  offered("srd-2024", "System Reference Document 5.2", "Wizards of the Coast", "CC-BY-4.0", "5th Edition 2024", 129, true),
  offered("lod", "Lanterns of the Deep", "Saltmarsh Lantern Works", "OGL-1.0a", "5th Edition 2014", 60, false),
  offered("bgw", "Bestiary of Gentle Weather", "Cumulus House", "OGL-1.0a", "5th Edition 2014"),
  offered("tkr", "The Kettle Road", "Three Spoons Press", "OGL-1.0a", "5th Edition 2014"),
  offered("mth", "Moths of the High Tower", "Three Spoons Press", "CC-BY-4.0", "5th Edition 2024"),
  offered("aqm", "Advanced Quartermaster", "Open Ledger Games", "ORC", "Advanced 5th Edition"),
];
