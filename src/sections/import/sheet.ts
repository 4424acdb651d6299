import type { RowSheet } from '#console/engine/import/import-session.ts';
import type { Patch as PatchOf, RowIndexes } from '#console/engine/import/worker-messages.ts';
import type { ImportCode, ImportOutcome, ImportRow } from '#resources/protocol/import/import.ts';
import { checkLine, hasValidPhone } from '#resources/rules/import/checks.ts';
import { type ImportUnit, indexUnits, type NameIndex } from '#resources/rules/import/names.ts';
import type { Cells, ResidentShapes } from './resident-shapes.ts';

type Patch = PatchOf<ImportRow>;

/**
 * The checked rows in the worker. A corrected row is checked again, and its phone compared with the other rows; phones that
 * are taken in the database are known only from the server's answers.
 */
export class Sheet implements RowSheet<ResidentShapes> {
  readonly rows: ImportRow[];
  /** Id of the residents' building. */
  readonly building: number;
  readonly #units: NameIndex<ImportUnit>;
  /** Phones that are already in the server's database. */
  readonly #takenPhones = new Set<string>();
  /** Sorted indexes of the rows by phone; all but the first are duplicates. */
  readonly #indexesByPhone = new Map<string, number[]>();
  readonly #indexByRow = new Map<number, number>();
  /** Indexes of rows that have become residents. */
  readonly #createdIndexes = new Set<number>();
  /** Indexes of rows being sent or without an answer yet; they must not change until the server has answered. */
  readonly #heldIndexes = new Set<number>();

  /** @param rows rows as checked by the server */
  constructor(rows: ImportRow[], units: readonly ImportUnit[], building: number) {
    this.rows = rows;
    this.building = building;
    this.#units = indexUnits(units);
    for (const [index, row] of rows.entries()) {
      this.#indexByRow.set(row.row, index);
      if (!hasValidPhone(row)) continue;
      const first = !this.#indexesByPhone.has(row.phone_number);
      if (first && row.errors.includes('ALREADY_EXIST_PHONE')) this.#takenPhones.add(row.phone_number);
      this.#addToIndex(index);
    }
  }

