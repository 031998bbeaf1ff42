import type { Document, Open5eDocument } from "../../src/host-types";
import { inHome } from "./paths";

const SRD_51 =
  "This work includes material taken from the System Reference Document 5.1 (“SRD 5.1”) by Wizards of the Coast LLC and available at https://dnd.wizards.com/resources/systems-reference-document. The SRD 5.1 is licensed under the Creative Commons Attribution 4.0 International License available at https://creativecommons.org/licenses/by/4.0/legalcode.";
const SRD_521 =
  "This work includes material from the System Reference Document 5.2.1 (“SRD 5.2.1”) by Wizards of the Coast LLC, available at https://www.dndbeyond.com/srd. The SRD 5.2.1 is licensed under the Creative Commons Attribution 4.0 International License, available at https://creativecommons.org/licenses/by/4.0/legalcode.";

/** A document with its edition. */
export interface Source extends Document {
  edition: "2014" | "2024" | "other";
}

/** The documents of the mocked library; the entries in them are invented. */
export const SOURCES: Source[] = [
  {
    document_key: "srd-2014",
    document_name: "System Reference Document 5.1",
    source_api: "dnd5e_api",
    entity_count: 0,
    publisher: "Wizards of the Coast",
    license: "CC-BY-4.0",
    notice: SRD_51,
    game_system: "5th Edition 2014",
    updated_at: "2026-05-02T09:14:00Z",
    edition: "2014",
  },
  {
    document_key: "srd-2024",
    document_name: "System Reference Document 5.2",
    source_api: "open5e_v2",
    entity_count: 0,
    publisher: "Wizards of the Coast",
    license: "CC-BY-4.0",
    notice: SRD_521,
    game_system: "5th Edition 2024",
    url: "https://api.open5e.com/v2/documents/srd-2024/",
    updated_at: "2026-05-11T18:40:00Z",
    edition: "2024",
  },
  {
    document_key: "lod",
    document_name: "Lanterns of the Deep",
    source_api: "open5e_v2",
    entity_count: 0,
    publisher: "Saltmarsh Lantern Works",
    license: "OGL-1.0a",
    game_system: "5th Edition 2014",
    url: "https://api.open5e.com/v2/documents/lod/",
    updated_at: "2026-04-19T07:02:00Z",
    partial: true,
    edition: "2014",
  },
  {
    document_key: "the-orchard-at-the-end-of-the-long-road",
    document_name: "The Orchard at the End of the Long Road and Other Places Where Travellers Are Seldom Seen Again",
    source_api: "orcbrew",
    license: "unknown (your file)",
    entity_count: 0,
    updated_at: "2026-05-20T20:31:00Z",
    import: {
      files: [inHome("homebrew/orchard.orcbrew")],
      imported_at: "2026-05-20T20:31:00Z",
      repairs: 2,
      notes: 1,
      rejected: 2,
      conflicts: 1,
    },
    edition: "other",
  },
  {
    document_key: "house-rules",
    document_name: "House Rules",
    source_api: "orcbrew",
    license: "unknown (your file)",
    entity_count: 0,
    updated_at: "2026-03-30T12:00:00Z",
    import: {
      files: [inHome("homebrew/house-rules.orcbrew")],
      imported_at: "2026-03-30T12:00:00Z",
      repairs: 0,
      notes: 0,
      rejected: 0,
      conflicts: 0,
    },
    edition: "other",
  },
];

const offered = (
  key: string,
  name: string,
  publisher: string,
  license: string,
  game_system: string,
  held = 0,
  whole = false,
  bundled = false,
): Open5eDocument => ({
  key,
  name,
  publisher,
  license,
  game_system,
  description: `${name} by ${publisher}.`,
  about_entries: 10 * name.length,
  held,
  whole,
  bundled,
});

/** The documents that the mocked Open5e offers. */
export const OFFERED: Open5eDocument[] = [
  offered(
    "srd-2014",
    "System Reference Document 5.1",
    "Wizards of the Coast",
    "CC-BY-4.0",
    "5th Edition 2014",
    131,
    false,
    true,
  ),
  offered(
    "srd-2024",
    "System Reference Document 5.2",
    "Wizards of the Coast",
    "CC-BY-4.0",
    "5th Edition 2024",
    129,
    true,
  ),
  offered("lod", "Lanterns of the Deep", "Saltmarsh Lantern Works", "OGL-1.0a", "5th Edition 2014", 60, false),
  offered("bgw", "Bestiary of Gentle Weather", "Cumulus House", "OGL-1.0a", "5th Edition 2014"),
  offered("tkr", "The Kettle Road", "Three Spoons Press", "OGL-1.0a", "5th Edition 2014"),
  offered("mth", "Moths of the High Tower", "Three Spoons Press", "CC-BY-4.0", "5th Edition 2024"),
  offered("aqm", "Advanced Quartermaster", "Open Ledger Games", "ORC", "Advanced 5th Edition"),
];
