import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { definitionJsonSchema, definitionSchemaText, fieldDef } from '#resources/language/json-schema.ts';
import { KIND_GUIDE } from '#resources/language/kind-guide.ts';
import { KIND_NAMES } from '#resources/language/kinds/registry.ts';
import { readDefinition } from '#resources/language/read-definition.ts';
import { checkFiles } from '#server/definitions/check.ts';
import { referencePage } from '#server/definitions/reference.ts';
import { russianReferencePage } from '#server/definitions/russian-reference.ts';
import { keysDefinition } from '#tests/support/definitions.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const AFTER = { create: '/keys/edit?id={id}', edit: '/keys' };

/** The output of `resource:check` for a definition in a file. */
async function checked(definition: object) {
  const folder = await mkdtemp(join(tmpdir(), 'schema-'));
  try {
    const path = join(folder, 'keys.json');
    await writeFile(path, JSON.stringify(definition, null, 2));
    return await checkFiles([path]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const file = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');

describe('the language, written down', () => {
  test('the schema in the repository is that of the code (npm run reference)', async () => {
    expect(await file('resources/definition.schema.json')).toBe(definitionSchemaText());
  });

  test('the reference page is that of the code (npm run reference)', async () => {
    expect(await file('docs/definition-reference.md')).toBe(referencePage());
  });

  test('the reference page in Russian is that of the code, and names every key for administrators', async () => {
    const page = russianReferencePage();
    expect(await file('docs/definition-reference.ru.md')).toBe(page);
    expect(page.split('\n').filter((line) => /^\| `[^`]+` \| {2}\|/.test(line))).toEqual([]);
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
    const draft = keysDefinition();
    const fields = { ...draft.fields, ...beside, example };
    const read = readDefinition({ $schema: './schema.json', ...draft, fields }, 'keys.json');
    expect(read.fields.example).toMatchObject({ kind });
  });

  test.each(KIND_NAMES)('resource:check finds the example of %s on the page sound', async (kind) => {
    const [, part = ''] = referencePage().split(`### \`${kind}\`\n`);
    const fields = JSON.parse(`{${/```json\n([\s\S]*?)\n```/.exec(part)?.[1]}}`) as typeof KIND_GUIDE.text.beside;
    const draft = keysDefinition();
    const whole = { ...draft, after: AFTER, fields: { ...draft.fields, ...fields } };
    expect(await checked(whole)).toEqual({ lines: [expect.stringMatching(/ошибок нет/)], bad: 0 });
  });

  test.each([
    ['create', 'keys'],
    ['create', 7],
    ['edit', '/keys/[id]'],
    ['edit', 'https://example.org/'],
  ])('after.%s: %p is refused with file, line and what was expected', async (key, value) => {
    const { lines, bad } = await checked({ ...keysDefinition(), after: { ...AFTER, [key]: value } });
    expect(bad).toBe(1);
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^.+keys\\.json: after\\.${key}: .+ \\(строка \\d+\\)$`))]);
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
