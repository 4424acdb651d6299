import { readFileSync } from 'node:fs';
import { matchesEvent, type NotifyRule } from '#resources/language/notify-rules.ts';
import { DefinitionError, readDefinition } from '#resources/language/read-definition.ts';

const EXAMPLE = JSON.parse(
  readFileSync(new URL('../../docs/examples/lift-inspections.json', import.meta.url), 'utf8'),
) as Record<string, unknown>;
const API = { dialect: 'simple-rest', path: '/api/lifts', paging: 'page' };

const read = (change: object) => readDefinition({ ...structuredClone(EXAMPLE), ...change }, 'lifts.json');

/** Problems of the inspections of lifts with this change. */
function problems(change: object): [place: string, code: string][] {
  try {
    read(change);
    return [];
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    return error.problems.map(({ place, code }) => [place, code]);
  }
}

const people = { people: ['inspector'] };

describe('rules of notification', () => {
  test.each<[what: string, change: object, expected: [string, string][]]>([
    ['the example', {}, []],
    [
      'every event and recipient',
      { notify: [{ on: 'comment', to: { level: 'read', author: true, followers: true } }] },
      [],
    ],
    ['a condition', { notify: [{ on: 'change', when: "stage == 'defects'", to: people }] }, []],
    ['no recipients', { notify: [{ on: 'create', to: {} }] }, [['notify.0.to', 'notifyNobody']]],
    ['an unknown event', { notify: [{ on: 'delete', to: people }] }, [['notify.0.on', 'oneOf']]],
    [
      'a field that names no person',
      { notify: [{ on: 'create', to: { people: ['lift'] } }] },
      [['notify.0.to.people.0', 'notEmployees']],
    ],
    [
      'a field that is not there',
      { notify: [{ on: 'create', to: { people: ['inspektor'] } }] },
      [['notify.0.to.people.0', 'noField']],
    ],
    [
      'moves of a change',
      { notify: [{ on: 'change', moves: ['start'], to: people }] },
      [['notify.0.moves', 'notifyOption']],
    ],
    [
      'fields of a move',
      { notify: [{ on: 'move', fields: ['due'], to: people }] },
      [['notify.0.fields', 'notifyOption']],
    ],
    [
      'a move that is not there',
      { notify: [{ on: 'move', moves: ['strat'], to: people }] },
      [['notify.0.moves.0', 'noMove']],
    ],
    [
      'a changed field that is not there',
      { notify: [{ on: 'change', fields: ['duo'], to: people }] },
      [['notify.0.fields.0', 'noField']],
    ],
    [
      'followers without comments',
      { comments: false, notify: [{ on: 'move', to: { followers: true } }] },
      [['notify.0.to.followers', 'needsComments']],
    ],
    [
      'comments without comments',
      { comments: false, notify: [{ on: 'comment', to: people }] },
      [['notify.0.on', 'needsComments']],
    ],
    [
      'a condition of a wrong type',
      { notify: [{ on: 'create', when: 'lift', to: people }] },
      [['notify.0.when', 'expressionResult']],
    ],
    [
      'a condition about an unknown field',
      { notify: [{ on: 'create', when: 'lifts == 1', to: people }] },
      [['notify.0.when', 'expressionName']],
    ],
  ])('%s: each mistake has its place', (_what, change, expected) => {
    expect(problems(change)).toEqual(expected);
  });

  test.each<[what: string, rule: object, expected: [string, string][]]>([
    ['three days before a day', { field: 'due', days: -3, at: '08:30', when: "stage == 'planned' && due > today" }, []],
    ['no field', {}, [['notify.0', 'notifyNoDate']]],
    ['a field that is not there', { field: 'duo' }, [['notify.0.field', 'noField']]],
    ['a field without a date', { field: 'lift' }, [['notify.0.field', 'wrongKind']]],
    ['minutes of a day', { field: 'due', minutes: 5 }, [['notify.0.minutes', 'notifyMinutes']]],
    ['a time that is none', { field: 'due', at: '24:00' }, [['notify.0.at', 'format']]],
    ['too far away', { field: 'due', days: 400 }, [['notify.0.days', 'tooBig']]],
    ['a condition about nobody', { field: 'due', when: 'inspector == me' }, [['notify.0.when', 'notifyMe']]],
  ])('of a date, %s: each mistake has its place', (_what, rule, expected) => {
    expect(problems({ notify: [{ on: 'date', to: people, ...rule }] })).toEqual(expected);
  });

  test('of a moment has minutes and no time of day; what a date says is for no other event', () => {
    const fields = { ...(EXAMPLE.fields as object), begins: { kind: 'moment', label: 'Начало' } };
    const notify = [
      { on: 'date', field: 'begins', minutes: -30, to: people },
      { on: 'date', field: 'begins', at: '08:30', to: people },
      { on: 'create', days: 1, to: people },
    ];
    expect(problems({ fields, notify })).toEqual([
      ['notify.1.at', 'notifyAt'],
      ['notify.2.days', 'notifyOption'],
    ]);
  });

  test('are for sections of the generic storage alone, as comments are', () => {
    const codes = problems({ api: API }).map(([, code]) => code);
    expect(codes).toEqual(expect.arrayContaining(['commentsForeign', 'notifyForeign']));
  });

  test.each<[rule: Omit<NotifyRule, 'to'>, event: Parameters<typeof matchesEvent>[2], expected: boolean]>([
    [{ on: 'create' }, { on: 'create', after: {} }, true],
    [{ on: 'create' }, { on: 'change', after: {} }, false],
    [
      { on: 'change', fields: ['due'] },
      { on: 'change', before: { due: '2026-01-01' }, after: { due: '2026-01-02' } },
      true,
    ],
    [
      { on: 'change', fields: ['due'] },
      { on: 'change', before: { due: '2026-01-01' }, after: { due: '2026-01-01', lift: '2' } },
      false,
    ],
    [{ on: 'change', fields: ['act'] }, { on: 'change', before: {}, after: { act: null } }, false],
    [{ on: 'change' }, { on: 'change', before: { lift: '1', act: null }, after: { lift: '1' } }, false],
    [{ on: 'change' }, { on: 'change', before: { lift: '1' }, after: { lift: '2' } }, true],
    [{ on: 'move', moves: ['start'] }, { on: 'move', move: 'start', after: {} }, true],
    [{ on: 'move', moves: ['start'] }, { on: 'move', move: 'pass', after: {} }, false],
  ])('%j is about %j: %s', (rule, event, expected) => {
    expect(matchesEvent(read({}), { ...rule, to: {} }, event)).toBe(expected);
  });
});
