import { Writable } from 'node:stream';
import { type RawBuilder, sql } from 'kysely';
import { pino } from 'pino';
import type { ExampleCall } from '#server/http/declaration.ts';
import { LOGGER_OPTIONS } from '#server/http/log.ts';
import { listRoutes } from '#server/http/route.ts';
import { onReadingDay, timed } from '#tests/support/server/clock.ts';
import { readDemoCompany } from '#tests/support/server/demo-company.ts';
import { exampleCallOf } from '#tests/support/server/matrix.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, PASSWORD, type TestApp } from '#tests/support/server/test-app.ts';

let log: string[] = [];
const logger = pino(
  LOGGER_OPTIONS,
  new Writable({
    write: (line, _encoding, done) => {
      log.push(String(line));
      done();
    },
  }),
);

let app: TestApp;
/** A call of each route that takes calls, by a person who may make it. */
const calls: { person: Person; call: ExampleCall; send: (call: ExampleCall) => Promise<unknown> }[] = [];

beforeAll(async () => {
  // Maintenance does not run: its timer waits for the test.
  app = (await timed(5 * 60_000, () => openTestApp({ now: onReadingDay, log: logger }))).result;
  const demo = await readDemoCompany(app);
  for (const route of listRoutes(app.app)) {
    if (!route.example || route.socket) continue;
    const person = await newPerson(app, { role: 'admin' });
    const call = await exampleCallOf(app, demo, route, person);
    calls.push({ person, call, send: (changed) => person.call(route.method, changed) });
  }
});
beforeEach(() => {
  log = [];
});
afterAll(() => app.close());

/** Letters that only texts of people have: our own log is English and names people by number. */
const PERSONAL: Readonly<Record<string, string | RegExp>> = {
  'a Russian word': /[а-яё]+/i,
  'a phone': /(?<![\da-f])[78]\d{10}(?![\da-f])/,
  'an address': /\w@\w/,
  'a password': PASSWORD,
};

/** Lines of the log that hold what is personal. */
function leaks(): string[] {
  const tokens = calls.map(({ person }) => person.token);
  const patterns = Object.values(PERSONAL);
  // Without a gateway text messages go to the log on purpose, which the start warns of.
  return log.filter(
    (line) =>
      !line.includes('sms not sent: SMS_URL is not set') &&
      (patterns.some((pattern) => (typeof pattern === 'string' ? line.includes(pattern) : pattern.test(line))) ||
        tokens.some((token) => line.includes(token))),
  );
}

const NAME = 'Иванова-Проверочная Ольга';
const PHONE = '+79995550142';

/** The same value with personal words in each of its texts. */
function withNames(value: unknown): unknown {
  if (typeof value === 'string') return `${NAME} ${PHONE} ${value}`;
  if (Array.isArray(value)) return value.map(withNames);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withNames(part)]));
}

test('calls that the database refuses leave no name, phone, address, password or token in the log', async () => {
  const { kysely } = app.database;
  // A session is written down at every call, so that its table has to go on taking rows.
  const open: ReadonlySet<string> = new Set(['tokens', 'attempts']);
  const all = await kysely.introspection.getTables();
  const tables = all.filter(({ name, isView }) => !isView && !open.has(name));
  const onEach = (statement: (table: string) => RawBuilder<unknown>) =>
    Promise.all(tables.map(({ name }) => statement(name).execute(kysely)));
  await sql`
    create function refuse_row() returns trigger language plpgsql as $$
      begin raise exception 'no room for row: "%"', new using errcode = 'XX001', detail = new::text; end $$
  `.execute(kysely);
  await onEach(
    (table) =>
      sql`create trigger refuse_all before insert or update on ${sql.table(table)} for each row execute function refuse_row()`,
  );
  for (const { call, send } of calls) await send(call);
  await onEach((table) => sql`drop trigger refuse_all on ${sql.table(table)}`);
  expect(log.filter((line) => line.includes('no room for row')).length).toBeGreaterThan(20);
  expect(leaks()).toEqual([]);
});

test('neither do calls that are answered', async () => {
  for (const { call, send } of calls) await send(call);
  expect(log.length).toBeGreaterThan(calls.length / 2);
  expect(leaks()).toEqual([]);
});

test('nor calls whose texts and addresses are wrong', async () => {
  for (const { call, send } of calls) {
    const query = new URLSearchParams({ search: NAME, phone: PHONE, [NAME]: '1' });
    const url = `${call.url}${call.url.includes('?') ? '&' : '?'}${query}`;
    await send({ ...call, url, ...(call.body === undefined ? {} : { body: withNames(call.body) }) });
    await send({ ...call, url: `${call.url.split('?')[0]}${encodeURIComponent(`${NAME} ${PHONE}`)}/` });
  }
  expect(log.length).toBeGreaterThan(calls.length);
  expect(leaks()).toEqual([]);
});
