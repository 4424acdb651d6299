import type { RowSheet } from '#console/engine/import/import-session.ts';
import type { Patch as PatchOf, RowPlaces } from '#console/engine/import/worker-messages.ts';
import type { ImportCode, ImportOutcome, ImportRow } from '#resources/protocol/import/import.ts';
import { checkLine, hasPhone } from '#resources/rules/import/checks.ts';
import { type ImportUnit, indexUnits, type NameIndex } from '#resources/rules/import/names.ts';
import type { Cells, ResidentShapes } from './resident-shapes.ts';

type Patch = PatchOf<ImportRow>;

/**
 * A checked list that is being mended: each row checked by itself, and phones against the other rows. Which phones are
 * taken already is what the server has said of them.
 */
export class Sheet implements RowSheet<ResidentShapes> {
  readonly rows: ImportRow[];
  /** Id of the building whose residents they are. */
  readonly building: number;
  readonly #units: NameIndex<ImportUnit>;
  /** Phones that are taken in the data. */
  readonly #taken = new Set<string>();
  /** Places of the rows with a phone, in order: the first has it, the others repeat it. */
  readonly #byPhone = new Map<string, number[]>();
  readonly #atOf = new Map<number, number>();
  /** Rows that have become residents. */
  readonly #done = new Set<number>();
  /** Rows on their way to the server, or on a way that broke off: they stay as they were sent until it has answered. */
  readonly #held = new Set<number>();

  /** @param rows as the server has checked them */
  constructor(rows: ImportRow[], units: readonly ImportUnit[], building: number) {
    this.rows = rows;
    this.building = building;
    this.#units = indexUnits(units);
    for (const [at, row] of rows.entries()) {
      this.#atOf.set(row.row, at);
      if (!hasPhone(row)) continue;
      const first = !this.#byPhone.has(row.phone_number);
      if (first && row.errors.includes('ALREADY_EXIST_PHONE')) this.#taken.add(row.phone_number);
      this.#join(at);
    }
  }

