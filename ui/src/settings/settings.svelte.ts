import { changeLibrary, changeSettings, watchSettings } from "../host";
import type { Settings, SettingsChange, Theme, Tools } from "../host-types";
import { errorText } from "../problem";

/** The settings of the app; null until they are loaded. */
export class AppSettings {
  value: Settings | null = $state.raw(null);
  /** The error of the last change. */
  trouble: string | null = $state(null);

  constructor() {
    watchSettings((value) => this.#update(value)).catch((reason: unknown) => (this.trouble = errorText(reason)));
  }

  /** Changes settings. */
  async change(change: SettingsChange): Promise<void> {
    try {
      this.#update(await changeSettings(change));
    } catch (reason) {
      this.trouble = errorText(reason);
    }
  }

  /** Changes the settings that the library keeps itself; they are in its statistics. */
  async changeLibrary(change: Tools["change_settings"]["arguments"]): Promise<void> {
    this.trouble = await changeLibrary(change).then(() => null, errorText);
  }

  #update(value: Settings): void {
    this.value = value;
    this.trouble = null;
    applyTheme(value.theme);
  }
}

/** Applies a theme: the design tokens follow the attribute, or the system without one. */
function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
