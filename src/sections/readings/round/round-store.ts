import { COUNT } from '#resources/limits.ts';
import { unlikelyValue } from '#resources/rules/readings/unlikely-value.ts';
import { CallQueue } from './call-queue.ts';
import type { CellDrafts } from './cell-drafts.ts';
import { readValue } from './paste.ts';
import type { Cell, CellPlace, Flight, RoundCalls, SentCell, Step } from './round-cells.ts';

/** Text of a cell as six digits; null if it is no meter value, empty for an empty cell. */
function sixDigits(text: string): string | null {
  const read = readValue(text);
  return read ? read.padStart(COUNT.meterDigits, '0') : read;
}

/** Note at a value restored from an earlier, unsent round. */
const UNSENT = 'readings.round.unsent';

const cellKey = ({ unit, meter }: CellPlace) => `${unit} ${meter}`;

/**
 * Readings typed in a round: kept cell by cell, each with its state; a refused cell keeps its text; the last
 * readings can be undone. A component follows one cell, so that typing draws one cell.
 */
export class RoundStore {
  readonly #calls: RoundCalls;
  readonly #kept: CellDrafts | null;
  readonly #cells = new Map<string, Cell>();
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #steps: Step[] = [];
  /** The value of a cell that a second look was asked for, and whether it was confirmed. */
  readonly #asked = new Map<string, { value: string; confirmed: boolean }>();
  readonly #flights = new Map<string, Flight>();
  readonly #queue = new CallQueue<SentCell>((sent) => this.#keep(sent));
  /** Cells with a value that did not get to the server. */
  readonly #refused = new Map<string, CellPlace>();
  #undoing: Promise<unknown> = Promise.resolve();
  #tally = { saving: 0, saved: 0, failed: 0, doubt: 0 };

  /** @param kept store of unsent values; null if there is none */
  constructor(calls: RoundCalls, kept: CellDrafts | null = null) {
    this.#calls = calls;
    this.#kept = kept;
  }

  /** How many cells are in each state; the same object while nothing changes. */
  tally = () => this.#tally;

  /** Whether unsent values would be restored by the next round. */
  keepsAll = (): boolean => this.#kept?.flush() ?? false;

  /** How many cells can be sent once more. */
  refused = () => this.#refused.size;

