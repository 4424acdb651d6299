import type { Resource } from '#resources/language/define-resource.ts';
import { readDefinition } from '#resources/language/read-definition.ts';
import { DIRECTORIES, type DirectoryName } from '#resources/sections/directories.ts';

/** Source file of these definitions, for messages. */
export const DIRECTORIES_FILE = 'resources/sections/directories.ts';

const entries = Object.entries(DIRECTORIES) as [DirectoryName, unknown][];

/** Checked definitions of the directories, which a company fills itself. A problem stops the start. */
export const DIRECTORY_RESOURCES = Object.fromEntries(
  entries.map(([name, definition]) => [name, readDefinition(definition, DIRECTORIES_FILE)]),
) as Readonly<Record<DirectoryName, Resource>>;
