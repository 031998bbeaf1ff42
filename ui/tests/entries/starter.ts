/** A library with the starter content, which one test file makes and every other copies. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
export const BUILT = process.env.LOREKEEPER_BUILT ?? join(ROOT, process.env.CARGO_TARGET_DIR ?? "target", "debug");
export const PROGRAM = join(BUILT, "lorekeeper-mcp");
const STARTER = join(ROOT, "resources", "starter");
/** Where the library stays for other files and later runs, in a folder named after what it was made from. */
const KEPT = join(dirname(BUILT), "tmp", "templates", "page");

/**
 * Returns the settings of a program on the library in a folder: without the model, so that nothing is
 * embedded.
 */
export function settingsIn(folder: string): Record<string, string> {
  const resources = join(folder, "resources");
  if (!existsSync(resources)) {
    mkdirSync(resources);
    symlinkSync(STARTER, join(resources, "starter"));
  }
  return {
    LOREKEEPER_HOME: join(folder, "library"),
    LOREKEEPER_RESOURCES: resources,
    LOREKEEPER_OFFLINE: "1",
    RUST_LOG: "error",
  };
}

/** Names the state of some files by their sizes and times. */
function version(files: string[]): string {
  const states = files.map((file) => {
    const state = statSync(file, { throwIfNoEntry: false });
    return [file, state?.size, state?.mtimeMs];
  });
  return createHash("sha256").update(JSON.stringify(states)).digest("hex").slice(0, 16);
}

/**
 * Returns the folder of the library and of the settings that made it, and makes them if the program or the
 * content is new.
 */
function kept(): string {
  if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is missing: cargo build --workspace --bins`);
  const made = join(KEPT, version([PROGRAM, join(STARTER, ".stamp"), join(STARTER, "vectors.bin")]));
  if (existsSync(made)) return made;
  mkdirSync(KEPT, { recursive: true });
  const draft = mkdtempSync(join(KEPT, "draft-"));
  execFileSync(PROGRAM, ["stats"], { env: { ...process.env, ...settingsIn(draft) }, stdio: "ignore" });
  try {
    renameSync(draft, made);
  } catch (error) {
    // Another file's process made it meanwhile.
    if (!existsSync(made)) throw error;
    rmSync(draft, { recursive: true });
  }
  for (const old of readdirSync(KEPT))
    if (old !== basename(made) && !old.startsWith("draft-")) rmSync(join(KEPT, old), { recursive: true, force: true });
  return made;
}

/** Fills a folder with a library that has the starter content; returns the settings of a program on it. */
export function copyStarterLibrary(folder: string): Record<string, string> {
  // A socket of the program that made it cannot be copied.
  const filter = (file: string) => !statSync(file).isSocket();
  cpSync(join(kept(), "library"), join(folder, "library"), { recursive: true, filter });
  return settingsIn(folder);
}
