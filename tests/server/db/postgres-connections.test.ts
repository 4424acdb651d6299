import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { fastify } from 'fastify';
import { sql } from 'kysely';
import { NotificationListener } from '#server/db/listener.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { disableStatementTimeout } from '#server/db/statement-limit.ts';
import type { Db } from '#server/db/tables.ts';
import { handleErrors } from '#server/http/answer-errors.ts';
import { createBus } from '#server/live/bus.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';

const postgresUrl = process.env.TEST_DATABASE_URL;

/** A message of PostgreSQL's wire protocol. */
function message(letter: string, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : part)));
  const head = Buffer.alloc(5);
  head.write(letter);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
const LET_IN = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);
const DONE = Buffer.concat([message('C', 'LISTEN'), message('Z', Buffer.from('I'))]);
const TERMINATED = message('E', 'SFATAL', 'C57P01', 'Mterminating connection', Buffer.alloc(1));
const told = (payload: string) => message('A', Buffer.alloc(4), 'news', payload);

/** As much of a PostgreSQL server as listens: the test says what it does with each connection, and with each LISTEN of it. */
class MadeUpPostgres {
  readonly connections: Socket[] = [];
  /** Those that have been answered that they listen. */
  readonly listening = new Set<Socket>();
  letIn: (socket: Socket, number: number) => void = (socket) => socket.write(LET_IN);
  listens: (socket: Socket, number: number) => void = (socket) => this.answer(socket);
  readonly #server: Server = createServer((socket) => this.#serve(socket));

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `postgres://u@127.0.0.1:${(this.#server.address() as AddressInfo).port}/base`;
  }

  answer(socket: Socket): void {
    this.listening.add(socket);
    socket.write(DONE);
  }

  async stop(): Promise<void> {
    for (const socket of this.connections) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #serve(socket: Socket): void {
    const number = this.connections.push(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.listening.delete(socket));
    socket.once('data', () => {
      this.letIn(socket, number);
      socket.on('data', (data) => {
        if (String.fromCharCode(data[0] ?? 0) === 'Q') this.listens(socket, number);
      });
    });
  }
}

async function until(so: () => boolean): Promise<void> {
  while (!so()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('the listener of a PostgreSQL database', () => {
  let server: MadeUpPostgres;
  let listener: NotificationListener;
  beforeEach(async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    server = new MadeUpPostgres();
    listener = new NotificationListener({ connectionString: await server.start() }, [0]);
  });
  afterEach(async () => {
    await listener.close();
    await server.stop();
    jest.restoreAllMocks();
  });

  test('a connection that the server ends in the same breath as it lets it in ends nothing else', async () => {
    server.letIn = (socket, number) => {
      if (number > 2) socket.write(LET_IN);
      else socket.end(Buffer.concat([LET_IN, TERMINATED]));
    };
    const heard: string[] = [];
    await listener.add('news', (payload) => heard.push(payload));
    for (const socket of server.listening) socket.write(told('one'));
    await until(() => heard.length > 0);
    expect(heard).toEqual(['one']);
    expect(server.connections).toHaveLength(3);
  });

  test('connections that break again while they come back leave one listener, and its word is heard once', async () => {
    const heard: string[] = [];
    let gaps = 0;
    await listener.add(
      'news',
      (payload) => heard.push(payload),
      () => {
        gaps += 1;
      },
    );
    // Two that are let in and break at their first LISTEN, one with a word and one without, and one that breaks right after.
    server.listens = (socket, number) => {
      if (number === 2) socket.destroy();
      else if (number === 3) socket.end(TERMINATED);
      else if (number === 4) socket.end(Buffer.concat([DONE, TERMINATED]));
      else server.answer(socket);
    };
    for (const socket of server.listening) socket.end(TERMINATED);
    await until(() => server.connections.length >= 5 && server.listening.size > 0 && gaps > 0);
    // Another loop would have opened its own by now: this goes there and back on the one connection.
    await listener.add('others', () => undefined);
    expect(server.connections).toHaveLength(5);
    expect(server.listening.size).toBe(1);
    for (const socket of server.listening) socket.write(told('one'));
    await until(() => heard.length > 0);
    expect(heard).toEqual(['one']);
  });
});

let made: TestDatabase | null = null;
afterAll(() => made?.close());

test('whatever is terminated, and however often, a message comes once', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  made = await createTestDatabase(postgresUrl ? { postgresUrl } : {});
  const { database } = made;
  let gaps = 0;
  const heard: string[] = [];
  const bus = await createBus<{ news: string }>(database, (error) => {
    throw error;
  });
  bus.onGap(() => {
    gaps += 1;
  });
  bus.subscribe('news', (said) => heard.push(said));
  // The embedded database has no connections that anybody could end.
  const terminate = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'upravdom' and pid <> pg_backend_pid()`.execute(
      database.kysely,
    );
  if (postgresUrl) {
    for (let round = 0; round < 25; round += 1) await terminate();
    await until(() => gaps > 0);
  }
  // The last termination may still be on its way to the listener: a word that falls into that gap is said again.
  const said = new Set<string>();
  for (let round = 0; heard.length === 0; round += 1) {
    said.add(String(round));
    await bus.publish(database.kysely, 'news', String(round));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await bus.publish(database.kysely, 'news', 'end');
  await until(() => heard.includes('end'));
  expect(heard).toEqual([...new Set(heard)]);
  expect(heard.every((word) => word === 'end' || said.has(word))).toBe(true);
  if (postgresUrl) {
    const { rows } = await sql<{ count: unknown }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and query ilike 'listen %'`.execute(database.kysely);
    expect(Number(rows[0]?.count)).toBe(1);
  }
  await bus.close();
});

