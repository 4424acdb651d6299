import * as z from 'zod';
import { ID_MAX } from '#resources/language/kinds/kind.ts';

/** Names of files that are kept: others of the folder hold, but only by hand. */
export const DEFINITION_FILE = /^[a-z][a-z0-9-]{0,39}\.json$/;
/** Versions of a file that are kept, the newest ones. */
export const DEFINITION_VERSIONS = 200;

const change = {
  /** Counts from 1. */
  version: z.number().int(),
  /** ISO in UTC. */
  changedAt: z.string(),
  /** Its author; null for a file that was changed by hand in the folder. */
  changedBy: z.string().nullable(),
};

/** `GET /resources/definitions/files/` (ours; only where the server says `definition-files`): files of added sections, by name. */
export const definitionFiles = z.object({
  files: z.array(
    z.object({
      file: z.string(),
      /** Name and title of its section, as far as its text says them. */
      name: z.string().nullable(),
      title: z.string().nullable(),
      ...change,
      /** The text breaks rules: what was in force before holds. */
      broken: z.boolean(),
    }),
  ),
  /** Files that were taken away, the newest first: their last text is kept (`versions/`). */
  removed: z.array(
    z.object({ file: z.string(), name: z.string().nullable(), title: z.string().nullable(), ...change }),
  ),
});

/** `GET …/files/{file}/`, and what a 409 says besides the reason: the text that is kept now. */
export const definitionFile = z.object({ file: z.string(), text: z.string(), ...change });

/** Version that somebody started from; 0 for a new file. */
const startedFrom = z
  .number('validation.number')
  .int('validation.number')
  .min(0, 'validation.number')
  .max(ID_MAX, 'validation.number');

/** `PUT …/files/{file}/`. A text of too many bytes is answered with 422 and a problem, like any other problem of a text. */
export const definitionFileBody = z.object({ text: z.string(), version: startedFrom });

/** The answer. `pending`: records do not fit, and it waits to be applied (`GET /resources/definitions/`). */
export const definitionFileSaved = z.object({
  version: z.number().int(),
  problems: z.array(z.string()),
  pending: z.boolean(),
});

/** Keys of a 422 besides the reason: a sentence for each problem, as the check does. */
export const definitionFileProblems = z.object({ problems: z.array(z.string()) });

/** `DELETE …/files/{file}/` with it, or `?version=`. Records and versions stay; a text put by the last version brings the file back. */
export const definitionFileRemoval = z.object({ version: startedFrom.optional() });
/** The same in the address. */
export const definitionFileRemovalQuery = z.object({
  version: z
    .string()
    .regex(/^\d{1,9}$/, 'validation.number')
    .transform(Number)
    .optional(),
});
export const definitionFileRemoved = z.object({ version: z.number().int() });

/** `GET …/files/{file}/versions/`: the newest first. */
export const definitionFileVersions = z.object({ versions: z.array(z.object({ ...change, removed: z.boolean() })) });

/** `GET …/files/{file}/versions/{version}/`: what the file said; of a removed one what it said last. */
export const definitionFilePast = z.object({ text: z.string(), ...change, removed: z.boolean() });

/** `GET /resources/definitions/examples/`: definitions to start from. */
export const definitionExamples = z.object({
  examples: z.array(
    z.object({
      file: z.string(),
      name: z.string(),
      title: z.string(),
      description: z.string(),
      text: z.string(),
    }),
  ),
});
export type DefinitionExamples = z.output<typeof definitionExamples>;