  /** Indexes of correct and of wrong rows; rows that have become residents are in neither. */
  lists(): RowIndexes {
    const correct = new Uint32Array(this.rows.length);
    const wrong = new Uint32Array(this.rows.length);
    let [correctCount, wrongCount] = [0, 0];
    for (let at = 0; at < this.rows.length; at += 1) {
      if (this.#createdIndexes.has(at)) continue;
      if (this.rows[at]?.errors.length) {
        wrong[wrongCount] = at;
        wrongCount += 1;
      } else {
        correct[correctCount] = at;
        correctCount += 1;
      }
    }
    return { correct: correct.slice(0, correctCount), wrong: wrong.slice(0, wrongCount) };
  }

  /** Every correct row, in order. */
  sendable(): ImportRow[] {
    return [...this.lists().correct].flatMap((at) => this.rows[at] ?? []);
  }

  /** The row that a duplicate phone repeats; null if the phone is taken in the database. */
  firstWith(phone: string): ImportRow | null {
    const places = this.#indexesByPhone.get(phone) ?? [];
    const at = this.#takenPhones.has(phone) ? undefined : (places.find((place) => this.#isSent(place)) ?? places[0]);
    return at === undefined ? null : (this.rows[at] ?? null);
  }

  /** Replaces the cells of a row and checks it again, together with the rows that have its old or new phone. */
  mend(at: number, cells: Cells): Patch {
    const old = this.rows[at];
    if (!old || this.#isSent(at)) return this.#makePatch([]);
    const touched = this.#removeFromIndex(at);
    const checkedRow = checkLine({ ...cells, row: old.row }, this.#units);
    this.rows[at] = cells.label === old.label ? withStoredUnit(checkedRow, old) : checkedRow;
    return this.#makePatch([at, ...touched, ...this.#addToIndex(at)]);
  }

  /** Applies the server's check of a corrected row. @returns null if the row has changed again meanwhile */
  confirm(at: number, checkedCells: Cells, serverRow: ImportRow): Patch | null {
    const row = this.rows[at];
    if (!row || this.#isSent(at) || !hasSameCells(row, checkedCells)) return null;
    if (serverRow.errors.includes('ALREADY_EXIST_PHONE')) this.#takenPhones.add(serverRow.phone_number);
    const changedRows = this.#removeFromIndex(at);
    this.rows[at] = {
      ...serverRow,
      row: row.row,
      errors: serverRow.errors.filter((code) => code !== 'ALREADY_EXIST_PHONE'),
    };
    return this.#makePatch([at, ...changedRows, ...this.#addToIndex(at)]);
  }

  /** Marks rows as submitted until they are answered, so that rows corrected meanwhile cannot take their phones. */
  hold(rows: readonly ImportRow[]): void {
    for (const { row } of rows) {
      const at = this.#indexByRow.get(row);
      if (at !== undefined) this.#heldIndexes.add(at);
    }
  }

  /** Applies the server's results of submitted rows. */
  settle(outcomes: readonly ImportOutcome[]): Patch {
    const changedRows: number[] = [];
    for (const { row, user, errors } of outcomes) {
      const at = this.#indexByRow.get(row);
      const rowBefore = at === undefined ? undefined : this.rows[at];
      if (at === undefined || !rowBefore) continue;
      this.#heldIndexes.delete(at);
      if (user !== null) {
        this.#createdIndexes.add(at);
        continue;
      }
      if (errors.includes('ALREADY_EXIST_PHONE')) this.#takenPhones.add(rowBefore.phone_number);
      this.rows[at] = { ...rowBefore, errors };
      changedRows.push(at, ...this.#updatePhoneErrors(rowBefore.phone_number));
    }
    return this.#makePatch(changedRows);
  }

  #isSent(at: number): boolean {
    return this.#heldIndexes.has(at) || this.#createdIndexes.has(at);
  }

  #makePatch(touched: readonly number[]): Patch {
    const rows = [...new Set(touched)].map((at) => [at, this.rows[at] as ImportRow] as [number, ImportRow]);
    return { rows, ...this.lists() };
  }

  /** Removes a row from the index by phone. @returns indexes of rows whose errors changed */
  #removeFromIndex(at: number): number[] {
    const row = this.rows[at];
    const places = row ? this.#indexesByPhone.get(row.phone_number) : undefined;
    if (!row || !places?.includes(at)) return [];
    const otherPlaces = places.filter((other) => other !== at);
    if (otherPlaces.length) this.#indexesByPhone.set(row.phone_number, otherPlaces);
    else this.#indexesByPhone.delete(row.phone_number);
    return this.#updatePhoneErrors(row.phone_number);
  }

  /** Adds a row to the index by phone. @returns indexes of rows whose errors changed */
  #addToIndex(at: number): number[] {
    const row = this.rows[at];
    if (!row || !hasValidPhone(row)) return [];
    const places = this.#indexesByPhone.get(row.phone_number);
    // Skips sorting for the first row with a phone, which is the usual case.
    if (!places) this.#indexesByPhone.set(row.phone_number, [at]);
    else
      this.#indexesByPhone.set(
        row.phone_number,
        [...places, at].sort((a, b) => a - b),
      );
    return this.#updatePhoneErrors(row.phone_number);
  }

  /** Updates the error of duplicate or taken phones. @returns indexes of rows whose errors changed */
  #updatePhoneErrors(phone: string): number[] {
    const changedRows: number[] = [];
    const places = this.#indexesByPhone.get(phone) ?? [];
    const isSent = places.some((at) => this.#isSent(at));
    for (const [index, at] of places.entries()) {
      const row = this.rows[at];
      if (!row || this.#isSent(at)) continue;
      const isTaken = index > 0 || isSent || this.#takenPhones.has(phone);
      if (row.errors.includes('ALREADY_EXIST_PHONE') === isTaken) continue;
      const others = row.errors.filter((code) => code !== 'ALREADY_EXIST_PHONE');
      this.rows[at] = { ...row, errors: isTaken ? [...others, 'ALREADY_EXIST_PHONE'] : others };
      changedRows.push(at);
    }
    return changedRows;
  }
}

const UNIT_CODES: readonly ImportCode[] = ['EMPTY_FIELD_UNIT', 'UNAVAILABLE_UNIT'];

/** Keeps the server's result about the unit, which is valid as long as the label is unchanged. */
function withStoredUnit(row: ImportRow, { id, errors }: ImportRow): ImportRow {
  const unitCodes = errors.filter((code) => UNIT_CODES.includes(code));
  return { ...row, id, errors: [...unitCodes, ...row.errors.filter((code) => !UNIT_CODES.includes(code))] };
}

const hasSameCells = (row: Cells, other: Cells): boolean =>
  row.label === other.label &&
  row.last_name === other.last_name &&
  row.first_name === other.first_name &&
  row.phone_number === other.phone_number;
