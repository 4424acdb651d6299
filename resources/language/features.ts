/**
 * Parts of the product that an installation can switch off; the console learns them from the permissions answer. `services`:
 * performers and their kinds of work (EMP-47, `FEATURE_SERVICES`).
 */
export const FEATURES = ['services'] as const;
export type Feature = (typeof FEATURES)[number];

/** Additions of ours that the console asks for only where the server says that it has them (G-69). */
export const ADDITIONS = [
  /** The log notes each file that is saved. */
  'exports',
  /** The list of one's own sessions. */
  'sessions',
  /** Tickets for sockets, and `/ws/notifications`. */
  'live',
  /** What a board missed, any number of requests at once, neighbours of a moved card, undo, deadlines and comments. */
  'tasks',
  /** Flats that have sent no readings, found by the server. */
  'missing',
  /** Flats of the readings found by their number. */
  'flats',
  /** The server sorts its lists. */
  'sort',
  /** One search over all sections. */
  'everything',
  /** Deleted records can be restored. */
  'undo',
  /** How many people an announcement reaches. */
  'reach',
  /** Their history, invitations, the console as they see it, access to a building. */
  'employees',
  /** Contacts, search, canned answers, passes. */
  'chat',
  /** Usual use of meters, values taken back. */
  'norms',
  /** Requests of one performer, without a performer, of a flat, of a person, and overdue ones alone. */
  'performers',
  /** Earlier complaints. */
  'complaints',
  /** Announcements for a flat. */
  'addressed',
  /** The audit log, for administrators. */
  'journal',
  /** How the installation is, for administrators. */
  'status',
  /** Data of one person, to be saved and erased, for administrators. */
  'personalData',
  /** The shift page and what its numbers lead to, for readers of requests or chats. */
  'shift',
  /** Notifications of the last 30 days. */
  'notices',
  /** Named views of lists. */
  'views',
  /** Many records changed in one call. */
  'bulk',
  /** Announcements that are published at a set time. */
  'later',
  /** Codes of an app and passkeys besides the password. */
  'secondFactor',
  /** Of whom a second factor is required, and taking it away, for administrators. */
  'secondFactorPolicy',
  /** Buildings are made, changed and closed, by administrators. */
  'buildings',
  /** Records of added sections are moved from state to state. */
  'moves',
  /** Boards of added sections are ordered by hand. */
  'boardOrder',
  /** Before a deletion the server says which referring records it deletes or changes. */
  'deletions',
  /** Lists can be asked for by days. */
  'calendar',
  /** Sums and other figures of all records in a list. */
  'totals',
  /** The records of a list grouped by a field. */
  'groups',
  /** Rows of a file change the records that have their key. */
  'importUpdates',
  /** Comments on records of sections that ask for them, and following a record. */
  'comments',
  /** The files of definitions are written, and their versions kept, for administrators. */
  'definition-files',
  /** No gateway for SMS is set: links for employees and instructions for residents are handed over by hand. */
  'byHand',
  /** First steps of a company that began with an empty database, for administrators. */
  'firstSteps',
  /** Some of the first steps are left. */
  'firstStepsLeft',
] as const;
export type Addition = (typeof ADDITIONS)[number];

/** The parts that are on; a server that does not say has everything of `FEATURES` (EMP-47) and nothing of `ADDITIONS`. */
export type Features = Readonly<Partial<Record<Feature | Addition, boolean>>>;

/** Whether a part of the product is on. */
export function isOn(features: Features | null, feature: Feature | undefined): boolean {
  return feature === undefined || features?.[feature] !== false;
}

/** Whether the server has said that it has an addition. */
export function has(features: Features | null, addition: Addition): boolean {
  return features?.[addition] === true;
}

/** Whether a form asks for a field: one that is an addition of ours only where the server has it. */
export const isAsked = (features: Features | null, { addition }: { addition?: Addition | undefined }): boolean =>
  addition === undefined || has(features, addition);

/** The features of a server with every addition, as the one in the box has. */
export const EVERY_ADDITION = Object.fromEntries(ADDITIONS.map((addition) => [addition, true])) as Record<
  Addition,
  true
>;