  /** The cell of a place; the same object while nothing changes. */
  cell(place: CellPlace): Cell {
    const key = cellKey(place);
    const known = this.#cells.get(key);
    if (known) return known;
    const text = this.#kept?.text(key);
    const unsent = text !== undefined && text !== place.given;
    const freshCell: Cell = unsent
      ? { text, value: place.given, state: 'failed', note: { key: UNSENT } }
      : { text: place.given, value: place.given, state: 'idle', note: null };
    this.#cells.set(key, freshCell);
    if (unsent) {
      this.#tally = { ...this.#tally, failed: this.#tally.failed + 1 };
      // A cell is asked for while it is drawn, which is no time to have something else drawn.
      queueMicrotask(() => this.#tell(''));
    }
    return freshCell;
  }

  /** Follows one cell, or, without a place, the tally. @returns how to stop */
  follow(place: CellPlace | null, listener: () => void): () => void {
    const key = place ? cellKey(place) : '';
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /**
   * Notes the text being typed; nothing is sent yet, and another text is no longer in doubt. Its box has it already, so only a
   * note or a state that goes is told.
   */
  type(place: CellPlace, text: string): void {
    const cellBefore = this.cell(place);
    const change = { text: text.slice(0, 20), note: null };
    if (change.text === cellBefore.text && cellBefore.note?.key !== UNSENT) return;
    const key = cellKey(place);
    const flight = this.#flights.get(key);
    if (flight) flight.again = false;
    const state = flight ? 'saving' : cellBefore.state === 'doubt' ? 'idle' : cellBefore.state;
    this.#kept?.note(key, change.text === cellBefore.value ? null : change.text);
    if (cellBefore.note || state !== cellBefore.state) this.#set(place, { ...change, state });
    else this.#cells.set(key, { ...cellBefore, ...change });
  }

  /** Discards the typed text; a value being sent is still sent. */
  revert(place: CellPlace): void {
    const flight = this.#flights.get(cellKey(place));
    if (flight) flight.again = false;
    else this.#asked.delete(cellKey(place));
    const text = flight?.next ?? this.cell(place).value;
    this.#set(place, { text, state: flight ? 'saving' : 'idle', note: null });
  }

  /**
   * Takes what stands in a cell: it is sent, or, once for a value, doubted. Over a value on its way it follows that one.
   * @param confirms whether this is the answer to a doubt about the same value: Enter is, leaving the cell is not
   * @returns whether one may go on to the next cell
   */
  commit(place: CellPlace, confirms = true): boolean {
    const key = cellKey(place);
    const { text, value, state } = this.cell(place);
    const flight = this.#flights.get(key);
    const next = sixDigits(text);
    if (next === null) {
      this.#set(place, { state: 'failed', note: { key: 'readings.round.notNumber' } });
      return false;
    }
    const lastValue = flight?.next ?? value;
    // A stored value can be undone, not emptied.
    if (next === '' || (next === lastValue && (flight || state !== 'failed'))) {
      const stands = state === 'saved' ? 'saved' : 'idle';
      this.#set(place, { text: lastValue, state: flight ? 'saving' : stands, note: null });
      return true;
    }
    if (this.#doubted(place, next, confirms)) return false;
    this.#set(place, { text: next, state: 'saving', note: null });
    if (flight) {
      flight.again = true;
      return true;
    }
    const made = { next, again: false };
    this.#flights.set(key, made);
    this.#queue.add(place.unit, { place, flight: made, before: value });
    return true;
  }

  /**
   * The cell is left, or pasted into: what stands in it is sent as by Enter, but a doubt is not answered by that, and what
   * was kept from another time waits for its Enter.
   */
  leave(place: CellPlace): void {
    const { text, state, note } = this.cell(place);
    if (note?.key === UNSENT) return;
    if (state !== 'doubt' && this.#flights.get(cellKey(place))?.next !== text) this.commit(place, false);
  }

  /** Sends all that was refused once more. */
  retry(): void {
    for (const place of [...this.#refused.values()]) this.commit(place, false);
  }

  /**
   * Takes the last kept cell back, one after the other. What the server refuses stays the last one, and its cell says why.
   * @returns the cell it is about; null when there is none
   */
  undo(): Promise<CellPlace | null> {
    const turn = this.#queue.track(this.#undoing.then(() => this.#undoLast()));
    this.#undoing = turn;
    return turn;
  }

  /** @returns a promise that resolves after the last call; null if no call is running */
  ended(): Promise<void> | null {
    return this.#queue.ended();
  }

  async #undoLast(): Promise<CellPlace | null> {
    const step = this.#steps.at(-1);
    if (!step) return null;
    const { place, pass, value } = step;
    try {
      await this.#calls.takeBack(pass, place.meter);
    } catch (error) {
      this.#set(place, { note: { key: this.#calls.said(error) } });
      return place;
    }
    this.#steps.splice(this.#steps.indexOf(step), 1);
    // A value being sent is newer.
    if (this.#flights.has(cellKey(place))) this.#set(place, { value });
    else this.#set(place, { text: value, value, state: 'idle', note: null });
    return place;
  }

  /** Whether a value is doubtful and not confirmed yet. */
  #doubted(place: CellPlace, next: string, confirms: boolean): boolean {
    // Compared with the value of the list: a reading typed a moment ago may be corrected without a question.
    const doubt = unlikelyValue(next, { ...place, own: place.given });
    if (!doubt) return false;
    const key = cellKey(place);
    const asked = this.#asked.get(key);
    const confirmed = asked?.value === next && (asked.confirmed || confirms);
    this.#asked.set(key, { value: next, confirmed });
    if (!confirmed)
      this.#set(place, {
        text: next,
        state: 'doubt',
        note: { key: `readings.round.${doubt.why}`, last: doubt.against },
      });
    return !confirmed;
  }

  async #keep(cells: readonly SentCell[]): Promise<void> {
    const unit = cells[0]?.place.unit ?? 0;
    const values = Object.fromEntries(cells.map(({ place, flight }) => [place.meter, flight.next]));
    try {
      const pass = await this.#calls.give(unit, values);
      for (const each of cells) this.#landed(each, pass, null);
    } catch (error) {
      if (cells.length > 1 && this.#calls.isRefusal(error)) for (const each of cells) await this.#keep([each]);
      else for (const each of cells) this.#landed(each, 0, { key: this.#calls.said(error) });
    }
  }

  #landed({ place, flight, before }: SentCell, pass: number, failure: Cell['note']): void {
    const key = cellKey(place);
    const { next } = flight;
    if (failure) this.#refused.set(key, place);
    else {
      if (pass > 0) this.#steps.push({ place, pass, value: before });
      if (this.#asked.get(key)?.value === next) this.#asked.delete(key);
    }
    this.#flights.delete(key);
    const { text, state, value: stood } = this.cell(place);
    const value = failure ? stood : next;
    const isSent = sixDigits(text) === next;
    if (isSent) this.#set(place, { text: next, value, state: failure ? 'failed' : 'saved', note: failure });
    // A text typed meanwhile is sent now, or waits until the cell is left; the stored value is the older one.
    else if (flight.again || state !== 'saving') this.#set(place, { value });
    else this.#set(place, { value, state: failure ? 'failed' : 'idle', note: failure });
    if (!isSent && flight.again) this.commit(place, false);
  }

  #set(place: CellPlace, change: Partial<Cell>): void {
    const key = cellKey(place);
    const cellBefore = this.cell(place);
    const after = { ...cellBefore, ...change };
    this.#cells.set(key, after);
    this.#kept?.note(key, after.text === after.value ? null : after.text);
    if (after.state !== 'failed') this.#refused.delete(key);
    this.#tell(key);
    if (cellBefore.state === after.state) return;
    const tally = { ...this.#tally };
    if (cellBefore.state !== 'idle') tally[cellBefore.state] -= 1;
    if (after.state !== 'idle') tally[after.state] += 1;
    this.#tally = tally;
    this.#tell('');
  }

  #tell(key: string): void {
    for (const listener of [...(this.#listeners.get(key) ?? [])]) listener();
  }
}
