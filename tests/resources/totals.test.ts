import { readFileSync } from 'node:fs';
import { DefinitionError, readDefinition } from '#resources/language/read-definition.ts';
import { averagePlaces, SUMMABLE_KINDS, totalledFields } from '#resources/language/totals.ts';
import { keysDefinition } from '#tests/support/definitions.ts';

const FIELDS = {
  price: { kind: 'money', label: 'Цена' },
  area: { kind: 'number', label: 'Площадь', decimals: 2, wire: 'square' },
  spent: { kind: 'duration', label: 'Время' },
  code: { kind: 'number', label: 'Код', digits: 4 },
  twofold: { kind: 'money', label: 'Вдвое', computed: 'price * 2' },
};

function read(totals: object, change: { list?: object; api?: object } = {}) {
  const draft = keysDefinition();
  Object.assign(draft.fields as object, structuredClone(FIELDS));
  const list = { ...(draft.list as object), totals, ...change.list };
  return readDefinition({ ...draft, list, ...(change.api ? { api: change.api } : {}) }, 'keys.json');
}

/** Problems of the made-up definition with these totals. */
function problems(...asked: Parameters<typeof read>): [place: string, code: string][] {
  try {
    read(...asked);
    return [];
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    return error.problems.map(({ place, code }) => [place, code]);
  }
}

describe('totals of a list', () => {
  test('are figures of numbers, amounts and durations, computed ones too, by name on the wire', () => {
    const sound = read([
      { field: 'price', figures: ['sum', 'average', 'min', 'max', 'count'] },
      { field: 'area', figures: ['average'] },
      { field: 'spent', figures: ['sum'] },
      { field: 'twofold', figures: ['sum'] },
    ]);
    expect(totalledFields(sound).map(({ name, wire }) => [name, wire])).toEqual([
      ['price', 'price'],
      ['area', 'square'],
      ['spent', 'spent'],
      ['twofold', 'twofold'],
    ]);
    expect(totalledFields(sound).map(({ field }) => averagePlaces(field))).toEqual([0, 4, 0, 0]);
    expect([...SUMMABLE_KINDS].sort()).toEqual(['duration', 'money', 'number']);
  });

  test.each<[totals: object, expected: [string, string][]]>([
    [[{ field: 'label', figures: ['sum'] }], [['list.totals.0.field', 'wrongKind']]],
    [[{ field: 'prise', figures: ['sum'] }], [['list.totals.0.field', 'noField']]],
    [[{ field: 'code', figures: ['sum'] }], [['list.totals.0.field', 'totalsDigits']]],
    [[{ field: 'price', figures: ['median'] }], [['list.totals.0.figures.0', 'oneOf']]],
    [[{ field: 'price', figures: ['sum', 'sum'] }], [['list.totals.0.figures.1', 'twice']]],
    [
      [
        { field: 'price', figures: ['sum'] },
        { field: 'price', figures: ['min'] },
      ],
      [['list.totals.1.field', 'twice']],
    ],
  ])('%j: %j', (totals, expected) => expect(problems(totals)).toEqual(expected));

  test('need our storage, and a list that is drawn by no widget', () => {
    const totals = [{ field: 'price', figures: ['sum'] }];
    const api = { dialect: 'simple-rest', path: '/api/elsewhere/', paging: 'page' };
    expect(problems(totals, { api })).toContainEqual(['list.totals', 'totalsForeign']);
    expect(problems(totals, { list: { view: 'own-keys' } })).toEqual([['list.totals', 'totalsInWidget']]);
  });

  test.each(['act-works', 'contractor-acts'])('the example %s has some', (name) => {
    const definition = JSON.parse(readFileSync(`docs/examples/${name}.json`, 'utf8'));
    expect(totalledFields(readDefinition(definition, `${name}.json`)).map(({ name }) => name)).toEqual(['sum']);
  });
});
