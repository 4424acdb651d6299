/**
 * Parts of the product that an installation can switch off; the console learns them from the permissions answer. `services`:
 * performers and their kinds of work (EMP-47, `FEATURE_SERVICES`).
 */
export const FEATURES = ['services'] as const;
export type Feature = (typeof FEATURES)[number];

/**
 * Additions of ours that the console asks for only where the server says that it has them (G-69). `exports`: the log
 * notes each file that is saved. `sessions`: the list of one's own sessions. `live`: tickets for sockets and
 * `/ws/notifications`. `tasks`: what a board missed, any number of requests at once, neighbours of a moved card, undo,
 * deadlines and comments. `missing`: flats that have sent no readings, found by the server. `flats`: flats of the
 * readings found by their number. `sort`: its lists are sorted by it. `everything`: one search over all sections.
 * `undo`: what was deleted is brought back. `reach`: how many an announcement reaches. `employees`: their history,
 * invitations, the console as they see it, access to a building. `chat`: contacts, search, canned answers, passes.
 * `performers`: requests of one performer, without a performer, of a flat, of a person, and overdue ones alone.
 * `norms`: usual use of meters, values taken back. `complaints`: earlier ones. `addressed`: announcements for a flat.
 * `journal`: the audit log, for administrators. `status`: how the installation is, for them too. `personalData`: what
 * is kept of one person, to be saved and erased, for them too. `shift`: the shift page and what its numbers lead to,
 * for readers of requests or chats. `notices`: notifications of the last 30 days. `views`: views of lists that are
 * given a name. `bulk`: many records changed in one call. `later`: announcements that are published at a time.
 * `secondFactor`: codes of an app and passkeys besides the password. `secondFactorPolicy`: the people they are required
 * of, and taking them away, for administrators. `buildings`: buildings are made, changed and closed, by administrators.
 * `byHand`: no gateway for SMS is set; links of invited employees, and what invited residents are told, are handed over
 * by hand. `firstSteps`: what a company that began with an empty database has to set up, for administrators;
 * `firstStepsLeft`: some of it is left. `moves`: records of sections that are pure definition are moved from state to
 * state. `boardOrder`: boards of such sections are ordered by hand. `deletions`: says before a deletion which referring records it deletes or changes. `calendar`: lists can be asked for by
 * days. `totals`: sums and other figures of all records in a list. `groups`: the records of a list grouped by a field.
 * `importUpdates`: rows of a file change the records that have their key.
 * `comments`: comments on records of sections that ask for them, and following a record. `definition-files`: the files of
 * definitions are written, and their versions kept, for administrators.
 */
export const ADDITIONS = [
  'exports',
  'sessions',
  'live',
  'tasks',
  'missing',
  'flats',
  'sort',
  'everything',
  'undo',
  'reach',
  'employees',
  'chat',
  'norms',
  'performers',
  'complaints',
  'addressed',
  'journal',
  'status',
  'personalData',
  'shift',
  'notices',
  'views',
  'bulk',
  'later',
  'secondFactor',
  'secondFactorPolicy',
  'buildings',
  'moves',
  'boardOrder',
  'deletions',
  'calendar',
  'totals',
  'groups',
  'importUpdates',
  'comments',
  'definition-files',
  'byHand',
  'firstSteps',
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
