import { text } from '#i18n/text.ts';
import { covers, type Level, type Levels, offeredLevels, SECTIONS } from '#resources/language/access.ts';
import { FieldsError } from '#server/http/errors.ts';

/** Whose rights meet: who gives them, and what this installation has. */
export interface Giver {
  levels: Levels;
  extraSections: readonly string[];
  /** Whether anybody can be made a performer (`FEATURE_SERVICES`). */
  performers: boolean;
}

function refuse(key: string, section: string): FieldsError {
  const title = text(`access.sections.${section}`, { _: section });
  return new FieldsError({ sections: [text(`employees.refused.${key}`, { section: title })] });
}

/**
 * The levels an employee has after a change. Nobody gives a level that allows more than his own, nor touches one that does:
 * what the payload leaves out, or names as it is, stays (B§6, "never more than one has").
 * @param before his levels now
 * @param chosen what the payload names
 * @returns only the sections that change
 * @throws FieldsError with a sentence that names the section
 */
export function settleLevels(before: Levels, chosen: Levels, giver: Giver): Record<string, Level> {
  const known: readonly string[] = [...SECTIONS, ...giver.extraSections];
  const changed: Record<string, Level> = {};
  for (const [section, level] of Object.entries(chosen)) {
    if (!known.includes(section)) throw refuse('unknownSection', section);
    const had = before[section] ?? 'denied';
    if (level === had) continue;
    if (!offeredLevels(section).includes(level)) throw refuse('offered', section);
    if (level === 'performer' && !giver.performers) throw refuse('performer', section);
    const held = giver.levels[section];
    if (!covers(section, held, level)) throw refuse('level', section);
    if (!covers(section, held, had)) throw refuse('keptLevel', section);
    changed[section] = level;
  }
  return changed;
}
