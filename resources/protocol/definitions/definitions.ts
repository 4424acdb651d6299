import * as z from 'zod';
import type { Resource } from '#resources/language/define-resource.ts';

/** Stored records that violate a changed rule of a field. */
const misfit = z.object({
  /** Label of the field. */
  field: z.string(),
  /** The validation message, as in a form. */
  message: z.string(),
  count: z.number().int(),
  /** Ids of some of these records. */
  ids: z.array(z.number().int()),
});
export type Misfit = z.output<typeof misfit>;

/** A changed definition that waits because stored records do not fit it; the previous definition stays active meanwhile. */
const pendingDefinition = z.object({
  file: z.string(),
  name: z.string(),
  title: z.string(),
  version: z.string(),
  misfits: z.array(misfit),
});
export type PendingDefinition = z.output<typeof pendingDefinition>;

/** `POST /resources/definitions/check/`: problems of a file's text, and stored records that would not fit it. */
export const definitionCheck = z.object({ problems: z.array(z.string()), misfits: z.array(misfit) });
export type DefinitionCheck = z.output<typeof definitionCheck>;

/** `POST /resources/definitions/apply/`: whether it was applied; not if the file has changed since it was checked. */
export const definitionApplied = z.object({ applied: z.boolean() });

/** A file with problems: one message each, with field, expected value and line. */
const brokenFile = z.object({
  file: z.string(),
  /** Name and title of its section, if known. */
  name: z.string().nullable(),
  title: z.string().nullable(),
  /** Path of its list, if the file has one. */
  path: z.string().optional(),
  /** Set if it would be a tab of the settings. */
  area: z.literal('settings').optional(),
  /** Set if it would be in no menu. */
  menu: z.literal(false).optional(),
  problems: z.array(z.string()),
});
export type BrokenFile = z.output<typeof brokenFile>;

/** Parts of an active section that have no effect until something else is set up, one message each. */
const definitionNote = z.object({ file: z.string(), name: z.string(), title: z.string(), notes: z.array(z.string()) });
export type DefinitionNote = z.output<typeof definitionNote>;

/**
 * `GET /resources/definitions/`: sections that an installation added; `problems`, `pending` and `notes` of its files only for
 * administrators.
 */
export const definitionsAnswer = z.object({
  definitions: z.array(z.custom<Resource>((value) => typeof value === 'object' && value !== null)),
  problems: z.array(brokenFile),
  pending: z.array(pendingDefinition),
  notes: z.array(definitionNote).optional(),
});
export type DefinitionsAnswer = z.output<typeof definitionsAnswer>;
