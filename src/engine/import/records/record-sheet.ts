import type { Resource } from '#resources/language/define-resource.ts';
import type { ImportCells } from '#resources/rules/import/fields.ts';
import type { RowSheet } from '../import-session.ts';
import type { Patch, RowIndexes } from '../worker-messages.ts';
import type { RecordShapes } from './record-shapes.ts';
import {
  type ImportOutcome,
  type ImportRow,
  isValidRow,
  rowEffect,
  sortByOwnNumber,
  type UpdateKey,
  withCheckedRows,
  withOutcomes,
  withRepeats,
} from './rows.ts';

const hasSameCells = (one: ImportCells['cells'], other: ImportCells['cells']): boolean =>
  Object.keys({ ...one, ...other }).every((wire) => one[wire] === other[wire]);

const isSameRow = (one: ImportRow, other: ImportRow): boolean =>
  one.cells === other.cells &&
  one.record === other.record &&
  one.isOutdated === other.isOutdated &&
  (one.errors === other.errors || JSON.stringify(one.errors) === JSON.stringify(other.errors));

/** Rows of a file being imported: the server's check results, and duplicates within the file. */
export class RecordSheet implements RowSheet<RecordShapes> {
  readonly resource: Resource;
  /** Idempotency key of the file: a repeated submission stores nothing twice. */
  readonly key: string;
  /** Key by which rows find the records they update; null: every row is a new record. */
  updateKey: UpdateKey | null;
  /** Rows as shown, including errors about duplicates within the file. */
  readonly rows: ImportRow[] = [];
  /** Rows with the server's check results alone, by index. */
  readonly #checkedRows: ImportRow[] = [];
  readonly #importedIndexes = new Set<number>();
  readonly #indexByNumber = new Map<number, number>();
  /** Indexes in file order: rows hidden in Excel were added later than their neighbours. */
  #order: number[] = [];

  constructor({ resource, key, updateKey }: Pick<RecordSheet, 'resource' | 'key' | 'updateKey'>, rows: ImportRow[]) {
    this.resource = resource;
    this.key = key;
    this.updateKey = updateKey;
    this.takeChecked(rows, rows);
  }

  lists(): RowIndexes {
    const remaining = this.#order.filter((index) => !this.#importedIndexes.has(index));
    const indexesWhere = (isCorrect: boolean) =>
      Uint32Array.from(remaining.filter((index) => isValidRow(this.rows[index] as ImportRow) === isCorrect));
    return { correct: indexesWhere(true), wrong: indexesWhere(false) };
  }

  /** Rows not imported yet, in file order, with the server's check results alone. */
  unkept(): ImportRow[] {
    return this.#order.flatMap((index) => (this.#importedIndexes.has(index) ? [] : (this.#checkedRows[index] ?? [])));
  }

  /** Merges checked rows into the sheet. @param sentRows the rows as they were sent to the check */
  takeChecked(sentRows: readonly ImportCells[], checkedRows: readonly ImportRow[]): void {
    for (const row of withCheckedRows(this.unkept(), sentRows, checkedRows)) {
      const index = this.#indexByNumber.get(row.row) ?? this.#checkedRows.length;
      this.#indexByNumber.set(row.row, index);
      this.#checkedRows[index] = row;
    }
    const numberAt = (index: number) => this.#checkedRows[index]?.row ?? 0;
    this.#order = [...this.#checkedRows.keys()].sort((one, other) => numberAt(one) - numberAt(other));
    this.#mark();
  }

  mend(index: number, cells: ImportCells['cells']): Patch<ImportRow> {
    const row = this.#checkedRows[index];
    if (row && !this.#importedIndexes.has(index)) this.#checkedRows[index] = { ...row, cells };
    return this.#patch();
  }

  /** Applies the server's check of a corrected row. @returns null if its cells have changed again meanwhile */
  confirm(index: number, cells: ImportCells['cells'], outcomes: readonly ImportOutcome[]): Patch<ImportRow> | null {
    const row = this.#checkedRows[index];
    const [checkedRow] = row ? withOutcomes([row], outcomes) : [];
    if (!row || !checkedRow || this.#importedIndexes.has(index) || !hasSameCells(row.cells, cells)) return null;
    this.#checkedRows[index] = checkedRow;
    return this.#patch();
  }

  sendable(): ImportRow[] {
    const correctRows = [...this.lists().correct].flatMap((index) => this.rows[index] ?? []);
    return sortByOwnNumber(
      this.resource,
      correctRows.filter((row) => rowEffect(row) !== 'unchanged'),
    );
  }

  /** Applies the results of submitted rows. @returns the number of records created or updated, and the changed rows */
  settle(
    sentRows: readonly ImportRow[],
    outcomes: readonly ImportOutcome[],
  ): { created: number; patch: Patch<ImportRow> } {
    const importedNumbers = new Set(outcomes.flatMap(({ row, id }) => (id === null ? [] : row)));
    for (const row of withOutcomes(sentRows, outcomes)) {
      const index = this.#indexByNumber.get(row.row);
      if (index === undefined) continue;
      if (importedNumbers.has(row.row)) this.#importedIndexes.add(index);
      else this.#checkedRows[index] = row;
    }
    return { created: importedNumbers.size, patch: this.#patch() };
  }

  #patch(): Patch<ImportRow> {
    const changedIndexes = this.#mark();
    return { rows: changedIndexes.map((index) => [index, this.rows[index] as ImportRow]), ...this.lists() };
  }

  /** Updates the errors about duplicates within the file. @returns indexes of the changed rows */
  #mark(): number[] {
    const changedIndexes: number[] = [];
    for (const row of withRepeats(this.resource, this.unkept(), this.updateKey)) {
      const index = this.#indexByNumber.get(row.row) as number;
      const shownRow = this.rows[index];
      if (shownRow && isSameRow(shownRow, row)) continue;
      this.rows[index] = row;
      changedIndexes.push(index);
    }
    return changedIndexes;
  }
}
