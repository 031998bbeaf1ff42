/** Short names and colours of documents. */

const HUES = 12;

/** The colour class of a document: one of `hue-0` … `hue-11`. */
export function hueClass(documentKey: string): string {
  let hash = 2166136261;
  for (let at = 0; at < documentKey.length; at++) hash = Math.imul(hash ^ documentKey.charCodeAt(at), 16777619);
  return `hue-${(((hash >>> 16) ^ hash) >>> 0) % HUES}`;
}

/** "System Reference Document 5.1" → "SRD 5.1"; other long names become their key or initials. */
export function shortName(documentKey: string, documentName: string): string {
  // Homebrew with the name of an official document keeps its suffix.
  if (documentName.endsWith(HOMEBREW))
    return shortened(documentKey, documentName.slice(0, -HOMEBREW.length)) + HOMEBREW;
  const srd = /^System Reference Document ([\d.]+)/.exec(documentName);
  return srd ? `SRD ${srd[1]}` : shortened(documentKey, documentName);
}

const HOMEBREW = " (homebrew)";

function shortened(documentKey: string, documentName: string): string {
  if (documentName.length <= 18) return documentName;
  if (documentKey.length <= 6) return documentKey.toUpperCase();
  const initials = documentName
    .split(/[\s:–-]+/)
    .filter((word) => /^[\p{Lu}\d]/u.test(word))
    .map((word) => word[0]);
  return initials.length > 1 ? initials.slice(0, 5).join("") : documentKey;
}

/** "2014" → "2014 rules" */
export const editionName = (edition: string): string => (edition === "other" ? "other rules" : `${edition} rules`);
