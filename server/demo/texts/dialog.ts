import type { PaperName } from '../demo-files.ts';

/** A participant: staff by id, an active resident by their index in the list, or a person in this state. */
export type Participant = { staff: number } | { resident: number } | { state: 'deleted' | 'suspended' };

/** A message: its author (0 or 1), and its text, picture or document. */
export type Line =
  | readonly [by: 0 | 1, text: string]
  | readonly [by: 0 | 1, what: { picture: string; text?: string } | { paper: PaperName; name: string }];

/** Messages written in one go; `when` is the time of the first: days ago and time, or minutes ago today. */
interface Sitting {
  when: readonly [days: number, time: string] | number;
  lines: readonly Line[];
}

/** A conversation of two people. */
export interface Dialog {
  between: readonly [Participant, Participant];
  /** Number of last messages that the first person has not read. */
  unread?: number;
  sittings: readonly Sitting[];
}
