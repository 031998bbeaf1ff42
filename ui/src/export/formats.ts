import type { ExportFormat } from "../host-types";

interface Format {
  name: ExportFormat;
  title: string;
  note: string;
  extension: string;
}

/** The formats in which entries are exported, as the dialog offers them. */
export const FORMATS: readonly Format[] = [
  { name: "print", title: "Page to print", note: "spells and items as cards, nine to a sheet", extension: "html" },
  { name: "markdown", title: "Markdown", note: "every entry whole", extension: "md" },
  {
    name: "improved-initiative",
    title: "Improved Initiative",
    note: "creatures and spells, for its import",
    extension: "json",
  },
  {
    name: "fantasy-statblocks",
    title: "Fantasy Statblocks",
    note: "creatures as a note for Obsidian",
    extension: "md",
  },
  {
    name: "orcbrew",
    title: "OrcBrew",
    note: "spells, creatures, feats and languages, for OrcPub",
    extension: "orcbrew",
  },
  { name: "5etools", title: "5etools", note: "every entry but classes, as homebrew JSON", extension: "json" },
  { name: "foundry", title: "Foundry VTT", note: "a document, or an adventure of several", extension: "json" },
];
