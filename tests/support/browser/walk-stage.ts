import type { Stage } from './stage.ts';

/** Names from a server's data that the journeys use: each server has a house at Лесная ул., 12, and a company of its own. */
export interface WalkNames {
  /** Numbers of accounts: who may do everything, who may read everything, who may nothing, and who changes their password. */
  readonly accounts: Readonly<Record<'chief' | 'reader' | 'denied' | 'own', number>>;
  /** How the chief signs in; the phone without +7. */
  readonly chief: Readonly<{ phone: string; password: string }>;
  /** Phone, without +7, of who has forgotten the password. */
  readonly forgetful: string;
  /** Phone, without +7, of who changes their password. */
  readonly ownPhone: string;
  /** Announcements with pictures on the first page of the feed: title, and how the target reads. */
  readonly targets: readonly (readonly [title: RegExp, target: RegExp])[];
  /** The house at Лесная ул., 12, and its third floor in the second entrance. */
  readonly building: number;
  readonly floor: number;
  /** The part of that house's address that is typed into the search of residents; the box also takes the wrong letters of the keys. */
  readonly search: string;
  /** The entrances of the house that stands first among all. */
  readonly porches: readonly number[];
  /** The service «Сантехника». */
  readonly service: number;
  /** A camera of that house. */
  readonly camera: string;
  /** The meters of that house, and a flat there that has given nothing this month: label and id. */
  readonly meters: readonly string[];
  /** Types of its meters besides water and electricity, as they are sent. */
  readonly otherMeters: readonly string[];
  readonly flat: readonly [label: string, id: number];
  /** How many employees there are, and a last name of some. */
  readonly staff: number;
  readonly lastName: string;
  /** Complaints: one as its preview shows it, the oldest one, and the newest appreciation. */
  readonly complaints: Readonly<Record<'preview' | 'complaint' | 'appreciation', string | RegExp>>;
  /** An announcement, a resident and an employee to look at. */
  readonly records: Readonly<Record<'news' | 'resident' | 'employee', number>>;
}

/** Where the journeys through the sections are walked: on the contract server and on the box alike. */
export interface WalkStage extends Stage {
  readonly names: WalkNames;
  /** Whether the server has what the box adds to the documents (G-69). */
  readonly hasAdditions: boolean;
  /** Calls and answers since the test began that contradict the documents, one line each. */
  faults(): Promise<string[]>;
  /** The newest code that was sent to a phone without +7. */
  codeFor(phone: string): Promise<string>;
  /** The way, on the console, of an invitation that nobody has followed yet. */
  invitation(): Promise<string>;
  /** Numbers of all requests of the last 30 days. */
  requests(): Promise<number[]>;
  /** Readings of the flat by meter: the last one, and the last one before this month. */
  lastReadings(): Promise<Readonly<Record<'last' | 'before', Readonly<Record<string, string>>>>>;
  /** A resident complains. */
  complain(text: string): Promise<void>;
  /** The clock of the server stands on this day of the month; of the box, see `readingClock`. */
  standOnDay(day: number): Promise<void>;
}
