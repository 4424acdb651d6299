import type { NewsType } from '#server/db/tables/news.ts';
import type { PaperName } from '../demo-files.ts';

/**
 * The recipients of an announcement. Buildings are places in the town's list, counted round; the rest are places within
 * the building.
 */
export type Audience =
  | { to: 'all' }
  | { to: 'houses'; houses: readonly number[] }
  | { to: 'porches' | 'floors' | 'pipes' | 'flats'; house: number; places: readonly number[] };

/** An announcement of the demo company. */
export interface Announcement {
  type: NewsType;
  title: string;
  text: string;
  /** Days ago and time, or minutes ago today. */
  when: readonly [days: number, time: string] | number;
  /** Number of the account that wrote it. */
  author: 1 | 2 | 5;
  audience: Audience;
  pictures?: readonly string[];
  papers?: readonly (readonly [paper: PaperName, name: string])[];
}

/** For everybody. */
export const all: Audience = { to: 'all' };

/** For whole buildings, by their places in the town's list. */
export const buildings = (...list: number[]): Audience => ({ to: 'houses', houses: list });
