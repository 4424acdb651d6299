import { fieldErrors } from '#console/data/providers/wire.ts';
import { addPage, insertCard, keepPositions, mergeBatch } from '#console/engine/board/columns.ts';
import { formPayload, initialValues } from '#console/engine/form/form-values.ts';
import { validateField } from '#console/fields/field-rule.ts';
import { shortText } from '#console/sections/requests/board/request-card.tsx';
import { shortDateTime } from '#console/sections/requests/list/request-rows.ts';
import { matchesFilter, withFrame, withListChange, withSaved } from '#console/sections/requests/model/board-state.ts';
import { overdueSince } from '#console/sections/requests/model/deadline.ts';
import { periodStart, readPeriod } from '#console/sections/requests/model/period.ts';
import { addressText } from '#console/sections/requests/model/request-address.ts';
import { planCancellation, planMove, type RequestColumns } from '#console/sections/requests/model/request-board.ts';
import { toGivenPlaceValue } from '#console/sections/requests/place/input.tsx';
import { text } from '#i18n/text.ts';
import { unset } from '#i18n/typeset.ts';
import type { FieldInput } from '#resources/language/define-resource.ts';
import type { TaskCard, TaskFrame } from '#resources/protocol/requests/tasks.ts';
import { TASK_STAGES, type TaskStage } from '#resources/rules/requests/constants.ts';
import { formatRanges } from '#resources/rules/requests/place-text.ts';
import { type PlaceValue, untouchedPlace } from '#resources/sections/kinds/requests.ts';
import { HOUSES } from '#tests/support/console/engine-stage.tsx';
import { KIM, person, TASKS, task } from '#tests/support/console/tasks.tsx';

const FILTER = { buildings: [3], since: 0, services: [] };

/** A loaded board of these requests. */
function boardOf(all: readonly TaskCard[], complete = true): RequestColumns {
  const columns = TASK_STAGES.map((stage) => {
    const own = all.filter((one) => one.stage === stage);
    return [stage, addPage(undefined, own, complete ? own.length + 1 : own.length)];
  });
  return Object.fromEntries(columns) as RequestColumns;
}
const ids = (columns: RequestColumns, stage: TaskStage) => columns[stage].cards.map(({ id }) => id);

describe('filters', () => {
  test('TASK-04, TASK-05: today, 7 and 30 days ago in unix seconds, today by default', () => {
    const now = new Date(2026, 2, 15, 17, 30);
    expect(periodStart('today', now)).toBe(new Date(2026, 2, 15).getTime() / 1000);
    expect(periodStart('week', now)).toBe(new Date(2026, 2, 8, 17, 30).getTime() / 1000);
    expect(periodStart('month', now)).toBe(new Date(2026, 1, 13, 17, 30).getTime() / 1000);
    expect([readPeriod(null), readPeriod('week'), readPeriod('year')]).toEqual(['today', 'week', 'today']);
  });

  test('TASK-06, TASK-08: a request belongs to a board by house, day of creation and service', () => {
    const one = task(1, 'created', 1, { creation_date: '2026-03-15T09:00:00Z' });
    const day = Date.parse('2026-03-15T00:00:00Z') / 1000;
    expect(matchesFilter(one, { ...FILTER, since: day })).toBe(true);
    expect(matchesFilter(one, { ...FILTER, since: day + 86_400 })).toBe(false);
    expect(matchesFilter(one, { ...FILTER, services: [1, 2] })).toBe(true);
    expect(matchesFilter(one, { ...FILTER, services: [2] })).toBe(false);
    expect(matchesFilter(one, { ...FILTER, buildings: [5] })).toBe(false);
  });
});

