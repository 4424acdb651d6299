import type { MeterValues } from '#resources/protocol/readings/readings.ts';
import type { MeterType } from '#resources/rules/readings/meters.ts';

/** How a cell stands: nothing to do, a second look asked for, on its way, kept, refused. */
type CellState = 'idle' | 'doubt' | 'saving' | 'saved' | 'failed';

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
  /** Months since the last value. */
  months: number;
}

/** The calls a round makes. */
export interface RoundCalls {
  /** Keeps values of a flat. @returns id of the submission, 0 where it is not told */
  give(unit: number, values: MeterValues): Promise<number>;
  /** Whether a failure is about what was given: of several values it may be about one. */
  isRefusal(error: unknown): boolean;
  /** Takes it back. */
  takeBack(pass: number, meter: MeterType): Promise<void>;
  /** What a failure says to the person. */
  said(error: unknown): string;
}

/** A kept value that can be taken back. */
export interface Step {
  place: CellPlace;
  pass: number;
  /** What stood there before. */
  value: string;
}

/** A value on its way, and whether what was typed over it meanwhile is to follow. */
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
