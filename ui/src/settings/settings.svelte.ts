import { changeLibrary, changeSettings, watchSettings } from "../host";
import type { Settings, SettingsChange, Theme, Tools } from "../host-types";
import { errorText } from "../problem";

/** The settings of the app; null until they are loaded. */
export class AppSettings {
  value: Settings | null = $state.raw(null);
  /** True from the click that puts the first steps away, before that is stored. */
  #isPutAway = $state(false);
  /** The first steps are not done. */
  readonly isFirst: boolean = $derived(this.value?.onboarded === false && !this.#isPutAway);
  /** The error of the last change. */
  trouble: string | null = $state(null);

  constructor() {
    watchSettings((value) => this.#update(value)).catch((reason: unknown) => (this.trouble = errorText(reason)));
  }

  /** Puts the first steps away, with the click. */
  putStepsAway(): void {
    this.#isPutAway = true;
    void this.change({ onboarded: true });
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
