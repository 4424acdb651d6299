import type { MeterValues } from '#resources/protocol/readings/readings.ts';
import type { MeterType } from '#resources/rules/readings/meters.ts';

/** How a cell stands: nothing to do, a second look asked for, on its way, kept, refused. */
type CellState = 'idle' | 'doubt' | 'saving' | 'saved' | 'failed';

/** A cell of the round. */
export interface Cell {
  /** Text of the cell: the typed value until it is stored. */
  text: string;
  /** Value on the server, six digits; empty if there is none. */
  value: string;
  state: CellState;
  /** Why the value was refused or is doubtful: a text key with its values, or a message of the server. */
  note: { key: string; last?: string } | null;
}

/** A cell and the values of its meter. */
export interface CellPlace {
  unit: number;
  meter: MeterType;
  /** Value of the month in the list; empty if there is none. */
  given: string;
  /** The last value before the month; null if there is none. */
  last: string | null;
  /** Usual consumption of a month; null if unknown. */
  usual: number | null;
  /** Months since the last value. */
  months: number;
}

/** The calls a round makes. */
export interface RoundCalls {
  /** Keeps values of a flat. @returns id of the submission, 0 where it is not told */
  give(unit: number, values: MeterValues): Promise<number>;
  /** Whether the server refused a value; with several values it may be only one of them. */
  isRefusal(error: unknown): boolean;
  /** Takes it back. */
  takeBack(pass: number, meter: MeterType): Promise<void>;
  /** Message of a failure. */
  said(error: unknown): string;
}

/** A kept value that can be taken back. */
export interface Step {
  place: CellPlace;
  pass: number;
  /** The former value. */
  value: string;
}

/** A value being sent, and whether a newer typed value must follow it. */
export interface Flight {
  next: string;
  again: boolean;
}

/** A cell on its way, and what stood there before. */
export interface SentCell {
  place: CellPlace;
  flight: Flight;
  before: string;
}
