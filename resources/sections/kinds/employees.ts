import * as z from 'zod';
import { canHide, LEVELS, type Level, offeredLevels } from '../../language/access.ts';
import { FEATURES } from '../../language/features.ts';
import { ICONS } from '../../language/icons.ts';
import { idsOf } from '../../language/kinds/ids.ts';
import { defineKind, idsRule } from '../../language/kinds/kind.ts';

/** Levels by section as a form holds them; null: the section is switched on and no level is chosen yet (EMP-37). */
export type LevelChoice = Readonly<Record<string, Level | null>>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Levels of rights on every section, in rows with a switch each (EMP-34…41): off forces its sections to `denied`. Sections
 * that an installation added follow by themselves. The wire has levels by section.
 */
export const levels = defineKind({
  options: z.object({
    rows: z
      .array(
        z.strictObject({
          label: z.string().optional().describe('Left out: the title of its section'),
          icon: z.enum(ICONS),
          sections: z.array(z.string()).min(1).readonly(),
          optional: z
            .array(z.string())
            .readonly()
            .optional()
            .describe('Sections that stay denied when the row is on and nothing is chosen for them (EMP-36)'),
        }),
      )
      .min(1)
      .readonly(),
    only: z
      .strictObject({ level: z.enum(LEVELS), feature: z.enum(FEATURES) })
      .optional()
      .describe('A level that is offered only where the feature is on (EMP-39)'),
    givable: z
      .string()
      .optional()
      .describe(
        'Key of the record with the levels by section that its reader may give; left out: all they have (PERM-23)',
      ),
  }),
  rule: (_options, missing) =>
    z.record(z.string(), z.unknown(), { error: missing }).transform((levels, context): Record<string, Level> => {
      for (const [section, level] of Object.entries(levels)) {
        const message = level === null || level === '' ? 'validation.level' : 'validation.choice';
        if (offeredLevels(section).includes(level as Level)) continue;
        context.addIssue({ code: 'custom', message, path: [section], input: level });
      }
      return levels as Record<string, Level>;
    }),
  parted: true,
  initial: ({ rows }) => readChoice({}, rows),
  read: (wire, { rows }) => readChoice(isRecord(wire) ? wire : {}, rows),
  write: (value, { rows }) => {
    if (!isRecord(value)) return value;
    const optional = new Set(rows.flatMap((row) => row.optional ?? []));
    return Object.fromEntries(
      Object.entries(value).map(([section, level]) => [
        section,
        level === null && optional.has(section) ? 'denied' : level,
      ]),
    );
  },
});

/** The form's value of levels: all sections of the rows, and further levels. */
function readChoice(wire: Record<string, unknown>, rows: readonly { sections: readonly string[] }[]): LevelChoice {
  const named = rows.flatMap(({ sections }) => sections);
  const all = [...new Set([...named, ...Object.keys(wire)])];
  return Object.fromEntries(
    all.map((section) => {
      const level = LEVELS.find((known) => known === wire[section]) ?? 'denied';
      // News cannot be hidden: denied acts like reading (PERM-17).
      return [section, level === 'denied' && !canHide(section) ? 'read' : level];
    }),
  );
}

/**
 * Entrances that are open to an employee, chosen building by building (EMP-42). A record carries buildings that are
 * wholly open, with their entrances, and the open entrances of the others; a form holds and sends ids of entrances.
 * Those the user does not hold themselves are shown greyed and sent back as they were (EMP-43, G-20).
 */
export const porches = defineKind({
  options: z.object({
    houses: z.string().describe('Key of the record with the houses that are wholly open'),
    count: z.string().optional().describe('Key with the number of houses, where a list carries only the first of them'),
  }),
  rule: () => idsRule('validation.required', 0),
  initial: () => [],
  read: idsOf,
  write: idsOf,
});

/** The picture and name of a person, made of several keys of the record; shown, never entered. */
export const person = defineKind({
  options: z.object({
    first: z.string().describe('Key with the first name'),
    last: z.string().describe('Key with the last name'),
    picture: z.string().optional().describe('Key with the address of the portrait'),
    own: z.string().optional().describe('Key with the id of the person: one’s own record is marked «вы»'),
  }),
  rule: () => z.unknown(),
  shownOnly: true,
  initial: () => null,
});
