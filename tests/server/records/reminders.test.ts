// Runs on PostgreSQL too: two senders take due records at once.
import { readDefinition } from '#resources/language/read-definition.ts';
import type { ServerContext } from '#server/context.ts';
import { waitingJobs } from '#server/jobs/job-queries.ts';
import { JobRunner } from '#server/jobs/job-runner.ts';
import { GATHER_MS } from '#server/jobs/start-jobs.ts';
import {
  REMINDER_LATE_MAX,
  REMINDER_QUEUE,
  sweepLateReminders,
  sweepReminders,
} from '#server/records/reminder-queries.ts';
import { queueReminders, REMINDER_PAUSES, reminderHandler } from '#server/records/reminders.ts';
import { neverByItself, withIntervals, withoutIntervals } from '#tests/support/server/clock.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const VISITS = {
  name: 'visits',
  section: 'visits',
  icon: 'description',
  words: { one: 'визит', few: 'визита', many: 'визитов', accusative: 'визит', gender: 'm', plural: 'визиты' },
  fields: {
    who: { kind: 'text', label: 'Кто', required: true },
    due: { kind: 'date', label: 'Срок' },
    begins: { kind: 'moment', label: 'Начало' },
    keeper: { kind: 'reference', label: 'Кто отвечает', to: 'employees' },
    done: { kind: 'checkbox', label: 'Сделано' },
  },
  notify: [
    { on: 'date', field: 'due', days: -3, when: 'done == false', to: { people: ['keeper'] } },
    { on: 'date', field: 'due', at: '18:30', to: { people: ['keeper'] } },
    { on: 'date', field: 'begins', minutes: -30, to: { author: true } },
  ],
  list: { layout: 'table', columns: ['who', 'due'] },
  form: [{ fields: ['who', 'due', 'begins', 'keeper', 'done'] }],
};
const ZONE = 'Europe/Moscow';

let clock = Date.parse('2026-11-10T12:00:00+03:00');
let app: TestApp;
let author: Person;
let keeper: Person;
// Reminders are sent by this file alone.
neverByItself(GATHER_MS);

beforeAll(async () => {
  withoutIntervals();
  app = await openTestApp({
    now: () => new Date(clock),
    definitions: { 'visits.json': VISITS },
    settings: { timeZone: ZONE },
  });
});
afterAll(async () => {
  withIntervals();
  await app.close();
});
beforeEach(async () => {
  author = await newPerson(app, { levels: { visits: 'write', employees: 'read' } as never });
  keeper = await newPerson(app, { levels: { visits: 'read' } as never });
  await remind();
});

const catalogue = { generics: [readDefinition(VISITS, 'visits.json')] } as never;
/** Nobody listens. */
const bus = { publish: async () => undefined, publishAll: async () => undefined } as unknown as ServerContext['bus'];

const log = { error: () => undefined, warn: () => undefined };

/** The context of a process. @param change what differs in it */
const contextOf = (change: { bus?: ServerContext['bus']; catalogue?: never } = {}) => ({
  db: app.database.kysely,
  now: () => new Date(clock),
  bus,
  catalogue,
  settings: { timeZone: ZONE } as never,
  ...change,
});

/** Sends what is due, as one process does. */
async function remind(change: Parameters<typeof contextOf>[0] = {}): Promise<void> {
  const context = contextOf(change);
  const runner = new JobRunner({ ...context, log });
  runner.handle(REMINDER_QUEUE, reminderHandler(context));
  await queueReminders(context);
  await runner.runDue();
}

const at = (moment: string): void => {
  clock = Date.parse(moment);
};

async function newVisit(values: object): Promise<number> {
  const answer = await author.post('/api/records/visits', { who: 'Мастер', keeper: keeper.id, ...values });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return Number(answer.body.id);
}

/** Reminders of a person, the oldest first. */
async function reminders(person: Person): Promise<string[]> {
  const rows = await app.database.kysely
    .selectFrom('notifications')
    .where('recipient_id', '=', person.id)
    .where('subtype', '=', 'due')
    .orderBy('id')
    .select(['message', 'about', 'ref', 'sent_by', 'sender_id'])
    .execute();
  return rows.map(({ message, about, ref, sent_by, sender_id }) => [message, about, ref, sent_by, sender_id].join('|'));
}

