import type { Level } from '#resources/language/access.ts';
import { LEADS } from '#resources/rules/requests/rights.ts';

/**
 * The levels of a person: what stands in the table, and the default for sections an installation added: `write` for who leads the
 * company, nothing for others.
 */
export function levelsOf(
  role: string,
  stored: Readonly<Record<string, Level>> | null,
  extraSections: readonly string[],
): Record<string, Level> {
  const preset: Level = LEADS.has(role) ? 'write' : 'denied';
  return { ...Object.fromEntries(extraSections.map((section) => [section, preset])), ...stored };
}
