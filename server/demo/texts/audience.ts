import type { NewsType } from '#server/db/tables/news.ts';
import type { PaperName } from '../demo-files.ts';

/**
 * Audience of an announcement. Buildings are indexes of the town plan, wrapping around; other numbers are indexes within the
 * building.
 */
export type Audience =
  | { to: 'all' }
  | { to: 'houses'; houses: readonly number[] }
  | { to: 'porches' | 'floors' | 'pipes' | 'flats'; house: number; places: readonly number[] };

/** An announcement of the demo company. */
export interface DemoAnnouncement {
  type: NewsType;
  title: string;
  text: string;
  /** Days ago and time, or minutes ago today. */
  when: readonly [days: number, time: string] | number;
  /** Number of the author's account. */
  author: 1 | 2 | 5;
  audience: Audience;
  pictures?: readonly string[];
  papers?: readonly (readonly [paper: PaperName, name: string])[];
}

/** Everybody. */
export const forEverybody: Audience = { to: 'all' };

/** Whole buildings, by their indexes in the town plan. */
export const forBuildings = (...list: number[]): Audience => ({ to: 'houses', houses: list });
