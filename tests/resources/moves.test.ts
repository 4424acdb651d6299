import { problemText } from '#i18n/definition-problem.ts';
import { text } from '#i18n/text.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { askedFields, canMakeMove, describeMovers, findPossibleMoves, stateFields } from '#resources/language/moves.ts';
import { payloadRule, sentFields } from '#resources/language/payload.ts';
import { DefinitionError, readDefinition } from '#resources/language/read-definition.ts';
import { keysDefinition } from '#tests/support/definitions.ts';

/** Acts of work done: a draft is signed by whoever wrote it, accepted by the person it names, or sent back with a reason. */
function acts() {
  const definition = keysDefinition();
  const stage = {
    kind: 'state',
    label: 'Состояние',
    filter: true,
    states: [
      { value: 'draft', label: 'Черновик' },
      { value: 'signed', label: 'Подписан', colour: 'info' },
      { value: 'accepted', label: 'Принят', colour: 'success', final: true },
      { value: 'refused', label: 'Отклонён', colour: 'danger', final: true },
    ],
    moves: [
      { name: 'sign', label: 'Подписать', from: ['draft'], to: 'signed', who: { author: true } },
      { name: 'accept', label: 'Принять', from: ['signed'], to: 'accepted', who: { person: ['checker'] } },
      {
        name: 'refuse',
        label: 'Отклонить',
        from: ['draft', 'signed'],
        to: 'refused',
        who: { level: 'write', person: ['checker'] },
        asks: [{ field: 'reason', required: true }, { field: 'label' }],
        confirm: 'Отклонить?',
        said: 'Отклонено',
      },
      { name: 'back', label: 'Вернуть', from: ['signed'], to: 'draft' },
    ],
  };
  const fields = {
    ...definition.fields,
    checker: { kind: 'reference', label: 'Проверяет', to: 'employees' },
    reason: { kind: 'long-text', label: 'Причина', max: 200 },
    stage,
  };
  const form = [{ fields: ['label', 'place', 'checker'] }];
  return { ...definition, fields, form };
}
type Draft = ReturnType<typeof acts>;
type Move = Record<string, unknown>;

function problemsOf(change: (draft: Draft) => unknown): readonly string[] {
  const draft = structuredClone(acts());
  change(draft);
  try {
    readDefinition(draft, 'resources/extra/acts.json');
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    return error.problems.map(problemText);
  }
  return [];
}

const move = (at: number, options: Move) => (d: Draft) => Object.assign(d.fields.stage.moves[at] as Move, options);
const stage = (options: Move) => (d: Draft) => Object.assign(d.fields.stage, options);
const state = (at: number, options: Move) => (d: Draft) => Object.assign(d.fields.stage.states[at] as Move, options);

