import { readFileSync } from 'node:fs';
import { getViewForLevel } from '#resources/language/field-rights.ts';
import { importKeys, KEY_KINDS } from '#resources/language/import-key.ts';
import { DefinitionError, readDefinition } from '#resources/language/read-definition.ts';
import { keysDefinition } from '#tests/support/definitions.ts';

const FIELDS = {
  code: { kind: 'text', label: 'Код', unique: true },
  number: { kind: 'auto-number', label: 'Номер', template: 'К-{number}' },
  house: { kind: 'building', label: 'Дом' },
  photo: { kind: 'files', label: 'Снимок' },
  twice: { kind: 'number', label: 'Вдвое', computed: 'size(label)' },
  unasked: { kind: 'text', label: 'Не в форме' },
  secret: { kind: 'text', label: 'Тайна', see: 'administrator' },
  locked: { kind: 'text', label: 'Закрыто', change: 'administrator' },
  seen: { kind: 'text', label: 'Для изменяющих', see: 'write' },
  state: {
    kind: 'state',
    label: 'Состояние',
    states: [
      { value: 'in', label: 'На месте' },
      { value: 'out', label: 'Выдан', final: true },
    ],
    moves: [{ name: 'give', label: 'Выдать', from: ['in'], to: 'out', who: { level: 'write' } }],
  },
};
const FORM = [{ fields: ['label', 'place', 'code', 'house', 'photo', 'secret', 'locked', 'seen'] }];

function read(change: object) {
  const draft = keysDefinition();
  return readDefinition(
    { ...draft, fields: { ...draft.fields, ...structuredClone(FIELDS) }, form: FORM, ...change },
    'keys.json',
  );
}
const withKey = (...key: string[]) => read({ import: { key } });

/** The problems of the made-up definition with such a key. */
function problems(change: object): [place: string, code: string][] {
  try {
    read(change);
    return [];
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    return error.problems.map(({ place, code }) => [place, code]);
  }
}

describe('the key by which a file changes records', () => {
  test.each<[key: readonly string[], expected: [string, string][]]>([
    [['label'], []],
    [['number'], []],
    [['house', 'place', 'seen'], []],
    [['lable'], [['import.key.0', 'noField']]],
    [['label', 'photo'], [['import.key.1', 'wrongKind']]],
    [['state'], [['import.key.0', 'wrongKind']]],
    [['label', 'label'], [['import.key.1', 'twice']]],
    [['twice'], [['import.key.0', 'importKeyUnread']]],
    [['unasked'], [['import.key.0', 'importKeyUnread']]],
    [['secret'], [['import.key.0', 'importKeyRights']]],
    [['locked'], [['import.key.0', 'importKeyRights']]],
    [[], [['import.key', 'tooFew']]],
  ])('%j: %j', (key, expected) => expect(problems({ import: { key } })).toEqual(expected));

  test('needs our storage', () => {
    const api = { dialect: 'simple-rest', path: '/api/elsewhere/', paging: 'page' };
    const { state: _, number: __, twice: ___, code: ____, ...fields } = FIELDS;
    const form = [{ fields: ['label'] }];
    const own = keysDefinition().fields;
    expect(problems({ api, fields: { ...own, ...fields }, form, import: { key: ['label'] } })).toContainEqual([
      'import',
      'importForeign',
    ]);
  });

  test('is one value that a file says and the storage looks up', () => {
    expect(KEY_KINDS).toEqual(
      expect.arrayContaining(['text', 'number', 'auto-number', 'date', 'building', 'unit', 'phone']),
    );
    for (const kind of ['files', 'buildings', 'rows', 'checkbox', 'state', 'one-of', 'signature'])
      expect(KEY_KINDS).not.toContain(kind);
  });

  test('comes first; each field that does not repeat is one, too', () => {
    expect(importKeys(read({}))).toEqual([['code'], ['number']]);
    expect(importKeys(withKey('house', 'place'))).toEqual([['house', 'place'], ['code'], ['number']]);
    expect(importKeys(withKey('number'))).toEqual([['number'], ['code']]);
  });

  test('is not told to those who do not see a field of it', () => {
    const resource = withKey('seen', 'place');
    expect(importKeys(getViewForLevel(resource, 'write'))[0]).toEqual(['seen', 'place']);
    const view = getViewForLevel(resource, 'read');
    expect(view.import).toBeUndefined();
    expect(JSON.stringify(view)).not.toContain('seen');
  });

  test('stands in an example', () => {
    const example: unknown = JSON.parse(readFileSync('docs/examples/parking-places.json', 'utf8'));
    expect(readDefinition(example, 'parking-places.json').import).toEqual({ key: ['number'] });
  });
});
