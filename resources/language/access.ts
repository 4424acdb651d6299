/**
 * Decides, as the only place, the actions that a level allows: the console disables its controls by it and the server guards
 * its routes by it (PERM-*).
 */

import { toId } from './kinds/ids.ts';

/** Built-in permission sections, in the order of the permissions response (PERM-01). */
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
/** A built-in section, or one that an installation added by a definition. */
export type Section = BuiltInSection | (string & {});

/** Levels from nothing to everything (PERM-02). */
export const LEVELS = ['denied', 'read', 'write', 'performer'] as const;
export type Level = (typeof LEVELS)[number];
export type Levels = Readonly<Record<string, Level>>;

/** Roles of administrators. All other rights are levels, which each person has of their own: no other right follows from a role. */
export const ADMINISTRATOR_ROLES: ReadonlySet<string> = new Set(['admin', 'superuser']);

/** `see`: open, list, read. `change`: create, edit, delete, move, invite, submit. */
export type Action = 'see' | 'change';
/** Actions on a record: deleting needs the right to change, and a definition may add conditions. */
export type RecordAction = Action | 'delete';

const ACTIONS_BY_LEVEL = {
  denied: [],
  read: ['see'],
  write: ['see', 'change'],
  performer: ['see', 'change'],
} as const satisfies Record<Level, readonly Action[]>;

/** Sections that deviate from `ACTIONS_BY_LEVEL`: news is open to everybody (PERM-17), chat has no `write` (PERM-19). */
const EXCEPTIONS: Readonly<Record<string, Partial<Record<Level, readonly Action[]>>>> = {
  news: { denied: ['see'] },
  chats: { read: ['see', 'change'] },
};

/** Levels that the employee form offers for a section (permissions.md); `performer` only with the services feature. */
export const OFFERED_LEVELS: Readonly<Record<BuiltInSection, readonly Level[]>> = {
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
const OFFERED_FOR_ADDED: readonly Level[] = ['denied', 'read', 'write'];

/** The levels offered for a section, built-in or added. */
export function offeredLevels(section: string): readonly Level[] {
  return Object.hasOwn(OFFERED_LEVELS, section) ? OFFERED_LEVELS[section as BuiltInSection] : OFFERED_FOR_ADDED;
}

/** Whether a section can be hidden from a person: false where `denied` is not offered (news). */
export const canHide = (section: string): boolean => offeredLevels(section).includes('denied');

/** Whether a level of a section allows an action. Unknown levels allow nothing. */
export function allows(section: Section, level: Level | undefined, action: Action): boolean {
  const effectiveLevel = level ?? 'denied';
  const allowed: readonly Action[] = EXCEPTIONS[section]?.[effectiveLevel] ?? ACTIONS_BY_LEVEL[effectiveLevel] ?? [];
  return allowed.includes(action);
}

/** Whether these levels allow an action on a section. A section that is not listed is denied. */
export function can(levels: Levels, section: Section, action: Action): boolean {
  return allows(section, levels[section], action);
}

const ACTIONS: readonly Action[] = ['see', 'change'];

/** Whether one level of a section allows everything another does, since nobody can grant more than they have. */
export function covers(section: Section, ownLevel: Level | undefined, level: Level | undefined): boolean {
  return ACTIONS.every((action) => !allows(section, level, action) || allows(section, ownLevel, action));
}

/** The lowest offered level that allows an action, named in the message of a refusal. */
export function neededLevel(section: Section, action: Action): Level {
  return offeredLevels(section).find((level) => allows(section, level, action)) ?? 'write';
}

/** The part of the reader that the rules need. */
export interface Subject {
  levels: Levels;
  /** Id of the signed-in user. */
  user?: number | string;
  /** Ids of buildings where the user has access to at least one entrance. */
  buildings?: ReadonlySet<number>;
  /** Ids of buildings where the user has access to every entrance. */
  wholeBuildings?: ReadonlySet<number>;
}

/** Rules of a definition about single records; each names the record's key to look at. */
export interface RecordRules {
  /** Key with the id of the person the record is about; people cannot change their own record (PERM-16). */
  notOwn?: string;
  /** Key with the id of a building; the record can be opened only by users with access to some entrance of it (SET-13). */
  reachedBuilding?: string;
  /** Key with the id of a building; the record can be changed only by users with access to all its entrances (SET-13). */
  wholeBuilding?: string;
  /** Key that is false if some building or entrance of the record is out of the reader's reach (PERM-24). */
  allPlaces?: string;
  /** Key that is false if the record depends on something out of reach and may not be deleted; missing means allowed (G-72). */
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
 * Why the subject may not do this, or null if they may. Also refuses (`unknown`) when the subject lacks the data that a rule
 * needs.
 * @param record the record in question; without it only the level is checked
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
    if (!subject.buildings.has(toId(record[rules.reachedBuilding]) ?? 0)) return { reason: 'away' };
  }
  if (action === 'see') return null;
  if (rules.notOwn) {
    if (subject.user === undefined) return { reason: 'unknown' };
    if (toId(record[rules.notOwn]) === toId(subject.user)) return { reason: 'own' };
  }
  if (rules.wholeBuilding) {
    if (!subject.wholeBuildings) return { reason: 'unknown' };
    if (!subject.wholeBuildings.has(toId(record[rules.wholeBuilding]) ?? 0)) return { reason: 'building' };
  }
  if (rules.allPlaces && record[rules.allPlaces] === false) return { reason: 'places' };
  if (action === 'delete' && rules.deleteWhole && record[rules.deleteWhole] === false) return { reason: 'elsewhere' };
  return null;
}
