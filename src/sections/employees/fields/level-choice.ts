import { covers, type Level, type Levels } from '#resources/language/access.ts';
import type { LevelChoice } from '#resources/sections/kinds/employees.ts';

/** A row of the form: one section, or several sections with one switch. */
export interface LevelRow {
  label?: string | undefined;
  icon: string;
  sections: readonly string[];
  optional?: readonly string[] | undefined;
}

/** The rows of a definition, and one for each further section of the record. */
export function completeRows(rows: readonly LevelRow[], value: LevelChoice): LevelRow[] {
  const namedSections = new Set(rows.flatMap(({ sections }) => sections));
  const extra = Object.keys(value).filter((section) => !namedSections.has(section));
  return [...rows, ...extra.map((section): LevelRow => ({ icon: 'folder', sections: [section] }))];
}

/** Whether a row is on: a section in it has a level or waits for one (EMP-36). */
export function isRowOn({ sections }: LevelRow, value: LevelChoice): boolean {
  return sections.some((section) => value[section] !== 'denied');
}

/** Switches a row: off hides all its sections (EMP-34, EMP-35); on clears their levels, so that they must be chosen. */
export function toggleRow({ sections, optional = [] }: LevelRow, value: LevelChoice, on: boolean): LevelChoice {
  const next: Record<string, Level | null> = { ...value };
  for (const section of sections) next[section] = on && !optional.includes(section) ? null : 'denied';
  return next;
}

/** Sections that are on but still need a level (EMP-37). */
export function sectionsWithoutLevel(rows: readonly LevelRow[], value: LevelChoice): string[] {
  return rows.flatMap(({ sections, optional = [] }) =>
    sections.filter((section) => value[section] === null && !optional.includes(section)),
  );
}

/** Levels that limit what the person may grant: their own, and those that the server allows for the record. */
export interface GrantableLevels {
  ownLevels: Levels;
  /** Levels by section that may be granted; null if the record does not list them. */
  givable: Readonly<Record<string, readonly Level[]>> | null;
}

/** Whether the person may grant this level; levels they lack they can neither grant nor revoke (PERM-23). */
export function canGrantLevel(
  grantable: GrantableLevels,
  section: string,
  savedLevel: Level | null | undefined,
  level: Level,
): boolean {
  const { ownLevels, givable } = grantable;
  return (
    canRevokeLevel(grantable, section, savedLevel) &&
    covers(section, ownLevels[section], level) &&
    (givable?.[section]?.includes(level) ?? true)
  );
}

/** Whether the person may revoke this level. */
export function canRevokeLevel(
  { ownLevels, givable }: GrantableLevels,
  section: string,
  savedLevel: Level | null | undefined,
): boolean {
  return covers(section, ownLevels[section], savedLevel ?? 'denied') && givable?.[section]?.length !== 0;
}
