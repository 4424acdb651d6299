import type { PaperName } from '../demo-files.ts';

/**
 * A participant: an account or colleague by id, an active resident by their place in the list, or a person in that
 * state.
 */
export type Participant = { staff: number } | { resident: number } | { state: 'deleted' | 'suspended' };

/** A message: its author (0 or 1 of the two), and its text, picture or paper. */
export type Line =
  | readonly [by: 0 | 1, text: string]
  | readonly [by: 0 | 1, what: { picture: string; text?: string } | { paper: PaperName; name: string }];

/** Messages written in one go; `when` is of the first one: days ago and time, or minutes ago today. */
interface Sitting {
  when: readonly [days: number, time: string] | number;
  lines: readonly Line[];
}

/** A conversation of two. */
export interface Dialog {
  between: readonly [Participant, Participant];
  /** How many of the last messages the first one has not read. */
  unread?: number;
  sittings: readonly Sitting[];
}