test('API-20: a statement of a call ends after a minute, one of a migration or of an index does not', async () => {
  made ??= await createTestDatabase(postgresUrl ? { postgresUrl } : {});
  const { kysely, withoutLimit } = made.database;
  const limit = async (db: Db) =>
    (await sql<{ ms: string }>`select current_setting('statement_timeout') as ms`.execute(db)).rows[0]?.ms;
  // The embedded database has one connection, which a call cannot take from others by waiting.
  const usual = postgresUrl ? '1min' : '0';
  expect(await limit(kysely)).toBe(usual);
  expect(await withoutLimit(limit)).toBe('0');
  await expect(withoutLimit((db) => sql`select 1 / 0`.execute(db))).rejects.toThrow();
  expect(
    await kysely.transaction().execute(async (trx) => [await disableStatementTimeout(trx), await limit(trx)]),
  ).toEqual([undefined, '0']);
  for (let at = 0; at < 12; at += 1) expect(await limit(kysely)).toBe(usual);
  if (!postgresUrl) return;
  const hasty = await openPostgres(postgresUrl, 50);
  await expect(sql`select pg_sleep(30)`.execute(hasty.kysely)).rejects.toMatchObject({ code: '57014' });
  await hasty.close();
});

describe('an answer when the database is out of reach', () => {
  const coded = (code: string) => Object.assign(new Error(code), { code });
  const said = [
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
    'timeout expired',
  ].map((words): [string, Error] => [words, new Error(words)]);
  const codes = ['EHOSTUNREACH', 'ENETUNREACH', '57P01', '57014'].map((code): [string, Error] => [code, coded(code)]);
  const several = new AggregateError([coded('ECONNREFUSED'), coded('EADDRNOTAVAIL')]);
  test.each([...said, ...codes, ['several at once', several] as const])(
    'API-21: %s is 503 with Retry-After',
    async (_what, error) => {
      const app = fastify();
      handleErrors(app);
      app.get('/', () => {
        throw error;
      });
      const { statusCode, headers, body } = await app.inject('/');
      expect([statusCode, headers['retry-after']]).toEqual([503, '5']);
      expect(JSON.parse(body)).toMatchObject({ code: 'unavailable', request_id: expect.any(String) });
      await app.close();
    },
  );
});
