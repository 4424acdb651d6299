import { readFileSync } from 'node:fs';
import { BUILT_IN } from '#resources/built-in.ts';
import { completeDefinition } from '#resources/language/complete-definition.ts';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { KIND_NAMES } from '#resources/language/kinds/registry.ts';
import { DefinitionError, readDefinition, relationsWithoutCard } from '#resources/language/read-definition.ts';
import { cardSubject, relatedLists } from '#resources/language/related.ts';
import { keysDefinition } from '#tests/support/definitions.ts';

const example = (name: string) =>
  readDefinition(JSON.parse(readFileSync(`docs/examples/${name}.json`, 'utf8')), `${name}.json`);
const EXAMPLES = ['locks', 'given-keys', 'guest-passes'].map(example);

/** Problems of the made-up definition with a further field, in the form unless told otherwise. */
function problems(field: object, inForm = true): [place: string, code: string][] {
  const draft = keysDefinition();
  draft.fields.house = { kind: 'building', label: 'Дом' };
  draft.fields.to = { label: 'К чему', ...field };
  if (inForm) draft.form = [{ fields: ['label', 'house', 'to'] }];
  try {
    readDefinition(draft, 'keys.json');
    return [];
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    return error.problems.map(({ place, code }) => [place, code]);
  }
}

describe('a field with `related`', () => {
  test.each<[object]>([
    [{ kind: 'reference', to: 'employees' }],
    [{ kind: 'unit', building: 'house' }],
    [{ kind: 'building' }],
    [{ kind: 'buildings' }],
  ])('%j refers to something with a card', (field) => {
    expect(problems({ ...field, related: {} })).toEqual([]);
    expect(problems({ ...field, related: { label: 'Ключи', create: true } })).toEqual([]);
  });

  test('of a kind that refers to nothing is a mistake at its place', () => {
    expect(problems({ kind: 'text', related: {} })).toEqual([['fields.to.related', 'relatedKind']]);
    expect(problems({ kind: 'checklist', of: 'porches', building: 'house', related: {} })).toEqual([
      ['fields.to.related', 'relatedKind'],
    ]);
  });

  test('offers no button where no form asks for the field', () => {
    const field = { kind: 'building', related: { create: true } };
    expect(problems(field, false)).toEqual([['fields.to.related.create', 'relatedCreate']]);
    expect(problems({ ...field, related: {} }, false)).toEqual([]);
  });

  test('asks for a card that there is', () => {
    const [locks, keys] = EXAMPLES as [(typeof EXAMPLES)[number], (typeof EXAMPLES)[number]];
    const { card: _, ...bare } = locks;
    expect(relationsWithoutCard(keys, [...BUILT_IN, locks])).toEqual([]);
    expect(relationsWithoutCard(keys, [...BUILT_IN, bare])).toEqual([
      { place: 'fields.lock.related', code: 'relatedCard', params: { to: 'locks' } },
    ]);
    const toCameras = completeDefinition({
      ...keys,
      fields: { camera: { kind: 'reference', to: 'cameras', related: {} } },
    });
    expect(relationsWithoutCard(toCameras, BUILT_IN).map(({ place }) => place)).toEqual(['fields.camera.related']);
  });
});

test('what has a card is a matter of what a kind points at', () => {
  const fields = KIND_NAMES.map((kind) => ({ kind, to: 'employees', building: 'house' }) as unknown as FieldInput);
  expect(fields.filter((field) => cardSubject(field)).map(({ kind }) => kind)).toEqual([
    'building',
    'buildings',
    'unit',
    'reference',
    'references',
  ]);
});

test('the lists of a card are those of all fields that refer to it, under their label or the name of their section', () => {
  const labels = (subject: Parameters<typeof relatedLists>[1]) =>
    relatedLists([...BUILT_IN, ...EXAMPLES], subject).map(({ name, label, create }) => [name, label, create]);
  expect(labels({ to: 'records', section: 'locks' })).toEqual([['lock', 'Выданные ключи', true]]);
  expect(labels({ to: 'records', section: 'residents' })).toEqual([['holder', 'Ключи на руках', false]]);
  expect(labels({ to: 'records', section: 'settings-buildings' })).toEqual([['house', 'Замки', true]]);
  expect(labels({ to: 'unit' })).toEqual([['flat', 'Пропуска гостей', true]]);
  expect(labels({ to: 'records', section: 'employees' })).toEqual([]);
});
