import * as z from 'zod';
import { canHide, LEVELS, type Level, offeredLevels } from '../../language/access.ts';
import { FEATURES } from '../../language/features.ts';
import { ICONS } from '../../language/icons.ts';
import { toIds } from '../../language/kinds/ids.ts';
import { defineKind, idsRule } from '../../language/kinds/kind.ts';

/** Levels by section in a form; null: the section is switched on, but no level is chosen yet (EMP-37). */
export type LevelChoice = Readonly<Record<string, Level | null>>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Levels of all sections, in rows with a switch each (EMP-34…41); switching off sets its sections to `denied`. Added sections
 * follow automatically. The wire has levels by section.
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
  hasParts: true,
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

/** The form value: levels of all sections in rows, and further levels. */
function readChoice(wire: Record<string, unknown>, rows: readonly { sections: readonly string[] }[]): LevelChoice {
  const rowSections = rows.flatMap(({ sections }) => sections);
  const allSections = [...new Set([...rowSections, ...Object.keys(wire)])];
  return Object.fromEntries(
    allSections.map((section) => {
      const level = LEVELS.find((known) => known === wire[section]) ?? 'denied';
      // News cannot be hidden, so `denied` acts like `read` (PERM-17).
      return [section, level === 'denied' && !canHide(section) ? 'read' : level];
    }),
  );
}

/**
 * Entrances that an employee has access to, chosen by building (EMP-42). A record has fully open buildings with their
 * entrances, and open entrances of other buildings; a form has ids of entrances. Entrances outside the user's own access are
 * read-only and sent back unchanged (EMP-43, G-20).
 */
export const porches = defineKind({
  options: z.object({
    houses: z.string().describe('Key of the record with the houses that are wholly open'),
    count: z.string().optional().describe('Key with the number of houses, where a list carries only the first of them'),
  }),
  rule: () => idsRule('validation.required', 0),
  initial: () => [],
  read: toIds,
  write: toIds,
});

/** Picture and name of a person from several keys of the record; display only. */
export const person = defineKind({
  options: z.object({
    first: z.string().describe('Key with the first name'),
    last: z.string().describe('Key with the last name'),
    picture: z.string().optional().describe('Key with the address of the portrait'),
    own: z.string().optional().describe('Key with the id of the person: one’s own record is marked «вы»'),
  }),
  rule: () => z.unknown(),
  isShownOnly: true,
  initial: () => null,
});