test('a day is reminded of at its time by the clock of the company, before it and on it, once', async () => {
  at('2026-11-10T12:00:00+03:00');
  const id = await newVisit({ due: '2026-11-20' });
  const line = `Мастер|Визиты|/visits?id=${id}||`;
  for (const [moment, count] of [
    ['2026-11-17T08:59:59+03:00', 0],
    ['2026-11-17T09:00:00+03:00', 1],
    ['2026-11-17T09:15:00+03:00', 1],
    ['2026-11-20T18:29:00+03:00', 1],
    ['2026-11-20T18:30:00+03:00', 2],
    ['2026-11-25T18:30:00+03:00', 2],
  ] as const) {
    at(moment);
    await remind();
    expect([moment, await reminders(keeper)]).toEqual([moment, Array(count).fill(line)]);
  }
});

test('a moment is reminded of so many minutes before it, the author alone', async () => {
  at('2026-12-01T12:00:00+03:00');
  await newVisit({ begins: '2026-12-01T15:00:00.000Z' });
  at('2026-12-01T14:29:59Z');
  await remind();
  expect(await reminders(author)).toEqual([]);
  at('2026-12-01T14:30:00Z');
  await remind();
  expect([(await reminders(author)).length, await reminders(keeper)]).toEqual([1, []]);
});

test('the condition counts as the record is then, a new day is reminded of anew, and a deleted record is not', async () => {
  at('2026-12-02T12:00:00+03:00');
  const [done, moved, gone] = [
    await newVisit({ due: '2026-12-10', done: false, who: 'Сделан' }),
    await newVisit({ due: '2026-12-10', done: false, who: 'Перенесён' }),
    await newVisit({ due: '2026-12-10', done: false, who: 'Удалён' }),
  ];
  await author.put(`/api/records/visits/${done}`, { done: true });
  await author.remove(`/api/records/visits/${gone}`);
  at('2026-12-07T09:00:00+03:00');
  await remind();
  await author.put(`/api/records/visits/${moved}`, { due: '2026-12-12' });
  at('2026-12-09T09:00:00+03:00');
  await remind();
  const names = (await reminders(keeper)).map((line) => line.split('|')[0]);
  expect(names).toEqual(['Перенесён', 'Перенесён']);
});

test('what was due while no server ran is sent late, up to three days; what was due before the rule came is not', async () => {
  at('2026-12-20T12:00:00+03:00');
  await newVisit({ due: '2026-12-27', who: 'Вовремя' });
  await newVisit({ due: '2026-12-24', who: 'Поздно' });
  at('2026-12-25T09:00:00+03:00');
  await remind();
  const late = (await reminders(keeper)).map((line) => line.split('|')[0]);
  expect(late.toSorted()).toEqual(['Вовремя', 'Поздно']);
  const rule = { ...VISITS, notify: [{ on: 'date', field: 'due', days: -1, to: { author: true } }] };
  const later = { generics: [readDefinition(rule, 'visits.json')] } as never;
  at('2026-12-26T12:00:00+03:00');
  await remind({ catalogue: later });
  expect(await reminders(author)).toEqual([]);
});

test('many that are due at once are sent once each, though two send at the same time and one of them fails on the way', async () => {
  at('2027-01-10T12:00:00+03:00');
  const many = Array.from({ length: 600 }, (_, index) => ({
    resource: 'visits',
    data: JSON.stringify({ who: `Мастер ${index}`, due: '2027-01-20', keeper: keeper.id, done: false }),
    created_by: author.id,
  }));
  await app.database.kysely
    .insertInto('records')
    .values(many as never)
    .execute();
  at('2027-01-17T09:00:00+03:00');
  await Promise.all([queueReminders(contextOf()), queueReminders(contextOf())]);
  // Within the first transaction of the sender: the other one leaves it one at least.
  const lastSent = 30;
  let count = 0;
  let otherProcess: Promise<void> | null = null;
  const failing = {
    publishAll: async () => {
      otherProcess ??= remind();
      count += 1;
      if (count > lastSent) throw new Error('The process loses its connection');
    },
  } as unknown as ServerContext['bus'];
  await remind({ bus: failing });
  await otherProcess;
  expect(count).toBeGreaterThan(lastSent);
  // A failed message is tried again in ten seconds.
  clock += 10_000;
  await remind();
  const names = (await reminders(keeper)).map((line) => line.split('|')[0]);
  expect([names.length, new Set(names).size]).toEqual([600, 600]);
});

