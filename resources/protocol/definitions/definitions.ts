import * as z from 'zod';
import type { Resource } from '#resources/language/define-resource.ts';

/** Stored records that break a changed rule of a field. */
const misfit = z.object({
  /** Label of the field. */
  field: z.string(),
  /** The sentence of the rule, as a form would say it. */
  message: z.string(),
  count: z.number().int(),
  /** Ids of some of those records. */
  ids: z.array(z.number().int()),
});
export type Misfit = z.output<typeof misfit>;

/** A changed definition that waits, since what is stored does not fit it; what was in force before stays meanwhile. */
const pendingDefinition = z.object({
  file: z.string(),
  name: z.string(),
  title: z.string(),
  version: z.string(),
  misfits: z.array(misfit),
});
export type PendingDefinition = z.output<typeof pendingDefinition>;

/** `POST /resources/definitions/check/`: what is wrong with the text of a file, and what of the records would not fit it. */
export const definitionCheck = z.object({ problems: z.array(z.string()), misfits: z.array(misfit) });
export type DefinitionCheck = z.output<typeof definitionCheck>;

/** `POST /resources/definitions/apply/`: whether it was done; not when the file has changed since it was looked at. */
export const definitionApplied = z.object({ applied: z.boolean() });

/** A file that is wrong: a sentence for each problem, with field, what was expected and line. */
const brokenFile = z.object({
  file: z.string(),
  /** Name and title of its section, as far as they are known. */
  name: z.string().nullable(),
  title: z.string().nullable(),
  /** Where its list would stand, where the file says so. */
  path: z.string().optional(),
  /** It would be a tab of the settings. */
  area: z.literal('settings').optional(),
  /** It would stand in no menu. */
  menu: z.literal(false).optional(),
  problems: z.array(z.string()),
});
export type BrokenFile = z.output<typeof brokenFile>;

/** The parts of a section in force that do nothing as long as something else of the installation is missing, a sentence each. */
const definitionNote = z.object({ file: z.string(), name: z.string(), title: z.string(), notes: z.array(z.string()) });
export type DefinitionNote = z.output<typeof definitionNote>;

/** `GET /resources/definitions/`: sections an installation added; `problems` of its files, what is `pending`, and `notes` for administrators only. */
export const definitionsAnswer = z.object({
  definitions: z.array(z.custom<Resource>((value) => typeof value === 'object' && value !== null)),
  problems: z.array(brokenFile),
  pending: z.array(pendingDefinition),
  notes: z.array(definitionNote).optional(),
});
export type DefinitionsAnswer = z.output<typeof definitionsAnswer>;
