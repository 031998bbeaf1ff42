/** What stands before a colon in the search field: kinds and documents. */

const KINDS: Record<string, string[]> = {
  spell: ["spell"],
  creature: ["creature"],
  monster: ["creature"],
  item: ["item", "magic-item", "weapon", "armor"],
  "magic-item": ["magic-item"],
  weapon: ["weapon"],
  armor: ["armor"],
  rule: ["rule"],
  condition: ["condition"],
  class: ["class"],
  subclass: ["subclass"],
  race: ["race", "subrace"],
  species: ["race", "subrace"],
  background: ["background"],
  feat: ["feat"],
  "class-option": ["class-option"],
  trait: ["trait"],
  skill: ["skill"],
  language: ["language"],
  property: ["weapon-property"],
  "damage-type": ["damage-type"],
  school: ["magic-school"],
  environment: ["environment"],
  encounter: ["encounter"],
};

/** Kinds and documents that a search is kept to. */
export interface Scope {
  kinds: string[];
  documents: string[];
}

/** Takes the scopes off the beginning: `srd-2024,spell: fire` → the scope and "fire"; null when there is none. */
export function takeScope(text: string, documents: string[]): { scope: Scope; rest: string } | null {
  const found = /^\s*([\p{L}\d,_-]+):\s*/u.exec(text);
  if (!found?.[1]) return null;
  const scope: Scope = { kinds: [], documents: [] };
  for (const word of found[1].toLowerCase().split(",").filter(Boolean)) {
    const document = documents.find((key) => key.toLowerCase() === word);
    if (Object.hasOwn(KINDS, word)) scope.kinds.push(...(KINDS[word] ?? []));
    else if (document) scope.documents.push(document);
    else return null;
  }
  return { scope, rest: text.slice(found[0].length) };
}

/** What Tab makes of a word that is begun: `sp` → `spell:`, `spell,to` → `spell,tob:`; null when nothing fits. */
export function completeScope(text: string, documents: string[]): string | null {
  const found = /^\s*((?:[\p{L}\d_-]+,)*)([\p{L}\d_-]+)$/u.exec(text);
  if (!found?.[2]) return null;
  const begun = found[2].toLowerCase();
  const word = [...Object.keys(KINDS), ...documents].find((name) => name.toLowerCase().startsWith(begun));
  return word ? `${found[1] ?? ""}${word}:` : null;
}
