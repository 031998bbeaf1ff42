/** A name that a field offers. */
export interface NameOption {
  name: string;
  /** The address of its entry. */
  uri?: string;
  /** What tells it from others of the name. */
  note: string;
}
