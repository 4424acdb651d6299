import { readFileSync } from 'node:fs';
import { GROUPABLE_KINDS, groupFilter, groupingFields } from '#resources/language/groups.ts';
import { DefinitionError, readDefinition } from '#resources/language/read-definition.ts';
import { keysDefinition } from '#tests/support/definitions.ts';

const FIELDS = {
  day: { kind: 'date', label: 'Когда' },
  lent: { kind: 'checkbox', label: 'Выдан' },
  holder: { kind: 'reference', label: 'У кого', to: 'employees' },
  house: { kind: 'building', label: 'Дом' },
  month: { kind: 'month', label: 'Месяц' },
  spent: { kind: 'duration', label: 'Время' },
};

function read(list: object, api?: object) {
  const draft = keysDefinition();
  Object.assign(draft.fields as object, structuredClone(FIELDS));
  const { menu: _, ...own } = draft.list as { menu?: unknown };
  return readDefinition({ ...draft, list: { ...own, ...list }, ...(api ? { api } : {}) }, 'keys.json');
}

/** Problems of the made-up definition with such a list. */
function problems(list: object, api?: object): [place: string, code: string][] {
  try {
    read(list, api);
    return [];
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    return error.problems.map(({ place, code }) => [place, code]);
  }
}

describe('groups of a table', () => {
  test('are made by what is chosen, checked or pointed at, and by months; a person may choose any of these', () => {
    expect([...GROUPABLE_KINDS].sort()).toEqual([
      'building',
      'checkbox',
      'choice',
      'date',
      'month',
      'reference',
      'state',
    ]);
    const named = groupingFields(read({ group: 'day' }));
    expect(named).toEqual(expect.arrayContaining(['day', 'lent', 'holder', 'house', 'month']));
    expect(named).not.toContain('spent');
    expect(groupingFields(read({}))).toEqual([]);
  });

  test.each<[list: object, expected: [string, string][]]>([
    [{ group: 'house' }, []],
    [{ group: 'spent' }, [['list.group', 'wrongKind']]],
    [{ group: 'hause' }, [['list.group', 'noField']]],
    [{ group: 'house', layout: 'cards' }, [['list.group', 'groupElsewhere']]],
    [{ group: 'house', view: 'own-keys' }, [['list.group', 'groupElsewhere']]],
  ])('%j: %j', (list, expected) => expect(problems(list)).toEqual(expected));

  test('need our storage', () => {
    const api = { dialect: 'simple-rest', path: '/api/elsewhere/', paging: 'page' };
    expect(problems({ group: 'house' }, api)).toContainEqual(['list.group', 'groupForeign']);
  });

  test('the rows of a group are found by its value, or within the days of its month', () => {
    const { fields } = read({ group: 'day' });
    const filter = (name: string, value: unknown, filters = {}) =>
      groupFilter(name, fields[name] as (typeof fields)[string], value, filters);
    expect(filter('house', 7, { q: 'а', house: 7 })).toEqual({ q: 'а', house: 7 });
    expect(filter('lent', false)).toEqual({ lent: false });
    expect(filter('day', null)).toEqual({ day: null });
    expect(filter('day', '2028-02')).toEqual({ day_gte: '2028-02-01', day_lte: '2028-02-29' });
    expect(filter('day', '2026-12')).toEqual({ day_gte: '2026-12-01', day_lte: '2026-12-31' });
    const within = { day_gte: '2026-05-10', day_lte: '2026-06-20' };
    expect(filter('day', '2026-05', within)).toEqual({ day_gte: '2026-05-10', day_lte: '2026-05-31' });
    expect(filter('day', '2026-06', within)).toEqual({ day_gte: '2026-06-01', day_lte: '2026-06-20' });
  });

  test('the example of works has them', () => {
    const definition = JSON.parse(readFileSync('docs/examples/act-works.json', 'utf8'));
    expect(groupingFields(readDefinition(definition, 'act-works.json'))).toEqual([
      'house',
      'large',
      'started',
      'until',
    ]);
  });
});
