/** The cell that the keys have led to. Each cell follows itself, so that a move draws the two it is about and not the table. */
export class ActiveCell {
  #key = '';
  #row: number | null = null;
  readonly #listeners = new Map<string, Set<() => void>>();

  /** Whether it is this one. */
  is(row: number, column: number): boolean {
    return this.#key === `${row} ${column}`;
  }

  /** Its row; null while the keys have led nowhere yet. */
  get row(): number | null {
    return this.#row;
  }

  /** Leads there. */
  set(row: number, column: number): void {
    this.#row = row;
    const [before, key] = [this.#key, `${row} ${column}`];
    if (before === key) return;
    this.#key = key;
    for (const changed of [before, key]) for (const listener of [...(this.#listeners.get(changed) ?? [])]) listener();
  }

  /** Of other flats the keys have led nowhere yet. */
  clear(): void {
    const left = this.#key;
    [this.#key, this.#row] = ['', null];
    for (const listener of [...(this.#listeners.get(left) ?? [])]) listener();
  }

  /** Follows one cell. @returns how to stop */
  follow(row: number, column: number, listener: () => void): () => void {
    const key = `${row} ${column}`;
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(key);
    };
  }
}