const MISTAKES: readonly [string, (draft: Draft) => unknown, RegExp, RegExp][] = [
  ['no states', stage({ states: undefined }), /^fields\.stage\.states:/, /список/],
  ['an empty list of states', stage({ states: [] }), /^fields\.stage\.states:/, /не меньше 1/],
  ['two states of one label', state(1, { label: 'черновик ' }), /^fields\.stage\.states\.1\.label:/, /дважды/],
  ['`__proto__` on the wire', stage({ wire: '__proto__' }), /^fields\.stage\.wire:/, /занято/],
  ['no moves', stage({ moves: undefined }), /^fields\.stage\.moves:/, /список/],
  ['a state without a label', state(0, { label: undefined }), /^fields\.stage\.states\.0\.label:/, /не указано.*текст/],
  ['an unknown colour', state(1, { colour: 'red' }), /^fields\.stage\.states\.1\.colour:/, /neutral, info.*"red"/],
  [
    '`color`',
    state(1, { color: 'info' }),
    /^fields\.stage\.states\.1:/,
    /неизвестные ключи: color; может быть, «colour»/,
  ],
  ['the same state twice', state(1, { value: 'draft' }), /^fields\.stage\.states\.1\.value:/, /«draft» указано дважды/],
  [
    'a beginning that is no state',
    stage({ initial: 'darft' }),
    /^fields\.stage\.initial:/,
    /«darft» нет.*может быть, «draft»/,
  ],
  [
    'a move from no state',
    move(0, { from: ['drafts'] }),
    /stage\.moves\.0\.from\.0:/,
    /«drafts» нет.*может быть, «draft»/,
  ],
  [
    'a move to no state',
    move(0, { to: 'sined' }),
    /stage\.moves\.0\.to:/,
    /«sined» нет среди: draft.*может быть, «signed»/,
  ],
  [
    'a state that nothing is like',
    move(0, { to: 'archive' }),
    /stage\.moves\.0\.to:/,
    /«archive» нет среди: [a-z, ]+$/,
  ],
  [
    'a move from one state as text',
    move(0, { from: 'draft' }),
    /stage\.moves\.0\.from:/,
    /ожидается список, указано "draft"/,
  ],
  ['a move from nowhere', move(0, { from: [] }), /stage\.moves\.0\.from:/, /не меньше 1/],
  ['a move from a state twice', move(0, { from: ['draft', 'draft'] }), /stage\.moves\.0\.from\.1:/, /дважды/],
  ['a move out of a final state', move(3, { from: ['accepted'] }), /stage\.moves\.3\.from\.0:/, /последнее \(final\)/],
  ['a move that does nothing', move(0, { from: ['draft'], to: 'draft' }), /stage\.moves\.0\.to:/, /ничего не меняет/],
  ['a move without a label', move(0, { label: undefined }), /stage\.moves\.0\.label:/, /не указано.*текст/],
  ['a move with a name in Russian', move(0, { name: 'подписать' }), /stage\.moves\.0\.name:/, /строчные латинские/],
  ['two moves of a name', move(1, { name: 'sign' }), /stage\.moves\.1\.name:/, /«sign» уже есть/],
  ['a move for nobody', move(0, { who: {} }), /stage\.moves\.0\.who:/, /некому/],
  [
    'a move for a level that there is not',
    move(0, { who: { level: 'admin' } }),
    /moves\.0\.who\.level:/,
    /read, write.*"admin"/,
  ],
  ['a move for no author', move(0, { who: { author: false } }), /moves\.0\.who\.author:/, /true; указано: false/],
  [
    'a move for an unknown field',
    move(1, { who: { person: ['cheker'] } }),
    /moves\.1\.who\.person\.0:/,
    /поля «cheker» нет.*«checker»/,
  ],
  [
    'a move for no person',
    move(1, { who: { person: ['label'] } }),
    /moves\.1\.who\.person\.0:/,
    /указывать на employees/,
  ],
  [
    'an unknown key of who',
    move(1, { who: { persons: ['checker'] } }),
    /moves\.1\.who:/,
    /persons; может быть, «person»/,
  ],
  [
    'a move that asks for no field',
    move(2, { asks: [{ field: 'reasn' }] }),
    /moves\.2\.asks\.0\.field:/,
    /поля «reasn» нет.*«reason»/,
  ],
  ['fields asked by name alone', move(2, { asks: ['reason'] }), /moves\.2\.asks\.0:/, /набор ключей/],
  ['a field asked twice', move(2, { asks: [{ field: 'reason' }, { field: 'reason' }] }), /asks\.1\.field:/, /дважды/],
  [
    'a move that asks for the state',
    move(2, { asks: [{ field: 'stage' }] }),
    /asks\.0\.field:/,
    /не заполняет человек/,
  ],
  ['an empty list of asked fields', move(2, { asks: [] }), /moves\.2\.asks:/, /не меньше 1/],
  ['an unknown key of a move', move(2, { ask: [] }), /stage\.moves\.2:/, /неизвестные ключи: ask; может быть, «asks»/],
  [
    'a state that nothing leads to',
    (d) => d.fields.stage.moves.splice(1, 1),
    /stage\.states\.2:/,
    /от начального состояния до «accepted» не дойти/,
  ],
  ['a state that leads nowhere', state(2, { final: false }), /stage\.states\.2:/, /из состояния «accepted» не ведёт/],
  [
    'a state that is unique',
    stage({ unique: true }),
    /^fields\.stage\.unique:/,
    /«unique» у поля вида state не бывает/,
  ],
  ['a state given once', stage({ once: true }), /^fields\.stage\.once:/, /меняют только действия/],
  [
    'states of another server',
    (d) => Object.assign(d, { api: { dialect: 'simple-rest', path: '/other/acts', paging: 'page' } }),
    /^fields\.stage:/,
    /только у раздела без api/,
  ],
  [
    'a field of the name under which the author is kept',
    (d) => Object.assign((d.fields as Record<string, Move>).label ?? {}, { wire: 'record_author' }),
    /^fields\.label\.wire:/,
    /занято самим хранилищем/,
  ],
];

