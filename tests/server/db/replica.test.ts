// Runs on PostgreSQL too: a standby.
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { EXPORT_HEADERS } from '#resources/protocol/exports.ts';
import { JOURNAL_PATH } from '#resources/protocol/journal/journal.ts';
import { METERS_PATH } from '#resources/protocol/paths/readings.ts';
import { SEARCH_BY_TAGS_PATH } from '#resources/protocol/paths/search.ts';
import { archivePath, PERSONAL_DATA_PATH } from '#resources/protocol/personal-data/personal-data.ts';
import { EVERYTHING_PATH } from '#resources/protocol/search/everything.ts';
import { SHIFT_PATH } from '#resources/protocol/shift/shift-bounds.ts';
import { STATUS_PATH } from '#resources/protocol/status/status.ts';
import { TASKS_PATH } from '#resources/rules/requests/constants.ts';
import type { Database } from '#server/db/connect.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { Replica } from '#server/db/replica.ts';
import { findPostgres, startStandby } from '#tests/run/postgres.mjs';
import { demoPerson, newPerson, type Person, setPorches } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const postgresUrl = process.env.TEST_DATABASE_URL;
const programs = findPostgres();
/** How long a read waits for the replica, ms: long enough for one that other test files keep busy. */
const MAX_LAG = 3_000;
const PASSES = '/api/records/passes';

/** The address of a database on another port. */
function addressOn(port: number, name: string): string {
  const url = new URL(postgresUrl ?? '');
  url.port = String(port);
  url.pathname = `/${name}`;
  return url.href;
}

async function nameOf({ kysely }: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(kysely);
  return rows[0]?.name ?? '';
}

/** The standby, with a connection of the test to it. */
class Standby {
  readonly #server: Awaited<ReturnType<typeof startStandby>>;
  readonly name: string;
  #client: pg.Client | null = null;

  constructor(server: Awaited<ReturnType<typeof startStandby>>, name: string) {
    this.#server = server;
    this.name = name;
  }

