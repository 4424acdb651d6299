import type { Resource } from '#resources/language/define-resource.ts';
import type { ImportCells } from '#resources/rules/import/fields.ts';
import type { RowSheet } from '../import-session.ts';
import type { Patch, RowPlaces } from '../worker-messages.ts';
import type { RecordShapes } from './record-shapes.ts';
import {
  type ImportOutcome,
  type ImportRow,
  isSound,
  numberedFirst,
  rowEffect,
  type UpdateKey,
  withCheckedRows,
  withOutcomes,
  withRepeats,
} from './rows.ts';

const sameCells = (one: ImportCells['cells'], other: ImportCells['cells']): boolean =>
  Object.keys({ ...one, ...other }).every((wire) => one[wire] === other[wire]);

const sameRow = (one: ImportRow, other: ImportRow): boolean =>
  one.cells === other.cells &&
  one.record === other.record &&
  one.isOutdated === other.isOutdated &&
  (one.errors === other.errors || JSON.stringify(one.errors) === JSON.stringify(other.errors));

/** Rows of a file on their way into a section: as the server has found them, and what repeats among them. */
export class RecordSheet implements RowSheet<RecordShapes> {
  readonly resource: Resource;
  /** Said again under it, nothing of the file is kept twice. */
  readonly key: string;
  /** By what rows find the records that they change; null: every row is a new record. */
  updateKey: UpdateKey | null;
  /** As they are shown: with what repeats within the file. */
  readonly rows: ImportRow[] = [];
  /** By position: as the server has found them. */
  readonly #foundRows: ImportRow[] = [];
  readonly #kept = new Set<number>();
  readonly #placeByNumber = new Map<number, number>();
  /** Places in the order of the file: rows that Excel hides come later than those around them. */
  #order: number[] = [];

  constructor({ resource, key, updateKey }: Pick<RecordSheet, 'resource' | 'key' | 'updateKey'>, rows: ImportRow[]) {
    this.resource = resource;
    this.key = key;
    this.updateKey = updateKey;
    this.takeChecked(rows, rows);
  }

  lists(): RowPlaces {
    const unkeptPlaces = this.#order.filter((at) => !this.#kept.has(at));
    const placesWhere = (sound: boolean) =>
      Uint32Array.from(unkeptPlaces.filter((at) => isSound(this.rows[at] as ImportRow) === sound));
    return { correct: placesWhere(true), wrong: placesWhere(false) };
  }

  /** Rows that are not kept, in the order of the file, as the server has found them. */
  unkept(): ImportRow[] {
    return this.#order.flatMap((at) => (this.#kept.has(at) ? [] : (this.#foundRows[at] ?? [])));
  }

  /** Puts rows that were looked at among the others. @param sentRows as they were when they were sent */
  takeChecked(sentRows: readonly ImportCells[], checkedRows: readonly ImportRow[]): void {
    for (const row of withCheckedRows(this.unkept(), sentRows, checkedRows)) {
      const at = this.#placeByNumber.get(row.row) ?? this.#foundRows.length;
      this.#placeByNumber.set(row.row, at);
      this.#foundRows[at] = row;
    }
    const numberAt = (at: number) => this.#foundRows[at]?.row ?? 0;
    this.#order = [...this.#foundRows.keys()].sort((one, other) => numberAt(one) - numberAt(other));
    this.#mark();
  }

  mend(at: number, cells: ImportCells['cells']): Patch<ImportRow> {
    const row = this.#foundRows[at];
    if (row && !this.#kept.has(at)) this.#foundRows[at] = { ...row, cells };
    return this.#patch();
  }

  /** Takes in what the server says of a mended row. @returns null when its cells are others by now */
  confirm(at: number, cells: ImportCells['cells'], outcomes: readonly ImportOutcome[]): Patch<ImportRow> | null {
    const row = this.#foundRows[at];
    const [checkedRow] = row ? withOutcomes([row], outcomes) : [];
    if (!row || !checkedRow || this.#kept.has(at) || !sameCells(row.cells, cells)) return null;
    this.#foundRows[at] = checkedRow;
    return this.#patch();
  }

  sendable(): ImportRow[] {
    const correctRows = [...this.lists().correct].flatMap((at) => this.rows[at] ?? []);
    return numberedFirst(
      this.resource,
      correctRows.filter((row) => rowEffect(row) !== 'unchanged'),
    );
  }

  /** Takes in what became of sent rows. @returns how many are records now */
  settle(
    sentRows: readonly ImportRow[],
    outcomes: readonly ImportOutcome[],
  ): { created: number; patch: Patch<ImportRow> } {
    const keptNumbers = new Set(outcomes.flatMap(({ row, id }) => (id === null ? [] : row)));
    for (const row of withOutcomes(sentRows, outcomes)) {
      const at = this.#placeByNumber.get(row.row);
      if (at === undefined) continue;
      if (keptNumbers.has(row.row)) this.#kept.add(at);
      else this.#foundRows[at] = row;
    }
    return { created: keptNumbers.size, patch: this.#patch() };
  }

  #patch(): Patch<ImportRow> {
    const changedPlaces = this.#mark();
    return { rows: changedPlaces.map((at) => [at, this.rows[at] as ImportRow]), ...this.lists() };
  }

  /** Says of rows what repeats within the file. @returns places of those that are others than before */
  #mark(): number[] {
    const changedPlaces: number[] = [];
    for (const row of withRepeats(this.resource, this.unkept(), this.updateKey)) {
      const at = this.#placeByNumber.get(row.row) as number;
      const shownRow = this.rows[at];
      if (shownRow && sameRow(shownRow, row)) continue;
      this.rows[at] = row;
      changedPlaces.push(at);
    }
    return changedPlaces;
  }
}