describe('states and moves of a definition', () => {
  test('are sound as they are', () => {
    expect(problemsOf(() => undefined)).toEqual([]);
  });

  test.each(MISTAKES)('%s is told with the place and the reason', (_what, change, where, why) => {
    const problems = problemsOf(change);
    expect(problems.find((problem) => where.test(problem) && why.test(problem)) ?? problems).toEqual(
      expect.any(String),
    );
  });

  test('a first state that does not exist is told once, and says nothing of the others', () => {
    expect(problemsOf(stage({ initial: 'darft' }))).toEqual([
      expect.stringMatching(/^fields\.stage\.initial:.*«draft»/),
    ]);
  });

  test('of thousands of names that nobody knows the first twenty are guessed at', () => {
    const problems = problemsOf((d) =>
      Object.assign(d, {
        list: {
          layout: 'table',
          columns: Array.from({ length: 3_000 }, (_, at) => (at === 40 ? 'labl' : `labe${at}`)),
        },
      }),
    ).filter((problem) => problem.startsWith('list.columns'));
    expect(problems.length).toBeGreaterThan(2_000);
    expect(problems.filter((problem) => problem.includes('может быть'))).toHaveLength(20);
  });

  test('a state that leads back to itself may ask for something, and a section may have several such fields', () => {
    const again = {
      name: 'again',
      label: 'Проверить снова',
      from: ['draft'],
      to: 'draft',
      asks: [{ field: 'reason' }],
    };
    expect(problemsOf((d) => d.fields.stage.moves.push(again as never))).toEqual([]);
    const other = structuredClone(acts().fields.stage);
    for (const one of other.moves) one.name = `other-${one.name}`;
    expect(problemsOf((d) => Object.assign(d.fields, { other }))).toEqual([]);
  });
});

describe('moves of a record', () => {
  const resource = readDefinition(acts(), 'acts.json') as Resource;
  const names = (record: object) => findPossibleMoves(resource, record as never).map(({ move: { name } }) => name);
  const named = (name: string) => {
    const found = stateFields(resource)[0]?.process.moves.find((one) => one.name === name);
    if (!found) throw new Error(`There is no move ${name}`);
    return found;
  };
  const level = (one: string, user = 7) => ({ levels: { keys: one } as never, user });

  test('no form writes a state, and a payload that says one loses it', () => {
    expect(sentFields(resource)).toEqual(['label', 'place', 'checker']);
    expect(payloadRule(resource).parse({ label: 'Подвал', stage: 'accepted' })).toEqual({ label: 'Подвал' });
  });

  test('are those that lead on from its state', () => {
    expect(names({ stage: 'draft' })).toEqual(['sign', 'refuse']);
    expect(names({ stage: 'signed' })).toEqual(['accept', 'refuse', 'back']);
    expect(names({ stage: 'accepted' })).toEqual([]);
    expect(names({ stage: 'gone' })).toEqual([]);
    expect(names({})).toEqual([]);
  });

  test('are for whoever is named by any of the ways, and sees the section', () => {
    const own = { record_author: 7, checker: { id: 9, label: null } };
    expect(canMakeMove(level('read'), resource, named('sign'), own)).toBe(true);
    expect(canMakeMove(level('write', 8), resource, named('sign'), own)).toBe(false);
    expect(canMakeMove(level('denied'), resource, named('sign'), own)).toBe(false);
    expect(canMakeMove(level('read', 9), resource, named('accept'), own)).toBe(true);
    expect(canMakeMove(level('write', 8), resource, named('accept'), own)).toBe(false);
    expect(canMakeMove(level('read', 9), resource, named('refuse'), own)).toBe(true);
    expect(canMakeMove(level('write', 8), resource, named('refuse'), own)).toBe(true);
    expect(canMakeMove(level('read', 8), resource, named('refuse'), own)).toBe(false);
    expect(canMakeMove(level('read'), resource, named('back'), own)).toBe(false);
    expect(canMakeMove(level('write'), resource, named('back'), own)).toBe(true);
    // Nobody made it, nobody is named, and nobody asks.
    expect(canMakeMove({ levels: { keys: 'read' } as never }, resource, named('sign'), { record_author: null })).toBe(
      false,
    );
  });

  test('say who they are for', () => {
    expect(describeMovers(resource, named('sign'), text)).toBe('автор записи');
    expect(describeMovers(resource, named('refuse'), text)).toBe(
      'сотрудник из поля «Проверяет» или тот, кто может менять записи',
    );
    expect(describeMovers(resource, named('back'), text)).toBe('тот, кто может менять записи');
  });

  test('ask for fields by the rules of the form, or needed where the move says so', () => {
    const asked = askedFields(resource, named('refuse')).map(({ name, field }) => [name, field.required ?? false]);
    expect(asked).toEqual([
      ['reason', true],
      ['label', true],
    ]);
  });
});
