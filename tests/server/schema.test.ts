import { readFile } from 'node:fs/promises';
import { needsOwnServer } from '#resources/language/generic-mistakes.ts';
import { definitionJsonSchema, definitionSchemaText, fieldDef } from '#resources/language/json-schema.ts';
import { KIND_GUIDE } from '#resources/language/kind-guide.ts';
import { KIND_NAMES } from '#resources/language/kinds/registry.ts';
import { readDefinition } from '#resources/language/read-definition.ts';
import { referencePage } from '#server/definitions/reference.ts';
import { keysDefinition } from '#tests/support/definitions.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const file = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('the language, written down', () => {
  test('the schema in the repository is that of the code (npm run reference)', async () => {
    expect(await file('resources/definition.schema.json')).toBe(definitionSchemaText());
  });

  test('the reference page is that of the code (npm run reference)', async () => {
    expect(await file('docs/definition-reference.md')).toBe(referencePage());
  });

  test('the page tells of the form, of rules about records and of where a saved form leads, each key with its meaning', () => {
    const lines = referencePage().split('\n');
    const keys = ['after.create', 'after.edit', 'form[].fields', 'form[].title', 'form[].when.is', 'form[].when.field'];
    const rules = ['notOwn', 'reachedBuilding', 'wholeBuilding', 'allPlaces', 'deleteWhole'].map(
      (key) => `record.${key}`,
    );
    for (const key of [...keys, ...rules]) {
      const [, , , , meaning = ''] = (lines.find((line) => line.startsWith(`| \`${key}\` |`)) ?? '').split(/(?<!\\)\|/);
      expect([key, meaning.trim()]).toEqual([key, expect.stringMatching(/\w{3}/)]);
    }
    for (const key of ['form.steps', 'form.tabs', 'form.head']) {
      expect(lines.some((line) => line.startsWith(`| \`${key}\` |`))).toBe(true);
    }
  });

  test('the page has a part with an example for every kind', () => {
    const page = referencePage();
    for (const kind of KIND_NAMES) {
      const [, part = ''] = page.split(`### \`${kind}\`\n`);
      const example: unknown = JSON.parse(`{${/```json\n([\s\S]*?)\n```/.exec(part)?.[1]}}`);
      expect(example).toMatchObject({ example: { kind } });
    }
  });

  test.each(KIND_NAMES)('the example of %s is a field that is taken', (kind) => {
    const { example, beside } = KIND_GUIDE[kind];
    const api = { dialect: 'crm', path: '/api/crm/keys/', paging: 'none' };
    const draft = { ...keysDefinition(), ...(needsOwnServer(example) ? { api } : {}) };
    const fields = { ...draft.fields, ...beside, example };
    const read = readDefinition({ $schema: './schema.json', ...draft, fields }, 'keys.json');
    expect(read.fields.example).toMatchObject({ kind });
  });

  test('the schema names every kind once, says what it is and closes it to unknown keys', () => {
    const { $defs = {} } = definitionJsonSchema();
    expect(Object.keys($defs)).toEqual(KIND_NAMES.map(fieldDef));
    for (const kind of KIND_NAMES) {
      expect($defs[fieldDef(kind)]).toMatchObject({
        additionalProperties: false,
        description: KIND_GUIDE[kind].about,
        properties: { kind: { const: kind } },
      });
    }
  });
});

describe('GET /resources/schema.json', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp({ empty: true });
  });
  afterAll(() => app.close());

  test('is the schema, for anybody and to be kept by caches', async () => {
    const answer = await app.call('GET', '/resources/schema.json');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toContain('application/schema+json');
    expect(answer.headers['cache-control']).toContain('public');
    expect(answer.text).toBe(definitionSchemaText());
  });
});
