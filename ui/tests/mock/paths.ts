/** Paths as the system of the page writes them. */
import { system } from "../../src/system";

const HOMES = { windows: "C:\\Users\\mira", macos: "/Users/mira", linux: "/home/mira" };
const LIBRARIES = {
  windows: ".lorekeeper",
  macos: "Library/Application Support/lorekeeper",
  linux: ".local/share/lorekeeper",
};

/** Returns the path of a file in the user's folder. */
export const inHome = (path: string): string =>
  `${HOMES[system]}/${path}`.replaceAll("/", system === "windows" ? "\\" : "/");

/** The folder of the library. */
export const LIBRARY = inHome(LIBRARIES[system]);
