import type { Level } from '#resources/language/access.ts';

/** Roles that hold `write` on sections an installation added, until their levels say otherwise. */
const MAY_EVERYTHING: ReadonlySet<string> = new Set(['admin', 'superuser']);

/** The levels of a person: what stands in the table, and the default for sections an installation added. */
export function levelsOf(
  role: string,
  stored: Readonly<Record<string, Level>> | null,
  extraSections: readonly string[],
): Record<string, Level> {
  const preset: Level = MAY_EVERYTHING.has(role) ? 'write' : 'denied';
  return { ...Object.fromEntries(extraSections.map((section) => [section, preset])), ...stored };
}
