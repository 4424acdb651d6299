import { text } from '#i18n/text.ts';
import { type Level, type Levels, offeredLevels, SECTIONS } from '#resources/language/access.ts';
import { includesLevel } from '#resources/rules/requests/rights.ts';
import type { AccessProfile } from '#server/access/view.ts';
import { FieldsError } from '#server/http/errors.ts';

/** The giver of rights, with the sections of this installation. */
export interface Giver extends AccessProfile {
  extraSections: readonly string[];
  /** Whether the level «performer» can be given at all (`FEATURE_SERVICES`). */
  performers: boolean;
}

function refusalFor(key: string, section: string): FieldsError {
  const title = text(`access.sections.${section}`, { _: section });
  const sentence = text(`employees.refused.${key}`, { section: title });
  return new FieldsError({ sections: [sentence] }, `rights ${key}: ${section.slice(0, 40)}`);
}

/**
 * Whether the giver reaches everything that the employee would reach with this level; their roles decide what performers reach.
 */
const isWithinReach = (giver: Giver, employee: AccessProfile, section: string, level: Level | undefined) =>
  includesLevel(section, { role: giver.role, level: giver.levels[section] }, { role: employee.role, level });

const sectionNames = ({ extraSections }: Giver): readonly string[] => [...SECTIONS, ...extraSections];

/** Levels that the giver may give to the employee, by section; empty where the employee's current level exceeds the giver's. */
export function givableLevels(employee: AccessProfile, giver: Giver): Record<string, Level[]> {
  return Object.fromEntries(
    sectionNames(giver).map((section) => {
      const mayTouch = isWithinReach(giver, employee, section, employee.levels[section]);
      const levels = offeredLevels(section).filter(
        (level) => isWithinReach(giver, employee, section, level) && (level !== 'performer' || giver.performers),
      );
      return [section, mayTouch ? levels : []];
    }),
  );
}

/**
 * Levels that a change sets. A giver neither gives a level that reaches more than their own nor changes one that does; levels
 * that the payload omits or repeats stay (EMP-43).
 * @param employee with their current levels
 * @param chosen levels in the payload
 * @returns only the sections that change
 * @throws FieldsError with a sentence that names the section
 */
export function settleLevels(employee: AccessProfile, chosen: Levels, giver: Giver): Record<string, Level> {
  const changed: Record<string, Level> = {};
  for (const [section, level] of Object.entries(chosen)) {
    if (!sectionNames(giver).includes(section)) throw refusalFor('unknownSection', section);
    const currentLevel = employee.levels[section] ?? 'denied';
    if (level === currentLevel) continue;
    if (!offeredLevels(section).includes(level)) throw refusalFor('offered', section);
    if (level === 'performer' && !giver.performers) throw refusalFor('performer', section);
    if (!isWithinReach(giver, employee, section, level)) throw refusalFor('level', section);
    if (!isWithinReach(giver, employee, section, currentLevel)) throw refusalFor('keptLevel', section);
    changed[section] = level;
  }
  return changed;
}