  /** Positions of correct and of wrong rows; rows that have become residents are in neither. */
  lists(): RowPlaces {
    const correct = new Uint32Array(this.rows.length);
    const wrong = new Uint32Array(this.rows.length);
    let [sound, bad] = [0, 0];
    for (let at = 0; at < this.rows.length; at += 1) {
      if (this.#done.has(at)) continue;
      if (this.rows[at]?.errors.length) {
        wrong[bad] = at;
        bad += 1;
      } else {
        correct[sound] = at;
        sound += 1;
      }
    }
    return { correct: correct.slice(0, sound), wrong: wrong.slice(0, bad) };
  }

  /** Every correct row, in order. */
  sendable(): ImportRow[] {
    return [...this.lists().correct].flatMap((at) => this.rows[at] ?? []);
  }

  /** The row of the list that has a phone first, for one that repeats it; null when the phone is taken in the data. */
  firstWith(phone: string): ImportRow | null {
    const places = this.#byPhone.get(phone) ?? [];
    const at = this.#taken.has(phone) ? undefined : (places.find((place) => this.#isSent(place)) ?? places[0]);
    return at === undefined ? null : (this.rows[at] ?? null);
  }

  /** Puts other cells into a row and checks it, and the rows with its old or new phone. */
  mend(at: number, cells: Cells): Patch {
    const old = this.rows[at];
    if (!old || this.#isSent(at)) return this.#patch([]);
    const touched = this.#leave(at);
    const checked = checkLine({ ...cells, row: old.row }, this.#units);
    this.rows[at] = cells.label === old.label ? withStoredUnit(checked, old) : checked;
    return this.#patch([at, ...touched, ...this.#join(at)]);
  }

  /** Applies the server's answer about a mended row. @returns null if the row has changed again meanwhile */
  confirm(at: number, asked: Cells, serverRow: ImportRow): Patch | null {
    const row = this.rows[at];
    if (!row || this.#isSent(at) || !same(row, asked)) return null;
    if (serverRow.errors.includes('ALREADY_EXIST_PHONE')) this.#taken.add(serverRow.phone_number);
    const changedRows = this.#leave(at);
    this.rows[at] = {
      ...serverRow,
      row: row.row,
      errors: serverRow.errors.filter((code) => code !== 'ALREADY_EXIST_PHONE'),
    };
    return this.#patch([at, ...changedRows, ...this.#join(at)]);
  }

  /** Marks rows as submitted until they are answered, so that rows mended meanwhile cannot take their phones. */
  hold(rows: readonly ImportRow[]): void {
    for (const { row } of rows) {
      const at = this.#atOf.get(row);
      if (at !== undefined) this.#held.add(at);
    }
  }

  /** Takes in what became of submitted rows. */
  settle(outcomes: readonly ImportOutcome[]): Patch {
    const changedRows: number[] = [];
    for (const { row, user, errors } of outcomes) {
      const at = this.#atOf.get(row);
      const rowBefore = at === undefined ? undefined : this.rows[at];
      if (at === undefined || !rowBefore) continue;
      this.#held.delete(at);
      if (user !== null) {
        this.#done.add(at);
        continue;
      }
      if (errors.includes('ALREADY_EXIST_PHONE')) this.#taken.add(rowBefore.phone_number);
      this.rows[at] = { ...rowBefore, errors };
      changedRows.push(at, ...this.#mark(rowBefore.phone_number));
    }
    return this.#patch(changedRows);
  }

  #isSent(at: number): boolean {
    return this.#held.has(at) || this.#done.has(at);
  }

  #patch(touched: readonly number[]): Patch {
    const rows = [...new Set(touched)].map((at) => [at, this.rows[at] as ImportRow] as [number, ImportRow]);
    return { rows, ...this.lists() };
  }

  /** Removes a row from the rows with the same phone. @returns positions with changed codes */
  #leave(at: number): number[] {
    const row = this.rows[at];
    const places = row ? this.#byPhone.get(row.phone_number) : undefined;
    if (!row || !places?.includes(at)) return [];
    const left = places.filter((other) => other !== at);
    if (left.length) this.#byPhone.set(row.phone_number, left);
    else this.#byPhone.delete(row.phone_number);
    return this.#mark(row.phone_number);
  }

  /** Puts a row among those with its phone. @returns places with changed codes */
  #join(at: number): number[] {
    const row = this.rows[at];
    if (!row || !hasPhone(row)) return [];
    const places = this.#byPhone.get(row.phone_number);
    // A list is read in order: most often there is nothing to sort, and no other code to change.
    if (!places) this.#byPhone.set(row.phone_number, [at]);
    else
      this.#byPhone.set(
        row.phone_number,
        [...places, at].sort((a, b) => a - b),
      );
    return this.#mark(row.phone_number);
  }

  /** Marks rows that repeat a phone, or have a taken one. */
  #mark(phone: string): number[] {
    const changedRows: number[] = [];
    const places = this.#byPhone.get(phone) ?? [];
    const isSent = places.some((at) => this.#isSent(at));
    for (const [index, at] of places.entries()) {
      const row = this.rows[at];
      if (!row || this.#isSent(at)) continue;
      const isTaken = index > 0 || isSent || this.#taken.has(phone);
      if (row.errors.includes('ALREADY_EXIST_PHONE') === isTaken) continue;
      const others = row.errors.filter((code) => code !== 'ALREADY_EXIST_PHONE');
      this.rows[at] = { ...row, errors: isTaken ? [...others, 'ALREADY_EXIST_PHONE'] : others };
      changedRows.push(at);
    }
    return changedRows;
  }
}

const UNIT_CODES: readonly ImportCode[] = ['EMPTY_FIELD_UNIT', 'UNAVAILABLE_UNIT'];

/** The server's answer about a unit is valid until its label changes. */
function withStoredUnit(row: ImportRow, { id, errors }: ImportRow): ImportRow {
  const ofUnit = errors.filter((code) => UNIT_CODES.includes(code));
  return { ...row, id, errors: [...ofUnit, ...row.errors.filter((code) => !UNIT_CODES.includes(code))] };
}

const same = (row: Cells, other: Cells): boolean =>
  row.label === other.label &&
  row.last_name === other.last_name &&
  row.first_name === other.first_name &&
  row.phone_number === other.phone_number;
