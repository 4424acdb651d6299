import { readFileSync } from 'node:fs';
import { getReaderLevel } from '#resources/language/field-levels.ts';
import { getViewForLevel } from '#resources/language/field-rights.ts';
import { canMakeMove, describeMovers } from '#resources/language/moves.ts';
import { sentFields } from '#resources/language/payload.ts';
import { DefinitionError, readDefinition } from '#resources/language/read-definition.ts';

const EXAMPLE = JSON.parse(
  readFileSync(new URL('../../docs/examples/repair-contracts.json', import.meta.url), 'utf8'),
) as Record<string, object>;

const read = (change: object = {}) => readDefinition({ ...structuredClone(EXAMPLE), ...change }, 'contracts.json');
const withField = (name: string, change: object) => {
  const fields = EXAMPLE.fields as Record<string, object>;
  return { fields: { ...fields, [name]: { ...fields[name], ...change } } };
};

/** Problems of the example with this change. */
function problems(change: object): [place: string, code: string][] {
  try {
    read(change);
    return [];
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    return error.problems.map(({ place, code }) => [place, code]);
  }
}

describe('mistakes of the rights of single fields', () => {
  test.each<[what: string, change: object, expected: [string, string][]]>([
    ['the example', {}, []],
    ['an unknown level', withField('opinion', { see: 'read' }), [['fields.opinion.see', 'oneOf']]],
    ['a hidden title', withField('subject', { see: 'write' }), [['fields.subject.see', 'seeTitle']]],
    ['a hidden building', withField('house', { see: 'write' }), [['fields.house.see', 'seeRule']]],
    [
      'a value computed of a hidden one',
      withField('left', { see: undefined }),
      [
        ['fields.left.computed', 'seeStricter'],
        ['fields.left.computed', 'seeStricter'],
      ],
    ],
    [
      'a condition on a hidden field',
      withField('contractor', { readonly: 'price > 0' }),
      [['fields.contractor.readonly', 'seeStricter']],
    ],
    [
      'a requirement by a hidden field',
      withField('contractor', { requiredWith: 'opinion' }),
      [['fields.contractor.requiredWith', 'seeStricter']],
    ],
    [
      'a check that tells of hidden fields',
      { checks: [{ that: 'price <= limit', message: 'дорого', field: 'contractor' }] },
      [
        ['checks.0.that', 'seeStricter'],
        ['checks.0.that', 'seeStricter'],
      ],
    ],
    [
      'colours by a hidden field',
      { list: { ...EXAMPLE.list, colours: [{ when: 'price > 0', colour: 'info', label: 'Платный' }] } },
      [['list.colours.0.when', 'seeStricter']],
    ],
    [
      'a change from a lower level',
      withField('opinion', { change: 'write' }),
      [['fields.opinion.change', 'changeBelowSee']],
    ],
    [
      'a required field that not all fill in',
      withField('limit', { initial: undefined }),
      [['fields.limit.required', 'requiredUnfilled']],
    ],
    [
      'the building, which whoever makes a record names',
      withField('house', { change: 'administrator', required: false }),
      [['fields.house.change', 'changeBuilding']],
    ],
    [
      'the change of a computed value',
      withField('left', { change: 'write' }),
      [['fields.left.change', 'computedOption']],
    ],
  ])('%s', (_what, change, expected) => {
    expect(problems(change)).toEqual(expected);
  });

  test('a move whose condition looks at a hidden field, or a form section that waits for one', () => {
    const { stage } = EXAMPLE.fields as { stage: { moves: object[] } };
    const moves = stage.moves.map((move) => ({ ...move, when: { that: 'price > 0', hint: 'Нет цены' } }));
    expect(problems(withField('stage', { moves }))).toEqual([['fields.stage.moves.0.when.that', 'seeStricter']]);
    const form = [{ fields: ['subject', 'house', 'opinion'] }];
    const when = { field: 'opinion', is: 'да', hint: 'Сначала отзыв' };
    expect(problems({ form: [...form, { fields: ['contractor'], when }] })).toEqual([
      ['form.1.when.field', 'seeStricter'],
    ]);
    const record = { notOwn: 'opinion' };
    expect(problems({ record }).map(([, code]) => code)).toContain('seeRule');
  });
});

describe('a definition as a person sees it', () => {
  test('lacks the fields that are hidden from them, wherever they are named', () => {
    const resource = read();
    const view = getViewForLevel(resource, 'read');
    expect(Object.keys(view.fields)).toEqual(['subject', 'house', 'contractor', 'stage']);
    expect(view.list).toMatchObject({
      columns: ['subject', 'house', 'contractor', 'stage'],
      search: ['subject', 'contractor'],
    });
    expect(view.list.totals).toBeUndefined();
    expect(view.card?.fields).toEqual(['house', 'contractor', 'stage']);
    expect(view.form).toMatchObject([{ fields: ['subject', 'house', 'contractor'] }]);
    expect(view.checks).toBeUndefined();
    expect([...(view.locked ?? [])]).toEqual(['stage']);
    expect(getViewForLevel(resource, 'read')).toBe(view);
  });

  test('is the same where nothing is kept from them', () => {
    const resource = read();
    expect(getViewForLevel(resource, 'administrator')).toBe(resource);
    const plain = read({
      fields: { subject: { kind: 'text' } },
      building: undefined,
      checks: undefined,
      list: { layout: 'table' },
      card: undefined,
      form: undefined,
    });
    expect(getViewForLevel(plain, 'read')).toBe(plain);
  });

  test('sends no locked field, and offers none of its moves', () => {
    const view = getViewForLevel(read(), 'write');
    expect(sentFields(view)).toEqual(['subject', 'house', 'contractor', 'price']);
    const [move] = (view.fields.stage as unknown as { moves: Parameters<typeof canMakeMove>[2][] }).moves;
    if (!move) throw new Error('The example has no move');
    const person = { levels: { 'repair-contracts': 'write' }, user: 1 } as const;
    expect(canMakeMove(person, view, move, {})).toBe(false);
    expect(describeMovers(view, move, (key) => key)).toBe('moves.who.administrator');
    expect(canMakeMove(person, read(), move, {})).toBe(true);
  });

  test('has a table in place of a layout that stands on a hidden field', () => {
    const list = { ...EXAMPLE.list, layout: 'board', board: 'stage' };
    const board = read({ ...withField('stage', { see: 'write' }), list });
    expect([getViewForLevel(board, 'read').list.layout, getViewForLevel(board, 'write').list.layout]).toEqual([
      'table',
      'board',
    ]);
  });

  test('is that of the highest level which the person holds', () => {
    const held = (level: 'read' | 'write' | 'performer', isAdministrator = false) =>
      getReaderLevel({ levels: { keys: level }, isAdministrator }, 'keys');
    expect([held('read'), held('write'), held('performer'), held('read', true)]).toEqual([
      'read',
      'write',
      'write',
      'administrator',
    ]);
  });
});
