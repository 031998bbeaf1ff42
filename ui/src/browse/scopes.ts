/** Scopes in the search field, such as `spell:`: kinds and documents. */

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

/** The kinds and documents that a search is restricted to. */
export interface Scope {
  kinds: string[];
  documents: string[];
}

/** Splits the scope from the text: `srd-2024,spell: fire` → the scope and "fire"; null if there is none. */
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

/** Completes a scope: `sp` → `spell:`, `spell,to` → `spell,tob:`; null if none matches. */
export function completeScope(text: string, documents: string[]): string | null {
  const found = /^\s*((?:[\p{L}\d_-]+,)*)([\p{L}\d_-]+)$/u.exec(text);
  if (!found?.[2]) return null;
  const begun = found[2].toLowerCase();
  const word = [...Object.keys(KINDS), ...documents].find((name) => name.toLowerCase().startsWith(begun));
  return word ? `${found[1] ?? ""}${word}:` : null;
}
