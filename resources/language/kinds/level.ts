import * as z from 'zod';
import { LEVELS, offeredLevels } from '../access.ts';
import { normalizeHeading } from '../heading-key.ts';
import { type CsvTexts, defineKind, typeMessage } from './kind.ts';

/** I18n keys of a level: the one for the section (PERM-26), then the general one. */
export function levelKeys(section: string, level: string): [key: string, other: string] {
  return [`access.levels.${section}.${level}`, `access.levels.other.${level}`];
}

/** The label of a level; its code without translations. */
function formatLevel(section: string, level: string, { translate }: CsvTexts = {}): string {
  if (!translate) return level;
  const [key, other] = levelKeys(section, level);
  const text = translate(key);
  return text === key ? translate(other) : text;
}

/** A level of rights on one section (permissions.md). */
export const level = defineKind({
  options: z.object({ section: z.string().describe('The section the level is for') }),
  rule: (options, missing) => {
    const offered = offeredLevels(options.section);
    return z
      .enum(LEVELS, typeMessage(missing, 'validation.choice'))
      .refine((value) => offered.includes(value), 'validation.choice');
  },
  initial: () => null,
  csv: {
    write: (wire, { section }, texts) => (wire ? formatLevel(section, String(wire), texts) : ''),
    read: (cell, { section }, texts) => {
      const text = normalizeHeading(cell);
      return (
        LEVELS.find((one) => one === text || normalizeHeading(formatLevel(section, one, texts)) === text) ?? cell.trim()
      );
    },
  },
  column: 'text',
});