  address(name = this.name): string {
    return addressOn(this.#server.port, name);
  }

  async ask(query: string): Promise<Record<string, unknown>[]> {
    if (!this.#client) {
      this.#client = new pg.Client({ connectionString: this.address() });
      this.#client.on('error', () => undefined);
      await this.#client.connect();
    }
    return (await this.#client.query(query)).rows;
  }

  /** When it was last read by the product, which besides asks how far it is. */
  async lastRead(): Promise<unknown> {
    const [row] = await this.ask(`select max(query_start)::text as at from pg_stat_activity
      where datname = current_database() and application_name = 'upravdom' and query not like '%replay_lsn%'
        and query not like 'set %'`);
    return row?.at;
  }

  async stop(): Promise<void> {
    await this.#client?.end();
    this.#client = null;
    await this.#server.stop();
  }

  start = () => this.#server.start();

  async remove(): Promise<void> {
    await this.#client?.end();
    await this.#server.remove();
  }
}

describe('a replica', () => {
  if (!postgresUrl || !programs) {
    // The embedded database has none.
    test('needs PostgreSQL', () => expect(postgresUrl).toBeUndefined());
    return;
  }
  let standby: Standby;
  let app: TestApp;
  let administrator: Person;

  beforeAll(async () => {
    app = await openTestApp({
      settings: async (database) => {
        const name = await nameOf(database);
        standby = new Standby(await startStandby(programs, postgresUrl), name);
        return {
          databaseUrl: postgresUrl,
          databaseReplicaUrl: standby.address(),
          databaseReplicaMaxLag: MAX_LAG,
        };
      },
    });
    administrator = await demoPerson(app, 1);
  });
  afterAll(async () => {
    await app.close();
    await standby.remove();
  });

  const lines = async () => (await app.call('GET', '/metrics', null, { host: 'localhost' })).text.split('\n');
  const isInUse = async () => (await lines()).includes('upravdom_replica_up 1');
  async function untilUsed(isUsed: boolean): Promise<void> {
    while ((await isInUse()) !== isUsed) await pause(50);
  }

  /** Whether the replica answered a call. */
  async function isAnsweredByReplica(url: string, headers: object = {}): Promise<boolean> {
    await untilUsed(true);
    const before = await standby.lastRead();
    expect([url, (await app.call('GET', url, administrator.token, headers)).status]).toEqual([url, 200]);
    return (await standby.lastRead()) !== before;
  }

  test('answers the journal, totals, groups, the search and lists that become files, and no lists of the console', async () => {
    const { id } = administrator;
    const archive = (await administrator.post(archivePath(id))).body.params?.address;
    for (const url of [
      JOURNAL_PATH,
      `${PASSES}/totals/`,
      `${PASSES}/groups/?by=kind`,
      `${EVERYTHING_PATH}?q=${encodeURIComponent('Лесная')}`,
      `${SHIFT_PATH}?buildings_id=1`,
      `${PERSONAL_DATA_PATH}${id}/`,
      String(archive),
    ])
      expect([url, await isAnsweredByReplica(url)]).toEqual([url, true]);
    for (const url of [
      PASSES,
      `${TASKS_PATH}?buildings_id=1&stage=created&count=30&date=0`,
      `${SEARCH_BY_TAGS_PATH}?buildings_id=1&page_size=100`,
      `${METERS_PATH}?buildings_id=1&page=1&page_size=10`,
    ]) {
      expect([url, await isAnsweredByReplica(url)]).toEqual([url, false]);
      expect([url, await isAnsweredByReplica(url, EXPORT_HEADERS)]).toEqual([url, true]);
    }
  });

  test('is told of by the metrics and by the page about the installation', async () => {
    await untilUsed(true);
    expect((await lines()).join('\n')).toMatch(/^upravdom_replica_lag_seconds [\d.e-]+$/m);
    const { database } = (await administrator.get(STATUS_PATH)).body;
    expect(database).toMatchObject({ replica: { is_used: true, lag: expect.any(Number) } });
  });

  test('shows what was written before the call, and never by a right that was taken away before', async () => {
    await untilUsed(true);
    const porches = await app.database.kysely.selectFrom('porches').select(['id', 'building_id']).execute();
    const building = porches[0]?.building_id ?? 0;
    const inside = porches.filter(({ building_id }) => building_id === building).map(({ id }) => id);
    const outside = porches.filter(({ building_id }) => building_id !== building).map(({ id }) => id);
    const reader = await newPerson(app, { sections: ['passes'], porches: inside });
    const count = async () => (await reader.get(`${PASSES}/totals/`)).body.count;
    const before = Number(await count());
    for (let at = 1; at <= 20; at += 1) {
      await sql`insert into records (resource, data, building_ids)
        values ('passes', ${JSON.stringify({ guest: 'Гость', house: building })}::jsonb, array[${building}::integer])`.execute(
        app.database.kysely,
      );
      expect(await count()).toBe(before + at);
      await setPorches(app, reader.id, outside);
      expect(await count()).toBe(0);
      await setPorches(app, reader.id, inside);
    }
    // One that has stopped to follow does not answer, neither while it is still in use nor later.
    await standby.ask('select pg_wal_replay_pause()');
    await setPorches(app, reader.id, outside);
    expect(await count()).toBe(0);
    await untilUsed(false);
    expect(await count()).toBe(0);
    const { database } = (await administrator.get(STATUS_PATH)).body;
    expect(database).toMatchObject({ replica: { is_used: false } });
    await standby.ask('select pg_wal_replay_resume()');
    await untilUsed(true);
    expect(await count()).toBe(0);
  });

  test('fails no call when it stops, and is taken up when it is back', async () => {
    await untilUsed(true);
    let isOver = false;
    const statuses = new Set<number>();
    const reading = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (!isOver) statuses.add((await administrator.get(JOURNAL_PATH)).status);
      }),
    );
    await pause(300);
    await standby.stop();
    await untilUsed(false);
    await pause(300);
    await standby.start();
    await untilUsed(true);
    isOver = true;
    await reading;
    expect([...statuses]).toEqual([200]);
    expect(await isAnsweredByReplica(JOURNAL_PATH)).toBe(true);
  });

  test('that is a primary or has another database is left aside; a fit one refuses to write and to begin transactions', async () => {
    const primary = await openPostgres(addressOn(Number(new URL(postgresUrl).port), standby.name));
    const reasons: unknown[] = [];
    const log = { info: () => undefined, warn: (words: unknown) => reasons.push(words) };
    const replicaAt = (url: string) => new Replica({ url, primary: primary.kysely, maxLag: MAX_LAG, log });
    for (const url of [
      addressOn(Number(new URL(postgresUrl).port), standby.name),
      standby.address('postgres'),
      addressOn(1, standby.name),
    ]) {
      const replica = replicaAt(url);
      await replica.checkHealth();
      expect(replica.state().isInUse).toBe(false);
      expect((await sql<{ one: number }>`select 1 as one`.execute(replica.reads)).rows).toEqual([{ one: 1 }]);
      await replica.close();
    }
    expect(reasons).toEqual([
      { reason: 'it is no standby' },
      { reason: 'it is another database of the server' },
      { reason: expect.stringContaining('ECONNREFUSED') },
    ]);
    const fit = replicaAt(standby.address());
    while (!fit.state().isInUse) await fit.checkHealth();
    await expect(sql`delete from records`.execute(fit.reads)).rejects.toMatchObject({ code: '25006' });
    await expect(fit.reads.transaction().execute(async () => undefined)).rejects.toThrow('transactions');
    await fit.close();
    await primary.close();
  });
});
