/** The cell with the keyboard focus. Each cell subscribes to itself, so that a move re-renders two cells instead of the table. */
export class ActiveCell {
  #key = '';
  #row: number | null = null;
  readonly #listeners = new Map<string, Set<() => void>>();

  /** Whether this cell is active. */
  isActive(row: number, column: number): boolean {
    return this.#key === `${row} ${column}`;
  }

  /** Row of the active cell; null while no cell is active. */
  get row(): number | null {
    return this.#row;
  }

  /** Makes a cell active. */
  activate(row: number, column: number): void {
    this.#row = row;
    const [oldKey, key] = [this.#key, `${row} ${column}`];
    if (oldKey === key) return;
    this.#key = key;
    for (const changed of [oldKey, key]) for (const listener of [...(this.#listeners.get(changed) ?? [])]) listener();
  }

  /** Leaves no cell active, because other flats are shown now. */
  clear(): void {
    const oldKey = this.#key;
    [this.#key, this.#row] = ['', null];
    for (const listener of [...(this.#listeners.get(oldKey) ?? [])]) listener();
  }

  /** Subscribes to one cell. @returns a function that unsubscribes */
  subscribe(row: number, column: number, listener: () => void): () => void {
    const key = `${row} ${column}`;
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(key);
    };
  }
}
