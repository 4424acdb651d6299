import { writeFile } from 'node:fs/promises';
import { definitionSchemaText } from '#resources/language/json-schema.ts';
import { referencePage } from './reference.ts';

/** `npm run reference`: writes the JSON Schema and the reference page anew after a change of the language. */
const ROOT = new URL('../../', import.meta.url);

await writeFile(new URL('resources/definition.schema.json', ROOT), definitionSchemaText());
await writeFile(new URL('docs/definition-reference.md', ROOT), referencePage());
