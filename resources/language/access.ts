/**
 * The actions that a level allows. The only place that decides it: the console greys its controls by it and the
 * server guards its routes by it (PERM-*).
 */

import { idOf } from './kinds/ids.ts';

/** Built-in permission sections, in the order of the permissions answer (PERM-01). */
export const SECTIONS = [
  'news',
  'tasks',
  'chats',
  'residents',
  'readings',
  'cameras',
  'employees',
  'buildings',
] as const;
export type BuiltInSection = (typeof SECTIONS)[number];
/** A section of the product or one that an installation added by a definition. */
export type Section = BuiltInSection | (string & {});

/** Levels from nothing to everything (PERM-02). */
export const LEVELS = ['denied', 'read', 'write', 'performer'] as const;
export type Level = (typeof LEVELS)[number];
export type Levels = Readonly<Record<string, Level>>;

/** `see`: open, list, read. `change`: create, edit, delete, move, invite, submit. */
export type Action = 'see' | 'change';
/** Actions on a record: deleting takes the right to change, and a definition may ask more of it. */
export type RecordAction = Action | 'delete';

const BY_LEVEL = {
  denied: [],
  read: ['see'],
  write: ['see', 'change'],
  performer: ['see', 'change'],
} as const satisfies Record<Level, readonly Action[]>;

/** Sections whose levels mean more than the rule: news is open to everybody (PERM-17), chat has no `write` (PERM-19). */
const EXCEPTIONS: Readonly<Record<string, Partial<Record<Level, readonly Action[]>>>> = {
  news: { denied: ['see'] },
  chats: { read: ['see', 'change'] },
};

/** Levels the employee form offers for a section (permissions.md). Performer only with the services feature. */
export const OFFERED: Readonly<Record<BuiltInSection, readonly Level[]>> = {
  news: ['read', 'write'],
  tasks: ['denied', 'read', 'write', 'performer'],
  chats: ['denied', 'read'],
  residents: ['denied', 'read', 'write'],
  readings: ['denied', 'read', 'write'],
  cameras: ['denied', 'read', 'write'],
  employees: ['denied', 'read', 'write'],
  buildings: ['denied', 'read', 'write'],
};

/** Levels offered for a section that an installation added. */
const OFFERED_TO_EXTRA: readonly Level[] = ['denied', 'read', 'write'];

/** The levels that a section offers, whatever its name is. */
export function offeredLevels(section: string): readonly Level[] {
  return Object.hasOwn(OFFERED, section) ? OFFERED[section as BuiltInSection] : OFFERED_TO_EXTRA;
}

/** Whether a section can be hidden from a person: false where `denied` is not offered (news). */
export const canHide = (section: string): boolean => offeredLevels(section).includes('denied');

/** Whether a level of a section allows an action. Unknown levels allow nothing. */
export function allows(section: Section, level: Level | undefined, action: Action): boolean {
  const known = level ?? 'denied';
  const allowed: readonly Action[] = EXCEPTIONS[section]?.[known] ?? BY_LEVEL[known] ?? [];
  return allowed.includes(action);
}

/** Whether these levels allow an action on a section. A section that is not listed is denied. */
export function can(levels: Levels, section: Section, action: Action): boolean {
  return allows(section, levels[section], action);
}

const ACTIONS: readonly Action[] = ['see', 'change'];

/** Whether one level of a section allows everything another does: no one can give away more than they have. */
export function covers(section: Section, held: Level | undefined, level: Level | undefined): boolean {
  return ACTIONS.every((action) => !allows(section, level, action) || allows(section, held, action));
}

/** The lowest offered level that allows an action; names the missing right in "why not" texts. */
export function neededLevel(section: Section, action: Action): Level {
  return offeredLevels(section).find((level) => allows(section, level, action)) ?? 'write';
}

/** The reader, as far as rules about records need it. */
export interface Subject {
  levels: Levels;
  /** Id of the signed-in user. */
  user?: number | string;
  /** Ids of buildings of which the user holds some entrance. */
  buildings?: ReadonlySet<number>;
  /** Ids of buildings that are wholly open to the user (every entrance). */
  wholeBuildings?: ReadonlySet<number>;
}

/** Rules of a definition about single records; each names the record's key to look at. */
export interface RecordRules {
  /** Key with the id of the person that the record is about; people cannot change their own record (PERM-16). */
  notOwn?: string;
  /** Key with the id of a building that must be open to the user for the record to be opened at all (SET-13). */
  reachedBuilding?: string;
  /** Key with the id of a building that must be wholly open to the user (SET-13). */
  wholeBuilding?: string;
  /** Key that is false where some of the places the record is for are out of the reader's reach (PERM-24). */
  allPlaces?: string;
  /** Key that is false where the record is tied to something out of reach and may not be deleted; a server that does not say it allows it (G-72). */
  deleteWhole?: string;
}

/** Why an action is refused; the texts are in `i18n` under `access.*`. */
export type Refusal =
  | { reason: 'level'; section: Section; needed: Level; has: Level }
  | { reason: 'own' }
  | { reason: 'away' }
  | { reason: 'building' }
  | { reason: 'places' }
  | { reason: 'elsewhere' }
  | { reason: 'unknown' };

/**
 * Why the subject may not do this, or null when they may. What a rule needs to know of the subject and does not
 * refuses too (`unknown`): nothing is open until it is known to be.
 * @param record the record in question; without one only the level is looked at
 */
export function refusal(
  subject: Subject,
  section: Section,
  action: RecordAction,
  rules?: RecordRules,
  record?: Readonly<Record<string, unknown>>,
): Refusal | null {
  const right = action === 'see' ? 'see' : 'change';
  if (!can(subject.levels, section, right)) {
    const level = subject.levels[section] ?? 'denied';
    // A section open despite a denied level acts like read (PERM-17).
    const has = level === 'denied' && can(subject.levels, section, 'see') ? 'read' : level;
    return { reason: 'level', section, needed: neededLevel(section, right), has };
  }
  if (!record || !rules) return null;
  if (rules.reachedBuilding) {
    if (!subject.buildings) return { reason: 'unknown' };
    if (!subject.buildings.has(idOf(record[rules.reachedBuilding]) ?? 0)) return { reason: 'away' };
  }
  if (action === 'see') return null;
  if (rules.notOwn) {
    if (subject.user === undefined) return { reason: 'unknown' };
    if (idOf(record[rules.notOwn]) === idOf(subject.user)) return { reason: 'own' };
  }
  if (rules.wholeBuilding) {
    if (!subject.wholeBuildings) return { reason: 'unknown' };
    if (!subject.wholeBuildings.has(idOf(record[rules.wholeBuilding]) ?? 0)) return { reason: 'building' };
  }
  if (rules.allPlaces && record[rules.allPlaces] === false) return { reason: 'places' };
  if (action === 'delete' && rules.deleteWhole && record[rules.deleteWhole] === false) return { reason: 'elsewhere' };
  return null;
}
