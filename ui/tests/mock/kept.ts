import type { Answer, Campaign, Kept, KeptChange } from "../../src/host-types";
import type { MockEntry } from "./content";

export const NOTHING_KEPT: Kept = { campaigns: [], pins: [] };

/** Returns what is kept after a change, as the server does it. */
export function changed(kept: Kept, change: KeptChange, library: MockEntry[]): Answer<Kept> {
  let { chosen, campaigns, pins } = kept;
  if (change.delete) {
    campaigns = campaigns.filter(({ name }) => name !== change.delete);
    if (chosen === change.delete) chosen = undefined;
  }
  if (change.name === "") chosen = undefined;
  else if (change.name) {
    const old: Campaign = campaigns.find(({ name }) => name === change.name) ?? { name: change.name, documents: [] };
    const edition = change.edition ?? old.edition;
    const campaign: Campaign = { ...old, documents: change.documents ?? old.documents };
    if (edition === "2014" || edition === "2024") campaign.edition = edition;
    else delete campaign.edition;
    campaigns = [...campaigns.filter(({ name }) => name !== change.name), campaign];
    chosen = change.name;
  }
  pins = pins.filter(({ uri }) => !change.unpin?.includes(uri));
  for (const uri of change.pin ?? []) {
    const name = library.find(({ row }) => row.uri === uri)?.row.name;
    if (name && !pins.some((pin) => pin.uri === uri)) pins = [...pins, { uri, name }];
  }
  return { value: { ...(chosen ? { chosen } : {}), campaigns, pins }, message: null };
}
