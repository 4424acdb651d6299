import { DefinitionError, readDefinition } from '#resources/language/read-definition.ts';
import { formerNames, renameReferencedSections } from '#resources/language/section-names.ts';
import { combineDefinitions, textCandidate } from '#server/definitions/combine.ts';
import { keysDefinition } from '#tests/support/definitions.ts';

const named = (name: string, change: Record<string, unknown> = {}) => ({
  ...keysDefinition(),
  name,
  section: name,
  ...change,
});
const referring = (name: string, to: string) =>
  named(name, { fields: { ...keysDefinition().fields, key: { kind: 'reference', label: 'Ключ', to } } });

/** Problems of a section with a former name, by reading alone. */
function problems(was: unknown): [place: string, code: string][] {
  try {
    readDefinition(named('locks', { was }), 'locks.json');
    return [];
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    return error.problems.map(({ place, code }) => [place, code]);
  }
}

/** Names of the sections of some files that hold, and what is said of the others by file. */
function combined(files: Readonly<Record<string, object | string>>) {
  const { sound, problems } = combineDefinitions(
    Object.entries(files).map(([file, definition]) =>
      textCandidate(file, typeof definition === 'string' ? definition : JSON.stringify(definition)),
    ),
  );
  return {
    sound: sound.map(({ resource }) => resource.name),
    told: Object.fromEntries(problems.map(({ file, problems: sentences }) => [file, sentences])),
    resources: new Map(sound.map(({ file, resource, written }) => [file, { resource, written }])),
  };
}

describe('the former name of a section', () => {
  test('is a name, and another one', () => {
    expect(problems('keys')).toEqual([]);
    expect(problems('locks')).toEqual([['was', 'formerOwn']]);
    for (const bad of ['Keys', '', '1key', 'a'.repeat(41)]) expect(problems(bad)).toEqual([['was', 'name']]);
    expect(problems(['keys'])).toEqual([['was', 'type']]);
  });

  test.each([
    ['before', 'a.json', 'b.json'],
    ['after', 'b.json', 'a.json'],
  ])('is no section that is still described, in a file %s it', (_where, holder, renamed) => {
    const files = { [holder]: named('keys'), [renamed]: named('locks', { was: 'keys' }) };
    const { sound, told } = combined(Object.fromEntries(Object.entries(files).sort()));
    expect(sound).toEqual(['keys']);
    expect(told).toEqual({ [renamed]: [expect.stringMatching(/^was: раздел «keys» ещё описан.* \(строка 1\)$/)] });
  });

  test('is no section whose file cannot be read at the moment', () => {
    const broken = JSON.stringify(named('keys', { icon: 'nothing-like-it' }));
    const { sound, told } = combined({ 'a.json': broken, 'b.json': named('locks', { was: 'keys' }) });
    expect([sound, Object.keys(told)]).toEqual([[], ['a.json', 'b.json']]);
  });

  test('is no section of the product, nor one of its lists', () => {
    for (const was of ['cameras', 'tasks', 'employees'])
      expect(combined({ 'a.json': named('locks', { was }) }).told['a.json']).toEqual([
        expect.stringMatching(/^was: прежнее имя .* носит встроенный раздел/),
      ]);
  });

  test('is that of one section: the first file holds it', () => {
    const { sound, told } = combined({
      'a.json': named('locks', { was: 'keys' }),
      'b.json': named('bolts', { was: 'keys' }),
    });
    expect(sound).toEqual(['locks']);
    expect(told).toEqual({ 'b.json': [expect.stringContaining('прежнее имя «keys» уже указал раздел «locks»')] });
  });

  test('makes no chain and no exchange', () => {
    const chain = combined({ 'a.json': named('b', { was: 'a' }), 'b.json': named('c', { was: 'b' }) });
    expect([chain.sound, Object.keys(chain.told)]).toEqual([['b'], ['b.json']]);
    const exchange = combined({ 'a.json': named('b', { was: 'a' }), 'b.json': named('a', { was: 'b' }) });
    expect([exchange.sound, Object.keys(exchange.told)]).toEqual([[], ['a.json', 'b.json']]);
  });
});

describe('references by a former name', () => {
  test('lead to the section of now, while the file says what it says', () => {
    const { sound, told, resources } = combined({
      'a.json': referring('boxes', 'keys'),
      'b.json': named('locks', { was: 'keys' }),
    });
    expect([sound, told]).toEqual([['boxes', 'locks'], {}]);
    expect(resources.get('a.json')?.resource.fields.key).toMatchObject({ to: 'locks' });
    expect(resources.get('a.json')?.written.fields.key).toMatchObject({ to: 'keys' });
  });

  test('are mistakes once the section does not say it any more', () => {
    const { told } = combined({ 'a.json': referring('boxes', 'keys'), 'b.json': named('locks') });
    expect(told['a.json']).toEqual([expect.stringMatching(/раздела «keys» нет; указывать можно на: .*locks/)]);
  });

  test('of the section itself follow too, also where they make a tree', () => {
    const fields = { ...keysDefinition().fields, in: { kind: 'reference', label: 'В', to: 'keys', tree: true } };
    const resource = readDefinition(named('locks', { was: 'keys', fields }), 'locks.json');
    expect(renameReferencedSections(resource, formerNames([resource])).fields.in).toMatchObject({
      to: 'locks',
      tree: true,
    });
    // A definition without such names stays the same object.
    expect(renameReferencedSections(resource, new Map([['boxes', 'crates']]))).toBe(resource);
  });
});
