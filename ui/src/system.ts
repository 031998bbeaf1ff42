/** The system that the window runs on, and the words in which systems differ. */

export type System = "windows" | "macos" | "linux";

/** The engines of all three name their system in the user agent. */
function find(): System {
  if (/Windows/.test(navigator.userAgent)) return "windows";
  return /Mac OS X/.test(navigator.userAgent) ? "macos" : "linux";
}

export const system: System = find();
export const isMac = system === "macos";

interface Words {
  showFolder: string;
  /** Where the icon is from which a hidden window is shown. */
  inTray: string;
}

const WORDS: Record<System, Words> = {
  windows: { showFolder: "Show in File Explorer", inTray: "In the notification area" },
  macos: { showFolder: "Show in Finder", inTray: "In the menu bar" },
  linux: { showFolder: "Show the folder", inTray: "In the tray" },
};

export const words: Words = WORDS[system];
