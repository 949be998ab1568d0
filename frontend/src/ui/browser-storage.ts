/** Records by key that this browser keeps as one text of JSON; where storage is forbidden, they last as long as the page. */
export class BrowserStorage<T> {
  readonly #name: string;
  #unkept: Record<string, T> = {};

  /** `name`: of the text in localStorage. */
  constructor(name: string) {
    this.#name = name;
  }

  read(): Record<string, T> {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.#name) ?? '{}');
      if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return this.#unkept;
      return { ...this.#unkept, ...(kept as Record<string, T>) };
    } catch {
      return this.#unkept;
    }
  }

  /** These, and no others. */
  write(all: Record<string, T>): void {
    try {
      localStorage.setItem(this.#name, JSON.stringify(all));
      this.#unkept = {};
    } catch {
      this.#unkept = all;
    }
  }
}
