import { writeFile } from 'node:fs/promises';
import { definitionSchemaText } from '#resources/language/json-schema.ts';
import { referencePage } from './reference.ts';
import { russianReferencePage } from './russian-reference.ts';

/** `npm run reference`: regenerates the JSON Schema and the reference pages after a change of the language. */
const ROOT = new URL('../../', import.meta.url);

await writeFile(new URL('resources/definition.schema.json', ROOT), definitionSchemaText());
await writeFile(new URL('docs/definition-reference.md', ROOT), referencePage());
await writeFile(new URL('docs/definition-reference.ru.md', ROOT), russianReferencePage());