test('two rules that differ in their recipients alone are each sent to theirs', async () => {
  const rule = { on: 'date', field: 'due', days: -2 };
  const notify = [
    { ...rule, to: { author: true } },
    { ...rule, to: { people: ['keeper'] } },
  ];
  const both = { generics: [readDefinition({ ...VISITS, notify }, 'visits.json')] } as never;
  const send = () => remind({ catalogue: both });
  at('2027-01-19T12:00:00+03:00');
  await send();
  await newVisit({ due: '2027-01-24' });
  at('2027-01-22T09:00:00+03:00');
  await send();
  expect([(await reminders(author)).length, (await reminders(keeper)).length]).toEqual([1, 1]);
});

test('a reminder of a rule that this process does not know yet waits for one that does', async () => {
  const notify = [{ on: 'date', field: 'due', days: -4, to: { author: true } }];
  const newer = { generics: [readDefinition({ ...VISITS, notify }, 'visits.json')] } as never;
  at('2027-02-01T12:00:00+03:00');
  await remind({ catalogue: newer });
  await newVisit({ due: '2027-02-10' });
  at('2027-02-06T09:00:00+03:00');
  await queueReminders(contextOf({ catalogue: newer }));
  await remind();
  expect(await reminders(author)).toEqual([]);
  await remind({ catalogue: newer });
  expect(await reminders(author)).toHaveLength(1);
});

test('a reminder that fails is counted as tried and is tried again for as long as it may be late', async () => {
  at('2027-02-15T12:00:00+03:00');
  await newVisit({ due: '2027-02-26' });
  at('2027-02-23T09:00:00+03:00');
  const began = clock;
  let attempts = 0;
  const publishAll = async () => {
    attempts += 1;
    throw new Error('The process loses its connection');
  };
  const failing = { publishAll } as unknown as ServerContext['bus'];
  await remind({ bus: failing });
  for (const pause of REMINDER_PAUSES.slice(0, -1)) {
    const [queue] = await waitingJobs(app.database.kysely, new Date(clock));
    expect(queue).toMatchObject({ queue: REMINDER_QUEUE, waiting: 1, tried: 1 });
    clock += pause;
    await remind({ bus: failing });
  }
  clock += REMINDER_PAUSES.at(-1) ?? 0;
  expect(attempts).toBe(REMINDER_PAUSES.length);
  expect(clock - began).toBeLessThanOrEqual(REMINDER_LATE_MAX);
  expect(clock - began).toBeGreaterThan(REMINDER_LATE_MAX - 6 * 3_600_000);
  await remind();
  expect(await reminders(keeper)).toHaveLength(1);
});

test('a reminder whose rule was taken away before it was sent is forgotten once it would be too late', async () => {
  const { kysely } = app.database;
  at('2027-03-01T12:00:00+03:00');
  await newVisit({ due: '2027-03-10' });
  at('2027-03-07T09:00:00+03:00');
  await queueReminders(contextOf());
  const waiting = async () => (await waitingJobs(kysely, new Date(clock))).map((queue) => queue.waiting);
  await remind({ catalogue: { generics: [] } as never });
  clock += REMINDER_LATE_MAX;
  await sweepLateReminders(kysely, new Date(clock));
  expect(await waiting()).toEqual([1]);
  clock += 1;
  await sweepLateReminders(kysely, new Date(clock));
  expect(await waiting()).toEqual([]);
});

test('what was settled long ago is forgotten', async () => {
  const { kysely } = app.database;
  expect(await sweepReminders(kysely, new Date(0))).toBe(0);
  expect(await sweepReminders(kysely, new Date(Date.now() + 60_000))).toBeGreaterThan(0);
});
