import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { KIND_GUIDE } from '#resources/language/kind-guide.ts';
import { KIND_NAMES } from '#resources/language/kinds/registry.ts';
import { keysDefinition } from '#tests/support/definitions.ts';
import { randomSections } from '#tests/support/random-definitions.ts';

const SCHEMA = new URL('../../resources/definition.schema.json', import.meta.url);
// Strict: a keyword that the validator does not know is a mistake of ours, which an editor would pass over in silence.
const validate = new Ajv2020({ strict: true, strictTypes: false, allErrors: true }).compile(
  JSON.parse(readFileSync(SCHEMA, 'utf8')) as object,
);

/** An editor's problems of a definition: places with what was expected, none for a sound one. */
function saidOf(definition: unknown): string[] {
  validate(JSON.parse(JSON.stringify(definition)));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const FILES = ['docs/examples/', 'docs/examples/jobs/', 'resources/extra/'].flatMap((folder) => {
  const url = new URL(`../../${folder}`, import.meta.url);
  return readdirSync(url).flatMap((name) => (name.endsWith('.json') ? [[`${folder}${name}`, new URL(name, url)]] : []));
}) as [string, URL][];

describe('the published JSON Schema, by a validator', () => {
  test.each(FILES)('takes %s, whose $schema is the one of the repository', (_, url) => {
    const definition = JSON.parse(readFileSync(url, 'utf8')) as { $schema: string };
    expect(saidOf(definition)).toEqual([]);
    expect(fileURLToPath(new URL(definition.$schema, url))).toBe(fileURLToPath(SCHEMA));
  });

  test('the three worked examples are among them', () => {
    expect(FILES.length).toBeGreaterThanOrEqual(3);
  });

  test.each(KIND_NAMES)('takes the example of %s', (kind) => {
    const { example, beside } = KIND_GUIDE[kind];
    const draft = keysDefinition();
    expect(saidOf({ ...draft, fields: { ...draft.fields, ...beside, example } })).toEqual([]);
  });

  test('takes 200 random valid definitions', () => {
    const refused = randomSections(200, 20_261).flatMap(({ definition }) => {
      const said = saidOf(definition);
      return said.length ? [{ name: definition.name, said }] : [];
    });
    expect(refused).toEqual([]);
  });

  type Draft = ReturnType<typeof keysDefinition>;
  const label = (draft: Draft, more: object) => Object.assign(draft.fields.label ?? {}, more);
  test.each<[string, string, (draft: Draft) => unknown]>([
    ['a section without words', '', (draft) => delete draft.words],
    ['a section without a list', '', (draft) => delete draft.list],
    ['an unknown key', '', (draft) => Object.assign(draft, { colour: 'red' })],
    ['an unknown key of the list', '/list', (draft) => Object.assign(draft.list as object, { colums: [] })],
    ['an unknown key of the words', '/words', (draft) => Object.assign(draft.words as object, { dative: 'ключу' })],
    ['an unknown key of a field', '/fields/label', (draft) => label(draft, { lenght: 5 })],
    ['an option of another kind', '/fields/label', (draft) => label(draft, { digits: 4 })],
    ['an unknown kind', '/fields/label', (draft) => label(draft, { kind: 'strnig' })],
    ['a field without a kind', '/fields/label', (draft) => delete draft.fields.label?.kind],
    ['a number as text', '/fields/label/min', (draft) => label(draft, { min: '3' })],
    ['a flag as text', '/fields/label/once', (draft) => label(draft, { once: 'yes' })],
    ['a number for a flag', '/fields/label/required', (draft) => label(draft, { required: 5 })],
    ['a text as number', '/fields/label/label', (draft) => label(draft, { label: 7 })],
    ['an unknown icon', '/icon', (draft) => Object.assign(draft, { icon: 'no-such-icon' })],
    ['an unknown layout', '/list', (draft) => Object.assign(draft.list as object, { layout: 'grid' })],
    ['a name that is none', '/name', (draft) => Object.assign(draft, { name: 'Ключи от дома' })],
    ['columns that are no list', '/list/columns', (draft) => Object.assign(draft.list as object, { columns: 'label' })],
    ['a form that is a text', '/form', (draft) => Object.assign(draft, { form: 'label' })],
    [
      'options without values',
      '/fields/place/options/0',
      (draft) => Object.assign(draft.fields.place ?? {}, { options: [{ label: 'Сейф' }] }),
    ],
  ])('refuses %s, at its place', (_, place, spoil) => {
    const draft = keysDefinition();
    expect(saidOf(draft)).toEqual([]);
    spoil(draft);
    expect(saidOf(draft)).toContainEqual(expect.stringMatching(new RegExp(`^${place}[ /]`)));
  });
});
