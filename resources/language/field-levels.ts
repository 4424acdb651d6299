import { can, type Levels } from './access.ts';
import type { FieldInput } from './define-resource.ts';

/** Levels from which people see and change single fields. */

/** Levels that a field may ask for, from the least; a field that asks for none is for everyone in the section. */
export const FIELD_LEVELS = ['write', 'administrator'] as const;
export type FieldLevel = (typeof FIELD_LEVELS)[number];

/** Levels that a person can have in a section, the lowest first. */
export const HELD_LEVELS = ['read', ...FIELD_LEVELS] as const;
export type HeldLevel = (typeof HELD_LEVELS)[number];

const rank = (level: HeldLevel): number => HELD_LEVELS.indexOf(level);

/** Whether a level is enough for what a field asks for. */
export const isLevelEnough = (held: HeldLevel, asked: HeldLevel = 'read'): boolean => rank(held) >= rank(asked);

/** The level of a person who sees a section. */
export function heldLevel(person: { levels: Levels; isAdministrator: boolean }, section: string): HeldLevel {
  if (person.isAdministrator) return 'administrator';
  return can(person.levels, section, 'change') ? 'write' : 'read';
}

type Asking = Pick<FieldInput, 'see' | 'change'>;

/** Whether a definition has rights of single fields. */
export const hasFieldRights = ({ fields }: { fields: Readonly<Record<string, Asking>> }): boolean =>
  Object.values(fields).some(({ see, change }) => see !== undefined || change !== undefined);
