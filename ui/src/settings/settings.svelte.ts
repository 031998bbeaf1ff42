import { changeSettings, watchSettings } from "../host";
import type { Settings, SettingsChange, Theme } from "../host-types";
import { troubleOf } from "../jobs/problem";

/** The settings as the shell keeps them; null until it has told them. */
export class AppSettings {
  value: Settings | null = $state.raw(null);
  /** Why the settings could not be read or changed, if so. */
  trouble: string | null = $state(null);

  constructor() {
    watchSettings((value) => this.#tell(value)).catch((reason: unknown) => this.#fail(reason));
  }

  /** Changes what is given; what the shell then tells is what holds. */
  async change(change: SettingsChange): Promise<void> {
    try {
      this.#tell(await changeSettings(change));
    } catch (reason) {
      this.#fail(reason);
    }
  }

  #tell(value: Settings): void {
    this.value = value;
    this.trouble = null;
    wear(value.theme);
  }

  #fail(reason: unknown): void {
    this.trouble = troubleOf(reason);
  }
}

/** Puts a theme on the page: the tokens follow the attribute, and the system where there is none. */
function wear(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
