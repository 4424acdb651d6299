import { COUNT } from '#resources/limits.ts';
import { unlikelyValue } from '#resources/rules/readings/unlikely-value.ts';
import { CallQueue } from './call-queue.ts';
import type { CellDrafts } from './cell-drafts.ts';
import { parseMeterValue } from './paste.ts';
import type { Cell, CellPlace, CellSubmission, RoundCalls, SentCell, UndoStep } from './round-cells.ts';

/** Text of a cell as six digits; null if it is no meter value, empty for an empty cell. */
function sixDigits(text: string): string | null {
  const value = parseMeterValue(text);
  return value ? value.padStart(COUNT.meterDigits, '0') : value;
}

/** Key of the note at a value restored from an earlier round and not sent yet. */
const UNSENT_NOTE = 'readings.round.unsent';

const cellKey = ({ unit, meter }: CellPlace) => `${unit} ${meter}`;

/**
 * Readings typed in a round: each cell is stored separately and has its own state; a refused cell keeps its text; the latest
 * readings can be undone. A component subscribes to one cell, so that typing re-renders only that cell.
 */
export class RoundStore {
  readonly #calls: RoundCalls;
  readonly #drafts: CellDrafts | null;
  readonly #cells = new Map<string, Cell>();
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #steps: UndoStep[] = [];
  /** Doubtful values by cell, and whether they were confirmed. */
  readonly #doubts = new Map<string, { value: string; confirmed: boolean }>();
  readonly #submissions = new Map<string, CellSubmission>();
  readonly #queue = new CallQueue<SentCell>((sent) => this.#send(sent));
  /** Cells whose value could not be stored on the server. */
  readonly #refused = new Map<string, CellPlace>();
  #undoing: Promise<unknown> = Promise.resolve();
  #tally = { saving: 0, saved: 0, failed: 0, doubt: 0 };

  /** @param drafts storage of unsent values; null if there is none */
  constructor(calls: RoundCalls, drafts: CellDrafts | null = null) {
    this.#calls = calls;
    this.#drafts = drafts;
  }

  /** How many cells are in each state; the same object while nothing changes. */
  tally = () => this.#tally;

  /** Stores the drafts at once. @returns whether the next round would restore all unsent values */
  flushDrafts = (): boolean => this.#drafts?.flush() ?? false;

  /** Number of cells that can be sent again. */
  countRefused = () => this.#refused.size;

