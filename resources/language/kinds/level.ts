import * as z from 'zod';
import { LEVELS, offeredLevels } from '../access.ts';
import { headingKey } from '../heading-key.ts';
import { type CsvWords, defineKind, unless } from './kind.ts';

/** Text keys of a level on a section: its own (PERM-26), and what it is called elsewhere. */
export function levelKeys(section: string, level: string): [key: string, other: string] {
  return [`access.levels.${section}.${level}`, `access.levels.other.${level}`];
}

/** The label of a level; without words its code. */
function levelSaid(section: string, level: string, { say }: CsvWords = {}): string {
  if (!say) return level;
  const [key, other] = levelKeys(section, level);
  const said = say(key);
  return said === key ? say(other) : said;
}

/** A level of rights on one section (permissions.md). */
export const level = defineKind({
  options: z.object({ section: z.string().describe('The section the level is for') }),
  rule: (options, missing) => {
    const offered = offeredLevels(options.section);
    return z
      .enum(LEVELS, unless(missing, 'validation.choice'))
      .refine((value) => offered.includes(value), 'validation.choice');
  },
  initial: () => null,
  csv: {
    write: (wire, { section }, words) => (wire ? levelSaid(section, String(wire), words) : ''),
    read: (cell, { section }, words) => {
      const said = headingKey(cell);
      return LEVELS.find((one) => one === said || headingKey(levelSaid(section, one, words)) === said) ?? cell.trim();
    },
  },
  column: 'text',
});
