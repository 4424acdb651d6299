import * as z from 'zod';
import { ID_MAX } from '#resources/language/kinds/kind.ts';

/** Pattern of file names that the server manages; files with other names in the folder work, but can only be edited by hand. */
export const DEFINITION_FILE = /^[a-z][a-z0-9-]{0,39}\.json$/;
/** Maximum number of stored versions of a file; older ones are dropped. */
export const DEFINITION_VERSIONS = 200;

const change = {
  /** Version number, from 1. */
  version: z.number().int(),
  /** ISO in UTC. */
  changedAt: z.string(),
  /** Author; null if the file was changed by hand in the folder. */
  changedBy: z.string().nullable(),
};

/** `GET /resources/definitions/files/` (our addition `definition-files`): files of added sections, by name. */
export const definitionFiles = z.object({
  files: z.array(
    z.object({
      file: z.string(),
      /** Name and title of its section, if its text has them. */
      name: z.string().nullable(),
      title: z.string().nullable(),
      ...change,
      /** The text is invalid; the previous definition stays active. */
      broken: z.boolean(),
    }),
  ),
  /** Removed files, newest first; their last text is stored (`versions/`). */
  removed: z.array(
    z.object({ file: z.string(), name: z.string().nullable(), title: z.string().nullable(), ...change }),
  ),
});

/** `GET …/files/{file}/`, and part of a 409: the text that is stored now. */
export const definitionFile = z.object({ file: z.string(), text: z.string(), ...change });

/** Version that the edit is based on; 0 for a new file. */
const baseVersion = z
  .number('validation.number')
  .int('validation.number')
  .min(0, 'validation.number')
  .max(ID_MAX, 'validation.number');

/** `PUT …/files/{file}/`. A text that is too large gets a 422 with a problem, like any invalid text. */
export const definitionFileBody = z.object({ text: z.string(), version: baseVersion });

/** Response. `pending`: stored records do not fit, so that the definition waits to be applied (`GET /resources/definitions/`). */
export const definitionFileSaved = z.object({
  version: z.number().int(),
  problems: z.array(z.string()),
  pending: z.boolean(),
});

/** Further keys of a 422: one message per problem, as in the check. */
export const definitionFileProblems = z.object({ problems: z.array(z.string()) });

/**
 * Body of `DELETE …/files/{file}/`; `?version=` is also accepted. Records and versions are kept, and saving a text based on the
 * last version restores the file.
 */
export const definitionFileRemoval = z.object({ version: baseVersion.optional() });
/** The same as a query string. */
export const definitionFileRemovalQuery = z.object({
  version: z
    .string()
    .regex(/^\d{1,9}$/, 'validation.number')
    .transform(Number)
    .optional(),
});
export const definitionFileRemoved = z.object({ version: z.number().int() });

/** `GET …/files/{file}/versions/`: newest first. */
export const definitionFileVersions = z.object({ versions: z.array(z.object({ ...change, removed: z.boolean() })) });

/** `GET …/files/{file}/versions/{version}/`: the text of a version; for the version of a removal, the last text before it. */
export const definitionFileVersion = z.object({ text: z.string(), ...change, removed: z.boolean() });

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
