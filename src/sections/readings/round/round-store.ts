import { COUNT } from '#resources/limits.ts';
import { meterDoubt } from '#resources/meter-doubt.ts';
import type { MeterType } from '#resources/meters.ts';
import type { KeptCells } from './kept-cells.ts';
import { readValue } from './paste.ts';

/** How a cell stands: nothing to do, a second look asked for, on its way, kept, refused. */
export type CellState = 'idle' | 'doubt' | 'saving' | 'saved' | 'failed';

/** A cell of the round. */
export interface Cell {
  /** What stands in it: what was typed, until it is kept. */
  text: string;
  /** What is kept on the server, six digits; empty for none. */
  value: string;
  state: CellState;
  /** Why it was refused, or what is doubtful: a text key with what fills it in, or a sentence of the server. */
  note: { key: string; last?: string } | null;
}

/** Which cell it is, and what is known of its meter. */
export interface CellPlace {
  unit: number;
  meter: MeterType;
  /** What the list has for the month; empty for none. */
  given: string;
  /** What was last given before; null for nothing. */
  last: string | null;
  /** What a month usually adds; null where it is not known. */
  usual: number | null;
}

/** The calls a round makes. */
export interface RoundCalls {
  /** Keeps a value. @returns id of the submission, 0 where it is not told */
  give(unit: number, meter: MeterType, value: string): Promise<number>;
  /** Takes it back. */
  takeBack(pass: number, meter: MeterType): Promise<void>;
  /** What a failure says to the person. */
  said(error: unknown): string;
}

interface Step {
  place: CellPlace;
  pass: number;
  /** What stood there before. */
  value: string;
}

/** How many cells are on their way at once: a pasted column must not knock the server over. */
const AT_ONCE = 4;

const keyOf = ({ unit, meter }: CellPlace) => `${unit} ${meter}`;

/**
 * What is typed in a round: kept cell by cell, each with its state; what was refused keeps what was typed; the last ones
 * can be taken back. A component follows one cell, so that typing draws one cell.
 */
export class RoundStore {
  readonly #calls: RoundCalls;
  readonly #kept: KeptCells | null;
  readonly #cells = new Map<string, Cell>();
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #steps: Step[] = [];
  readonly #waiting: (() => Promise<void>)[] = [];
  #running = 0;
  #tally = { saving: 0, saved: 0, failed: 0, doubt: 0 };

  /** @param kept where what is not sent outlives the page; null for nowhere */
  constructor(calls: RoundCalls, kept: KeptCells | null = null) {
    this.#calls = calls;
    this.#kept = kept;
  }

  /** How many cells are in each state; the same object while nothing changes. */
  tally = () => this.#tally;

  /** The cell of a place; the same object while nothing changes. */
  cell(place: CellPlace): Cell {
    const key = keyOf(place);
    const known = this.#cells.get(key);
    if (known) return known;
    const text = this.#kept?.text(key);
    const unsent = text !== undefined && text !== place.given;
    const fresh: Cell = unsent
      ? { text, value: place.given, state: 'failed', note: { key: 'readings.round.unsent' } }
      : { text: place.given, value: place.given, state: 'idle', note: null };
    this.#cells.set(key, fresh);
    if (unsent) {
      this.#tally = { ...this.#tally, failed: this.#tally.failed + 1 };
      // A cell is asked for while it is drawn, which is no time to have something else drawn.
      queueMicrotask(() => this.#tell(''));
    }
    return fresh;
  }

  /** Follows one cell, or, without a place, the tally. @returns how to stop */
  follow(place: CellPlace | null, listener: () => void): () => void {
    const key = place ? keyOf(place) : '';
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** What is being typed; nothing is sent yet. Its box has it already, so only a note that goes is told. */
  type(place: CellPlace, text: string): void {
    const before = this.cell(place);
    const typed = { text: text.slice(0, 20), note: null };
    this.#kept?.note(keyOf(place), typed.text === before.value ? null : typed.text);
    if (before.note) this.#set(place, typed);
    else this.#cells.set(keyOf(place), { ...before, ...typed });
  }

  /** Lets go of what was typed. */
  revert(place: CellPlace): void {
    this.#set(place, { text: this.cell(place).value, state: 'idle', note: null });
  }

  /**
   * Takes what stands in a cell: it is sent, or, once, doubted.
   * @returns whether one may go on to the next cell
   */
  commit(place: CellPlace): boolean {
    const { text, value, state } = this.cell(place);
    const read = readValue(text);
    if (read === null) {
      this.#set(place, { state: 'failed', note: { key: 'readings.round.notNumber' } });
      return false;
    }
    const next = read === '' ? '' : read.padStart(COUNT.meterDigits, '0');
    // What is kept can be taken back, not emptied.
    if (next === '' || (next === value && state !== 'failed')) {
      this.#set(place, { text: value, state: state === 'saved' ? 'saved' : 'idle', note: null });
      return true;
    }
    const doubt = place.last === null ? null : meterDoubt(Number(next), Number(place.last), place.usual);
    if (doubt && state !== 'doubt' && place.last !== null) {
      this.#set(place, { text: next, state: 'doubt', note: { key: `readings.round.${doubt}`, last: place.last } });
      return false;
    }
    this.#set(place, { text: next, state: 'saving', note: null });
    this.#queue(() => this.#keep(place, next, value));
    return true;
  }

  /** Sends what was refused once more. */
  retry(place: CellPlace): void {
    if (this.cell(place).state === 'failed') this.commit(place);
  }

  /** Takes the last kept cell back. @returns it; null when there is none, or the server refuses */
  async undo(): Promise<CellPlace | null> {
    const step = this.#steps.pop();
    if (!step) return null;
    const { place, pass, value } = step;
    try {
      await this.#calls.takeBack(pass, place.meter);
    } catch (error) {
      this.#set(place, { note: { key: this.#calls.said(error) } });
      return null;
    }
    this.#set(place, { text: value, value, state: 'idle', note: null });
    return place;
  }

  async #keep(place: CellPlace, next: string, before: string): Promise<void> {
    try {
      const pass = await this.#calls.give(place.unit, place.meter, next);
      if (pass > 0) this.#steps.push({ place, pass, value: before });
      const now = this.cell(place);
      // What was typed into it meanwhile is not lost.
      this.#set(place, { value: next, state: 'saved', text: now.text === next ? next : now.text, note: null });
    } catch (error) {
      this.#set(place, { state: 'failed', note: { key: this.#calls.said(error) } });
    }
  }

  #queue(work: () => Promise<void>): void {
    this.#waiting.push(work);
    this.#run();
  }

  #run(): void {
    while (this.#running < AT_ONCE) {
      const work = this.#waiting.shift();
      if (!work) return;
      this.#running += 1;
      void work().finally(() => {
        this.#running -= 1;
        this.#run();
      });
    }
  }

  #set(place: CellPlace, change: Partial<Cell>): void {
    const key = keyOf(place);
    const before = this.cell(place);
    const after = { ...before, ...change };
    this.#cells.set(key, after);
    this.#kept?.note(key, after.text === after.value ? null : after.text);
    this.#tell(key);
    if (before.state === after.state) return;
    const tally = { ...this.#tally };
    if (before.state !== 'idle') tally[before.state] -= 1;
    if (after.state !== 'idle') tally[after.state] += 1;
    this.#tally = tally;
    this.#tell('');
  }

  #tell(key: string): void {
    for (const listener of [...(this.#listeners.get(key) ?? [])]) listener();
  }
}
