import { text } from '#i18n/text.ts';
import { type Level, type Levels, offeredLevels, SECTIONS } from '#resources/language/access.ts';
import { reachesLevel } from '#resources/rules/requests/rights.ts';
import type { AccessProfile } from '#server/access/view.ts';
import { FieldsError } from '#server/http/errors.ts';

/** The giver of rights, with the sections of this installation. */
export interface Giver extends AccessProfile {
  extraSections: readonly string[];
  /** Whether anybody can be made a performer (`FEATURE_SERVICES`). */
  performers: boolean;
}

function refuse(key: string, section: string): FieldsError {
  const title = text(`access.sections.${section}`, { _: section });
  const sentence = text(`employees.refused.${key}`, { section: title });
  return new FieldsError({ sections: [sentence] }, `rights ${key}: ${section.slice(0, 40)}`);
}

/**
 * Whether the giver reaches whatever the employee would with this level; their role decides what a performer's reaches.
 */
const isBelow = (giver: Giver, employee: AccessProfile, section: string, level: Level | undefined) =>
  reachesLevel(section, { role: giver.role, level: giver.levels[section] }, { role: employee.role, level });

const sectionNames = ({ extraSections }: Giver): readonly string[] => [...SECTIONS, ...extraSections];

/** The levels of every section that may be given to an employee as they are now; none where their own is not to be touched. */
export function givableLevels(employee: AccessProfile, giver: Giver): Record<string, Level[]> {
  return Object.fromEntries(
    sectionNames(giver).map((section) => {
      const touched = isBelow(giver, employee, section, employee.levels[section]);
      const levels = offeredLevels(section).filter(
        (level) => isBelow(giver, employee, section, level) && (level !== 'performer' || giver.performers),
      );
      return [section, touched ? levels : []];
    }),
  );
}

/**
 * The levels an employee has after a change. A giver gives no level that reaches more than their own, nor touches one
 * that does: what the payload leaves out, or names as it is, stays (EMP-43).
 * @param employee as they are now
 * @param chosen what the payload names
 * @returns only the sections that change
 * @throws FieldsError with a sentence that names the section
 */
export function settleLevels(employee: AccessProfile, chosen: Levels, giver: Giver): Record<string, Level> {
  const changed: Record<string, Level> = {};
  for (const [section, level] of Object.entries(chosen)) {
    if (!sectionNames(giver).includes(section)) throw refuse('unknownSection', section);
    const had = employee.levels[section] ?? 'denied';
    if (level === had) continue;
    if (!offeredLevels(section).includes(level)) throw refuse('offered', section);
    if (level === 'performer' && !giver.performers) throw refuse('performer', section);
    if (!isBelow(giver, employee, section, level)) throw refuse('level', section);
    if (!isBelow(giver, employee, section, had)) throw refuse('keptLevel', section);
    changed[section] = level;
  }
  return changed;
}
