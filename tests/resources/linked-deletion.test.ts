import { readFileSync } from 'node:fs';
import { completeDefinition } from '#resources/language/complete-definition.ts';
import type { Resource, ResourceInput } from '#resources/language/define-resource.ts';
import { DefinitionError, readDefinition } from '#resources/language/read-definition.ts';
import { findDeletionReferences, isReferredTo, linkedSections } from '#resources/language/references.ts';
import { keysDefinition } from '#tests/support/definitions.ts';

/** Problems of the made-up definition with the reference. */
function problems(field: object): [place: string, code: string][] {
  const draft = keysDefinition();
  draft.fields.to = { kind: 'reference', label: 'К чему', ...field };
  try {
    readDefinition(draft, 'keys.json');
    return [];
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    return error.problems.map(({ place, code }) => [place, code]);
  }
}

describe('a reference with `onDelete`', () => {
  test.each(['forbid', 'clear', 'cascade'])('says that a deletion does %s', (onDelete) => {
    expect(problems({ to: 'locks', onDelete })).toEqual([]);
    expect(problems({ to: 'locks', onDelete, unique: true, when: 'label == "А"' })).toEqual([]);
  });

  test('says nothing else', () => {
    expect(problems({ to: 'locks', onDelete: 'nothing' })).toEqual([['fields.to.onDelete', 'oneOf']]);
  });

  test('refers to an added section: the product deletes its own records by rules of its own', () => {
    expect(problems({ to: 'cameras', onDelete: 'forbid' })).toEqual([['fields.to.onDelete', 'onDeleteBuiltIn']]);
    expect(problems({ to: 'employees', onDelete: 'clear', required: true })).toEqual([
      ['fields.to.onDelete', 'onDeleteBuiltIn'],
    ]);
  });

  test.each([{ required: true }, { required: 'label == "А"' }, { requiredWith: 'label' }])(
    'cannot be emptied where it has to be given: %j',
    (more) => {
      expect(problems({ to: 'locks', onDelete: 'clear', ...more })).toEqual([['fields.to.onDelete', 'clearRequired']]);
      expect(problems({ to: 'locks', onDelete: 'cascade', ...more })).toEqual([]);
    },
  );
});

test('of several references one is taken out, or it is forbidden: a record never goes for one of them', () => {
  for (const onDelete of ['forbid', 'clear'])
    expect(problems({ kind: 'references', to: 'locks', onDelete })).toEqual([]);
  expect(problems({ kind: 'references', to: 'locks', onDelete: 'cascade' })).toEqual([['fields.to.onDelete', 'oneOf']]);
  expect(problems({ kind: 'references', to: 'locks', onDelete: 'clear', required: true })).toEqual([
    ['fields.to.onDelete', 'clearRequired'],
  ]);
  expect(problems({ kind: 'references', to: 'cameras', onDelete: 'clear' })).toEqual([
    ['fields.to.onDelete', 'onDeleteBuiltIn'],
  ]);
});

test('references make a tree in their own section alone', () => {
  expect(problems({ to: 'keys', tree: true })).toEqual([]);
  expect(problems({ to: 'locks', tree: true })).toEqual([['fields.to.tree', 'treeElsewhere']]);
  expect(problems({ to: 'locks', tree: false })).toEqual([]);
});

describe('what the deletion of a record concerns', () => {
  const section = (name: string, fields: ResourceInput['fields']): Resource =>
    completeDefinition({ ...(keysDefinition() as unknown as ResourceInput), name, section: name, fields });
  const to = (name: string, onDelete?: 'forbid' | 'clear' | 'cascade') =>
    ({ kind: 'reference', to: name, ...(onDelete ? { onDelete } : {}) }) as const;
  const resources = [
    section('locks', { label: { kind: 'text' } }),
    section('keys', { held: to('locks', 'forbid'), part: to('locks', 'cascade') }),
    section('loans', { key: to('keys', 'clear') }),
    section('fines', { loan: to('loans', 'cascade') }),
    section('notes', { lock: to('locks') }),
    section('parts', { whole: to('parts', 'cascade') }),
  ];
  const names = (name: string) =>
    linkedSections(resources, resources.find((one) => one.name === name) as Resource).map((one) => one.name);

  test('are the sections that say so, and those that refer to what is deleted along', () => {
    expect(names('locks')).toEqual(['locks', 'keys', 'loans']);
    expect(names('keys')).toEqual(['keys', 'loans']);
    expect(names('fines')).toEqual(['fines']);
    expect(names('parts')).toEqual(['parts']);
  });

  test('is nothing where no field says what it does', () => {
    expect(resources.map((one) => isReferredTo(resources, one))).toEqual([true, true, true, false, false, true]);
    expect(findDeletionReferences(resources).map(({ resource, wire, rule }) => [resource.name, wire, rule])).toEqual([
      ['keys', 'held', 'forbid'],
      ['keys', 'part', 'cascade'],
      ['loans', 'key', 'clear'],
      ['fines', 'loan', 'cascade'],
      ['parts', 'whole', 'cascade'],
    ]);
  });
});

test('the examples are sound', () => {
  for (const name of ['storage-places', 'tools', 'given-keys', 'work-crews']) {
    const text = readFileSync(`docs/examples/${name}.json`, 'utf8');
    expect(readDefinition(JSON.parse(text), `${name}.json`).name).toBe(name);
  }
});
