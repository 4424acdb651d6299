/**
 * Parts of the product that an installation can switch off; the permissions response lists them. `services`: performers and
 * their services (EMP-47, `FEATURE_SERVICES`).
 */
export const FEATURES = ['services'] as const;
export type Feature = (typeof FEATURES)[number];

/** Our additions to the specification, which the console uses only if the server lists them (G-69). */
export const ADDITIONS = [
  /** Saving a file is recorded in the audit log. */
  'exports',
  /** List of the signed-in person's sessions. */
  'sessions',
  /** Tickets for sockets, and `/ws/notifications`. */
  'live',
  /** Board: changes missed while offline, bulk changes, neighbours of a moved card, undo, deadlines and comments. */
  'tasks',
  /** The server finds flats that have sent no readings. */
  'missing',
  /** Flats of the readings can be searched by number. */
  'flats',
  /** The server can sort its lists. */
  'sort',
  /** One search across all sections. */
  'everything',
  /** Deleted records can be restored. */
  'undo',
  /** How many people an announcement reaches. */
  'reach',
  /** Employees: history, invitations, viewing the console as an employee, access by building. */
  'employees',
  /** Chat: contacts, search, canned answers, passes (sign-in without a password). */
  'chat',
  /** Usual consumption of meters, and withdrawing submitted values. */
  'norms',
  /** Filters of requests: by performer, without performer, by flat, by person, only overdue. */
  'performers',
  /** Earlier complaints. */
  'complaints',
  /** Announcements for a flat. */
  'addressed',
  /** The audit log, for administrators. */
  'journal',
  /** Status of the installation, for administrators. */
  'status',
  /** Export and erasure of a person's data, for administrators. */
  'personalData',
  /** The shift page and the lists its numbers link to, for readers of requests or chats. */
  'shift',
  /** Notifications of the last 30 days. */
  'notices',
  /** Named views of lists. */
  'views',
  /** Bulk changes of records in one request. */
  'bulk',
  /** Announcements can be published at a set time. */
  'later',
  /** Second factor: authenticator codes and passkeys. */
  'secondFactor',
  /** Who must use a second factor, and resetting it, for administrators. */
  'secondFactorPolicy',
  /** Buildings can be created, changed and closed, for administrators. */
  'buildings',
  /** Records of added sections can be moved between states. */
  'moves',
  /** Boards of added sections can be ordered by hand. */
  'boardOrder',
  /** Before a deletion the server lists the referring records that it would delete or change. */
  'deletions',
  /** Lists can be requested by days. */
  'calendar',
  /** Totals over all records of a list. */
  'totals',
  /** Lists can be grouped by a field. */
  'groups',
  /** A file import can change existing records by a key. */
  'importUpdates',
  /** Comments on records, if the definition allows them, and following a record. */
  'comments',
  /** Definition files can be edited, with a version history, for administrators. */
  'definition-files',
  /** No SMS gateway is configured: links for employees and instructions for residents are passed on by hand. */
  'byHand',
  /** First steps of a company that started with an empty database, for administrators. */
  'firstSteps',
  /** Some of the first steps are not done yet. */
  'firstStepsLeft',
] as const;
export type Addition = (typeof ADDITIONS)[number];

/** Features that are on. If the server lists none, all of `FEATURES` are on (EMP-47) and all of `ADDITIONS` are off. */
export type Features = Readonly<Partial<Record<Feature | Addition, boolean>>>;

/** Whether a part of the product is on; on unless the server says otherwise. */
export function isFeatureOn(features: Features | null, feature: Feature | undefined): boolean {
  return feature === undefined || features?.[feature] !== false;
}

/** Whether the server has an addition. */
export function hasAddition(features: Features | null, addition: Addition): boolean {
  return features?.[addition] === true;
}

/** Whether a form shows a field; one that depends on an addition only if the server has it. */
export const isFieldOffered = (features: Features | null, { addition }: { addition?: Addition | undefined }): boolean =>
  addition === undefined || hasAddition(features, addition);

/** The features of a server with all additions, like the bundled one. */
export const EVERY_ADDITION = Object.fromEntries(ADDITIONS.map((addition) => [addition, true])) as Record<
  Addition,
  true
>;