  /** Content of a cell; the same object while nothing changes. */
  cell(place: CellPlace): Cell {
    const key = cellKey(place);
    const existing = this.#cells.get(key);
    if (existing) return existing;
    const text = this.#drafts?.getDraft(key);
    const isUnsent = text !== undefined && text !== place.given;
    const newCell: Cell = isUnsent
      ? { text, value: place.given, state: 'failed', note: { key: UNSENT_NOTE } }
      : { text: place.given, value: place.given, state: 'idle', note: null };
    this.#cells.set(key, newCell);
    if (isUnsent) {
      this.#tally = { ...this.#tally, failed: this.#tally.failed + 1 };
      // Deferred, because cells are read during a render, which must not update other components.
      queueMicrotask(() => this.#notify(''));
    }
    return newCell;
  }

  /** Subscribes to one cell or, without a place, to the tally. @returns a function that unsubscribes */
  subscribe(place: CellPlace | null, listener: () => void): () => void {
    const key = place ? cellKey(place) : '';
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /**
   * Records the typed text without sending it; a changed text is no longer in doubt. The input shows the text already, so
   * listeners are called only if the note or the state changes.
   */
  type(place: CellPlace, text: string): void {
    const cellBefore = this.cell(place);
    const change = { text: text.slice(0, 20), note: null };
    if (change.text === cellBefore.text && cellBefore.note?.key !== UNSENT_NOTE) return;
    const key = cellKey(place);
    const submission = this.#submissions.get(key);
    if (submission) submission.again = false;
    const state = submission ? 'saving' : cellBefore.state === 'doubt' ? 'idle' : cellBefore.state;
    this.#drafts?.setDraft(key, change.text === cellBefore.value ? null : change.text);
    if (cellBefore.note || state !== cellBefore.state) this.#set(place, { ...change, state });
    else this.#cells.set(key, { ...cellBefore, ...change });
  }

  /** Discards the typed text; a value being sent is still sent. */
  revert(place: CellPlace): void {
    const submission = this.#submissions.get(cellKey(place));
    if (submission) submission.again = false;
    else this.#doubts.delete(cellKey(place));
    const text = submission?.next ?? this.cell(place).value;
    this.#set(place, { text, state: submission ? 'saving' : 'idle', note: null });
  }

  /**
   * Sends the text of a cell, or first asks to confirm an unlikely value. If an older value is being sent, this one follows it.
   * @param confirms whether this confirms an unlikely value: Enter does, leaving the cell does not
   * @returns whether the focus may move to the next cell
   */
  commit(place: CellPlace, confirms = true): boolean {
    const key = cellKey(place);
    const { text, value, state } = this.cell(place);
    const submission = this.#submissions.get(key);
    const next = sixDigits(text);
    if (next === null) {
      this.#set(place, { state: 'failed', note: { key: 'readings.round.notNumber' } });
      return false;
    }
    const lastValue = submission?.next ?? value;
    // A stored value can be undone but not cleared.
    if (next === '' || (next === lastValue && (submission || state !== 'failed'))) {
      const restState = state === 'saved' ? 'saved' : 'idle';
      this.#set(place, { text: lastValue, state: submission ? 'saving' : restState, note: null });
      return true;
    }
    if (this.#needsConfirmation(place, next, confirms)) return false;
    this.#set(place, { text: next, state: 'saving', note: null });
    if (submission) {
      submission.again = true;
      return true;
    }
    const newSubmission = { next, again: false };
    this.#submissions.set(key, newSubmission);
    this.#queue.add(place.unit, { place, submission: newSubmission, previousValue: value });
    return true;
  }

  /**
   * Sends the text of a cell that is left or pasted into. Unlike Enter this confirms no unlikely value, and it does not send a
   * value restored from an earlier round.
   */
  leave(place: CellPlace): void {
    const { text, state, note } = this.cell(place);
    if (note?.key === UNSENT_NOTE) return;
    if (state !== 'doubt' && this.#submissions.get(cellKey(place))?.next !== text) this.commit(place, false);
  }

  /** Sends all refused cells again. */
  retry(): void {
    for (const place of [...this.#refused.values()]) this.commit(place, false);
  }

  /**
   * Undoes the last stored cell; calls run one after another. If the server refuses, the cell shows why and stays the last one.
   * @returns the cell; null if there is nothing to undo
   */
  undo(): Promise<CellPlace | null> {
    const result = this.#queue.track(this.#undoing.then(() => this.#undoLast()));
    this.#undoing = result;
    return result;
  }

  /** @returns a promise that resolves after the last call; null if no call is running */
  whenIdle(): Promise<void> | null {
    return this.#queue.whenIdle();
  }

  async #undoLast(): Promise<CellPlace | null> {
    const step = this.#steps.at(-1);
    if (!step) return null;
    const { place, pass, value } = step;
    try {
      await this.#calls.undo(pass, place.meter);
    } catch (error) {
      this.#set(place, { note: { key: this.#calls.describeError(error) } });
      return place;
    }
    this.#steps.splice(this.#steps.indexOf(step), 1);
    // A newer value of this cell is being sent, so its text stays.
    if (this.#submissions.has(cellKey(place))) this.#set(place, { value });
    else this.#set(place, { text: value, value, state: 'idle', note: null });
    return place;
  }

  /** Asks to confirm an unlikely value. @returns whether it is not confirmed yet */
  #needsConfirmation(place: CellPlace, next: string, confirms: boolean): boolean {
    // Compared with the value of the list, so that a reading typed a moment ago can be corrected without a question.
    const doubt = unlikelyValue(next, { ...place, thisMonth: place.given });
    if (!doubt) return false;
    const key = cellKey(place);
    const previousDoubt = this.#doubts.get(key);
    const isConfirmed = previousDoubt?.value === next && (previousDoubt.confirmed || confirms);
    this.#doubts.set(key, { value: next, confirmed: isConfirmed });
    if (!isConfirmed)
      this.#set(place, {
        text: next,
        state: 'doubt',
        note: { key: `readings.round.${doubt.why}`, last: doubt.comparedWith },
      });
    return !isConfirmed;
  }

  async #send(cells: readonly SentCell[]): Promise<void> {
    const unit = cells[0]?.place.unit ?? 0;
    const values = Object.fromEntries(cells.map(({ place, submission }) => [place.meter, submission.next]));
    try {
      const pass = await this.#calls.submit(unit, values);
      for (const cell of cells) this.#settle(cell, pass, null);
    } catch (error) {
      if (cells.length > 1 && this.#calls.isRefusal(error)) for (const cell of cells) await this.#send([cell]);
      else for (const cell of cells) this.#settle(cell, 0, { key: this.#calls.describeError(error) });
    }
  }

  #settle({ place, submission, previousValue }: SentCell, pass: number, failure: Cell['note']): void {
    const key = cellKey(place);
    const { next } = submission;
    if (failure) this.#refused.set(key, place);
    else {
      if (pass > 0) this.#steps.push({ place, pass, value: previousValue });
      if (this.#doubts.get(key)?.value === next) this.#doubts.delete(key);
    }
    this.#submissions.delete(key);
    const { text, state, value: storedValue } = this.cell(place);
    const value = failure ? storedValue : next;
    const isSent = sixDigits(text) === next;
    if (isSent) this.#set(place, { text: next, value, state: failure ? 'failed' : 'saved', note: failure });
    // A text typed meanwhile is sent now or when the cell is left, so only the stored value changes here.
    else if (submission.again || state !== 'saving') this.#set(place, { value });
    else this.#set(place, { value, state: failure ? 'failed' : 'idle', note: failure });
    if (!isSent && submission.again) this.commit(place, false);
  }

  #set(place: CellPlace, change: Partial<Cell>): void {
    const key = cellKey(place);
    const cellBefore = this.cell(place);
    const cellAfter = { ...cellBefore, ...change };
    this.#cells.set(key, cellAfter);
    this.#drafts?.setDraft(key, cellAfter.text === cellAfter.value ? null : cellAfter.text);
    if (cellAfter.state !== 'failed') this.#refused.delete(key);
    this.#notify(key);
    if (cellBefore.state === cellAfter.state) return;
    const tally = { ...this.#tally };
    if (cellBefore.state !== 'idle') tally[cellBefore.state] -= 1;
    if (cellAfter.state !== 'idle') tally[cellAfter.state] += 1;
    this.#tally = tally;
    this.#notify('');
  }

  #notify(key: string): void {
    for (const listener of [...(this.#listeners.get(key) ?? [])]) listener();
  }
}
