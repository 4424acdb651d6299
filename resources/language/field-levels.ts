import { can, type Levels } from './access.ts';
import type { FieldInput } from './define-resource.ts';

/** Minimum levels for seeing and changing single fields. */

/** Levels that a field may require, the lowest first; without one the field is open to everyone in the section. */
export const FIELD_LEVELS = ['write', 'administrator'] as const;
export type FieldLevel = (typeof FIELD_LEVELS)[number];

/** Levels that a person can have in a section, the lowest first. */
export const READER_LEVELS = ['read', ...FIELD_LEVELS] as const;
export type ReaderLevel = (typeof READER_LEVELS)[number];

const rank = (level: ReaderLevel): number => READER_LEVELS.indexOf(level);

/** Whether a level satisfies what a field requires. */
export const isLevelEnough = (actual: ReaderLevel, required: ReaderLevel = 'read'): boolean =>
  rank(actual) >= rank(required);

/** The level of a person who may see the section. */
export function getReaderLevel(person: { levels: Levels; isAdministrator: boolean }, section: string): ReaderLevel {
  if (person.isAdministrator) return 'administrator';
  return can(person.levels, section, 'change') ? 'write' : 'read';
}

type FieldRights = Pick<FieldInput, 'see' | 'change'>;

/** Whether a definition has rights of single fields. */
export const hasFieldRights = ({ fields }: { fields: Readonly<Record<string, FieldRights>> }): boolean =>
  Object.values(fields).some(({ see, change }) => see !== undefined || change !== undefined);
