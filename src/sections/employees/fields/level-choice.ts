import { covers, type Level, type Levels } from '#resources/language/access.ts';
import type { LevelChoice } from '#resources/sections/kinds/employees.ts';

/** A row of switches: one section, or several turned off by one switch. */
export interface LevelRow {
  label?: string | undefined;
  icon: string;
  sections: readonly string[];
  optional?: readonly string[] | undefined;
}

/** The rows of a definition, and one for each section that the record knows besides. */
export function rowsWith(rows: readonly LevelRow[], value: LevelChoice): LevelRow[] {
  const named = new Set(rows.flatMap(({ sections }) => sections));
  const extra = Object.keys(value).filter((section) => !named.has(section));
  return [...rows, ...extra.map((section): LevelRow => ({ icon: 'folder', sections: [section] }))];
}

/** Whether a row is on: something in it is open, or waits to be chosen (EMP-36). */
export function isRowOn({ sections }: LevelRow, value: LevelChoice): boolean {
  return sections.some((section) => value[section] !== 'denied');
}

/** The choice after a switch: off hides every section of the row (EMP-34, EMP-35), on waits for a level. */
export function switched({ sections, optional = [] }: LevelRow, value: LevelChoice, on: boolean): LevelChoice {
  const next: Record<string, Level | null> = { ...value };
  for (const section of sections) next[section] = on && !optional.includes(section) ? null : 'denied';
  return next;
}

/** Sections that are on without a level although they need one (EMP-37). */
export function unchosen(rows: readonly LevelRow[], value: LevelChoice): string[] {
  return rows.flatMap(({ sections, optional = [] }) =>
    sections.filter((section) => value[section] === null && !optional.includes(section)),
  );
}

/** Levels that a person may give: their own, and those that the server allows for the changed record. */
export interface Grantable {
  ownLevels: Levels;
  /** Levels by section that may be given; null where the record does not say. */
  givable: Readonly<Record<string, readonly Level[]>> | null;
}

/** Whether the person may give this level; a level they lack they can neither give nor take away (PERM-23). */
export function mayGive(
  grantable: Grantable,
  section: string,
  savedLevel: Level | null | undefined,
  level: Level,
): boolean {
  const { ownLevels, givable } = grantable;
  return (
    mayTake(grantable, section, savedLevel) &&
    covers(section, ownLevels[section], level) &&
    (givable?.[section]?.includes(level) ?? true)
  );
}

/** Whether the person may take this level from an employee. */
export function mayTake(
  { ownLevels, givable }: Grantable,
  section: string,
  savedLevel: Level | null | undefined,
): boolean {
  return covers(section, ownLevels[section], savedLevel ?? 'denied') && givable?.[section]?.length !== 0;
}