describe('columns', () => {
  test('TASK-13: a further batch comes in once each and in order', () => {
    const first = addPage(undefined, [task(1, 'created', 1), task(2, 'created', 2)], 2);
    expect([first.complete, first.until]).toEqual([false, 2]);
    const second = addPage(first, [task(2, 'created', 2), task(3, 'created', 3)], 10);
    expect(second.cards.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(second.complete).toBe(true);
    const board = { ...boardOf([]), created: first };
    expect(
      ids(mergeBatch(insertCard(board, 'created', task(9, 'created', 1.5)), 'created', second), 'created'),
    ).toEqual([1, 9, 2, 3]);
  });

  test('what belongs behind the loaded part waits for its page, and what is older than what is known is dropped', () => {
    const board = boardOf([task(1, 'created', 1, { version: 5 })], false);
    expect(ids(insertCard(board, 'created', task(2, 'created', 8)), 'created')).toEqual([1]);
    expect(ids(insertCard(board, 'created', task(2, 'created', 0.5)), 'created')).toEqual([2, 1]);
    const truth = { columns: board, version: 1 };
    const by = { user: 2, first_name: 'А', last_name: 'Б' };
    const frame: TaskFrame = { type: 'task', event: 'moved', id: 1, by, version: 4, task: null, orders: [] };
    const old = withFrame(truth, { ...frame, task: task(1, 'done', 1, { version: 4 }) }, FILTER);
    expect(ids(old.columns, 'created')).toEqual([1]);
    const gone = withFrame(truth, { ...frame, event: 'removed', task: null }, FILTER);
    expect(ids(gone.columns, 'created')).toEqual([]);
  });

  test('an answer brings the true order of the card and of those that made room', () => {
    const board = { columns: boardOf([task(1, 'done', 1), task(2, 'done', 2), task(3, 'done', 3)]), version: 1 };
    const answer = { params: task(3, 'done', 1.5, { version: 9 }), orders: [{ id: 1, order: 4 }], conflict: false };
    expect(ids(withSaved(board, answer, FILTER).columns, 'done')).toEqual([3, 2, 1]);
  });

  test('TASK-36, TASK-38: a card that is pushed before it is known to stand in that column comes there by the late frame', () => {
    const cards = [task(1, 'created', 1, { version: 1 }), task(2, 'in_progress', 7, { version: 2 })];
    const by = { user: 2, first_name: 'А', last_name: 'Б' };
    // A colleague moved 2 to `created`, then 1 below it was moved and pushed 2 on: that answer comes first.
    const answer = { params: task(1, 'created', 3, { version: 4 }), orders: [{ id: 2, order: 5 }], conflict: false };
    const frame: TaskFrame = {
      ...{ type: 'task', event: 'moved', id: 2, by, version: 3, orders: [] },
      task: task(2, 'created', 2, { version: 3 }),
    };
    const answered = withSaved({ columns: boardOf(cards), version: 1 }, answer, FILTER);
    const told = withFrame(answered, frame, FILTER).columns;
    expect([ids(told, 'created'), ids(told, 'in_progress')]).toEqual([[1, 2], []]);
    const listed = withListChange(cards, { id: 1, task: answer.params, orders: answer.orders, version: 4 }, FILTER);
    const places = withListChange(listed, frame, FILTER).map(({ id, stage, order }) => [id, stage, order]);
    expect(places).toEqual([
      [1, 'created', 3],
      [2, 'created', 5],
    ]);
    // A page that was on its way meanwhile knows less of the place, too.
    const page = addPage(undefined, [task(2, 'created', 2, { version: 3 })], 10);
    const joined = mergeBatch(answered.columns, 'created', page);
    expect([ids(joined, 'created'), ids(joined, 'in_progress')]).toEqual([[1, 2], []]);
  });

  test('TASK-36, TASK-38: an older answer that comes after a newer frame leaves the cards that made room where they are', () => {
    const cards = [1, 2, 3].map((id) => task(id, 'done', id, { version: id }));
    const by = { user: 2, first_name: 'А', last_name: 'Б' };
    const frame: TaskFrame = {
      ...{ type: 'task', event: 'moved', id: 2, by, version: 10 },
      ...{ task: task(2, 'done', 5, { version: 10 }), orders: [{ id: 1, order: 6 }] },
    };
    const late = { params: task(3, 'done', 3.5, { version: 9 }), orders: [{ id: 1, order: 4 }], conflict: false };
    const told = withFrame({ columns: boardOf(cards), version: 1 }, frame, FILTER);
    const answered = withSaved(told, late, FILTER);
    expect([ids(told.columns, 'done'), ids(answered.columns, 'done')]).toEqual([
      [3, 2, 1],
      [3, 2, 1],
    ]);
    expect(answered.columns.done.cards.at(-1)).toMatchObject({ id: 1, order: 6, version: 1, pushedBy: 10 });
    const happened = { id: 3, task: late.params, orders: late.orders, version: 9 };
    const list = withListChange(withListChange(cards, frame, FILTER), happened, FILTER);
    expect(list.map(({ id, order }) => [id, order])).toEqual([
      [3, 3.5],
      [2, 5],
      [1, 6],
    ]);
    // A server that tells no versions is believed in the order it says things.
    const bare = { ...late, params: { ...late.params, version: undefined } };
    expect(ids(withSaved(told, bare, FILTER).columns, 'done')).toEqual([3, 1, 2]);
  });

  test('while a card is in the hand the board keeps its places, takes in texts, and leaves that card alone', () => {
    const kept = boardOf([task(1, 'created', 1), task(2, 'created', 2), task(3, 'done', 1)]);
    const edited = task(2, 'created', 0.5, { information: { description: 'Уже починили' } });
    const now = insertCard(insertCard(kept, edited.stage, edited), 'done', task(1, 'done', 0.1));
    const shown = keepPositions(kept, now, 1);
    expect(ids(shown, 'created')).toEqual([1, 2]);
    expect(shown.created.cards[0]?.stage).toBe('created');
    expect(shown.created.cards[1]?.information.description).toBe('Уже починили');
    expect(ids(shown, 'done')).toEqual([3]);
  });
});

describe('moves', () => {
  const ALL = [
    task(1, 'created', 1),
    task(2, 'created', 2),
    task(3, 'in_progress', 5),
    task(4, 'done', 7),
    task(5, 'done', 8),
  ];
  const board = boardOf(ALL);
  const known = (id: number) => ALL.find((one) => one.id === id) ?? task(id, 'created', 1);

  test.each([
    ['TASK-22, TASK-25', 1, 'in_progress', 'performer', { stage: 'in_progress', order: 4.999, after: null, before: 3 }],
    [
      'TASK-26, TASK-28',
      1,
      'done',
      'reason',
      { stage: 'done', resolution: 'canceled', order: 6.999, after: null, before: 4 },
    ],
    ['TASK-29', 3, 'created', null, { stage: 'created', performer: null, order: 0.999, after: null, before: 1 }],
    ['TASK-30', 3, 'done', null, { stage: 'done', resolution: 'resolved', order: 6.999, after: null, before: 4 }],
  ] as const)('%s: request %i to %s', (_items, id, to, asks, patch) => {
    const plan = planMove(board, known(id), to, 'first');
    expect(plan?.asks).toBe(asks);
    expect(plan?.patch).toEqual({ ...patch, from_stage: known(id).stage });
  });

  test('TASK-25: what is taken to work goes first wherever it is dropped', () => {
    const busy = boardOf([...ALL, task(6, 'in_progress', 6)]);
    expect(planMove(busy, known(1), 'in_progress', 2)?.patch.order).toBeCloseTo(4.999, 9);
  });

  test.each(['created', 'in_progress'] as const)('TASK-35: nothing leads from done to %s', (to) => {
    expect(planMove(board, known(4), to, 'first')).toBeNull();
    expect(planCancellation(board, known(4))).toBeNull();
  });

  test('TASK-35, TASK-36: within done a card goes between two others, at the midpoint', () => {
    const three = boardOf([...ALL, task(6, 'done', 9)]);
    expect(planMove(three, task(6, 'done', 9), 'done', 1)?.patch).toEqual({
      order: 7.5,
      after: 4,
      before: 5,
      from_stage: 'done',
    });
  });

  test('TASK-37: at an end a step of 0.001 from the neighbour, in an empty column 1', () => {
    expect(planMove(board, known(2), 'created', 'first')?.patch.order).toBeCloseTo(0.999, 9);
    expect(planMove(board, known(1), 'created', 1)?.patch.order).toBeCloseTo(2.001, 9);
    expect(planMove(boardOf([known(1)]), known(1), 'in_progress', 'first')?.patch.order).toBe(1);
  });

  test('behind the last loaded card only who stands above is named', () => {
    const part = boardOf(ALL, false);
    expect(planMove(part, known(1), 'created', 1)?.patch).not.toHaveProperty('before');
    expect(planMove(board, known(1), 'created', 1)?.patch.before).toBeNull();
  });

  test('a place that is the same is no move', () => {
    expect(planMove(board, known(2), 'created', 1)).toBeNull();
    expect(planMove(board, known(1), 'created', 'first')).toBeNull();
  });

  test('TASK-33: a request being worked on is cancelled with a reason', () => {
    expect(planCancellation(board, known(3))).toMatchObject({
      asks: 'reason',
      patch: { stage: 'done', resolution: 'canceled' },
    });
  });
});

describe('texts', () => {
  test('TASK-15: a description is cut at 25 characters on a phone or tablet, at 100 on a desktop', () => {
    const long = 'а'.repeat(120);
    expect(shortText(long, 'mobile')).toBe(`${'а'.repeat(25)}…`);
    expect(shortText(long, 'tablet')).toBe(`${'а'.repeat(25)}…`);
    expect(shortText(long, 'desktop')).toBe(`${'а'.repeat(100)}…`);
    expect(shortText('а'.repeat(25), 'mobile')).toBe('а'.repeat(25));
  });

  test('places read as the card says them', () => {
    expect(formatRanges([3, 1, 4, 5, 5, 9])).toBe('1, 3–5, 9');
    const target = {
      building: 3,
      street: 'ул. Лесная',
      number: '12',
      porches: [{ id: 31, number: 1 }],
      floors: [
        { id: 61, number: 1, porch: 31 },
        { id: 62, number: 2, porch: 31 },
      ],
    };
    const say = (key: string, params?: Record<string, unknown>) => text(key, params as Record<string, string>);
    expect(unset(addressText(task(1, 'created', 1, { target }), say))).toBe('ул. Лесная, 12, под. 1, эт. 1, 2');
    const living = task(1, 'created', 1, { creator: { ...person(1, 'А', 'Б'), unit: '48' } });
    expect(unset(addressText(living, say))).toBe('ул. Лесная, 12, кв. 48');
    const called = task(1, 'created', 1, { target, caller: { ...person(2, 'В', 'Г'), unit: '48' } });
    expect(unset(addressText(called, say))).toBe('ул. Лесная, 12, под. 1, эт. 1, 2, кв. 48');
  });

  test('a deadline in the past is overdue until the request is done', () => {
    const late = '2020-01-01T00:00:00Z';
    expect(overdueSince({ deadline: late, stage: 'created' })).toBe(Date.parse(late));
    expect(overdueSince({ deadline: late, stage: 'done' })).toBeNull();
    expect(overdueSince({ deadline: null, stage: 'created' })).toBeNull();
  });
});

describe('the create form', () => {
  const place = (change: Partial<PlaceValue>) => ({ ...untouchedPlace(), building: 3, ...change });
  const sent = (change: object) => formPayload(TASKS, { ...initialValues(TASKS), ...change });

  test.each([
    ['TASK-62, TASK-63', place({ object: 'building:3' }), { target_type: 'building', target: { building: 3 } }],
    [
      'TASK-62, TASK-63',
      place({ object: 'building:3', porchMode: 'some', porches: [31] }),
      { target_type: 'porches', target: { porches: [31] } },
    ],
    [
      'TASK-62, TASK-63',
      place({ object: 'building:3', porchMode: 'some', porches: [31], floorMode: 'some', floors: [61] }),
      { target_type: 'floors', target: { floors: [61] } },
    ],
    ['TASK-50', place({ object: 'porch:51' }), { target_type: 'porches', target: { porches: [51] } }],
    [
      'TASK-50',
      place({ object: 'porch:51', floorMode: 'some', floors: [61] }),
      { target_type: 'floors', target: { floors: [61] } },
    ],
  ] as const)('%s: the target is the building, entrances or floors', (_items, value, target) => {
    expect(sent({ place: value })).toMatchObject(target);
  });

  test('TASK-51, TASK-52, TASK-56: what is missing of a place has its sentence', () => {
    const mistake = (value: PlaceValue) => validateField(TASKS.fields.place as FieldInput, value);
    expect(mistake(untouchedPlace())).toBe('validation.object');
    expect(mistake(place({ object: 'building:3', porchMode: 'some' }))).toBe('validation.anyPorch');
    expect(mistake(place({ object: 'porch:51', floorMode: 'some' }))).toBe('validation.anyFloor');
    expect(mistake(place({ object: 'porch:51' }))).toBeNull();
  });

  test('TASK-54, TASK-61: a request without performer, deadline and source says nothing of them', () => {
    const values = { place: place({ object: 'building:3' }), service: 2, description: ' Течёт кран ' };
    expect(sent(values)).toEqual({
      service: 2,
      attachments: [],
      information: { description: 'Течёт кран' },
      target_type: 'building',
      target: { building: 3 },
    });
    expect(sent({ ...values, performer: KIM.user }).performer).toBe(KIM.user);
    // A performer chosen for another service is not sent without one.
    expect(sent({ ...values, service: null, performer: KIM.user })).not.toHaveProperty('performer');
  });

  test('TASK-65: errors of the server go to their fields, the rest into the alert', () => {
    const answer = {
      'information.description': ['слишком мало'],
      'target.floors.0': ['такого нет'],
      weather: ['дождь'],
      request_id: 'r1',
    };
    expect(fieldErrors(TASKS, answer)).toEqual({
      errors: { description: 'слишком мало', place: 'такого нет' },
      rest: 'дождь',
    });
  });

  test('a form opened from elsewhere knows the place, if it is the person’s', () => {
    expect(toGivenPlaceValue({ building: 3 }, HOUSES)).toEqual(place({ object: 'building:3' }));
    expect(toGivenPlaceValue({ porch: 51 }, HOUSES)).toEqual(place({ object: 'porch:51', building: 5 }));
    expect(toGivenPlaceValue({ building: 5 }, HOUSES)).toBeNull();
    expect(toGivenPlaceValue({ building: 77 }, HOUSES)).toBeNull();
  });
});

test.each(['', 'вчера'])('a request whose date is none («%s») has an empty cell for it', (at) => {
  expect(shortDateTime(at)).toBe('');
});
