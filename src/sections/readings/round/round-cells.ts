import type { MeterValues } from '#resources/protocol/readings/readings.ts';
import type { MeterType } from '#resources/rules/readings/meters.ts';

/** State of a cell: unchanged, waiting for confirmation of a doubtful value, being sent, stored, not stored. */
type CellState = 'idle' | 'doubt' | 'saving' | 'saved' | 'failed';

/** A cell of the round. */
export interface Cell {
  /** Text of the cell: the typed value until it is stored. */
  text: string;
  /** Value on the server, six digits; empty if there is none. */
  value: string;
  state: CellState;
  /** Why the value is not stored or is doubtful. `key` is a text key, or the finished message of a failed call. */
  note: { key: string; last?: string } | null;
}

/** A cell and the values of its meter. */
export interface CellPlace {
  unit: number;
  meter: MeterType;
  /** Value of the current month as loaded with the list of flats; empty if there is none. */
  given: string;
  /** The last value before the month; null if there is none. */
  last: string | null;
  /** Usual consumption of a month; null if unknown. */
  usual: number | null;
  /** Months since the last value. */
  months: number;
}

/** Server calls of a round. */
export interface RoundCalls {
  /** Submits values of a flat. @returns id of the submission; 0 if it cannot be undone */
  submit(unit: number, values: MeterValues): Promise<number>;
  /** Whether the server refused a value; with several values it may be only one of them. */
  isRefusal(error: unknown): boolean;
  /** Undoes a submitted value. */
  undo(pass: number, meter: MeterType): Promise<void>;
  /** Returns the message for a failed call. */
  describeError(error: unknown): string;
}

/** A stored value that can be undone. */
export interface UndoStep {
  place: CellPlace;
  pass: number;
  /** The value before the submission. */
  value: string;
}

/** A value being sent, and whether a newer typed value must follow it. */
export interface CellSubmission {
  next: string;
  again: boolean;
}

/** A cell being sent, and its stored value before that. */
export interface SentCell {
  place: CellPlace;
  submission: CellSubmission;
  previousValue: string;
}
