import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { parse } from 'yaml';
import { LOGGER_OPTIONS, serializeError } from '#server/http/log.ts';
import { demoPerson } from '#tests/support/server/people.ts';
import { arrived, listen, openSocket } from '#tests/support/server/sockets.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const TOKEN = 'metrics-token-of-the-tests';
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

/** A scrape of this machine: lines by their name and labels. */
async function scrape(of = app, headers: object = { host: 'localhost' }) {
  const { status, text, headers: given } = await of.call('GET', '/metrics', null, headers);
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  const values = new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
  return { status, text, values, type: String(given['content-type']) };
}

describe('metrics', () => {
  test('tell latencies by pattern of the route, never by address, and failures by code', async () => {
    const person = await demoPerson(app, 1);
    await person.get('/api/crm/services/');
    await person.get('/api/crm/residents/1/?phone=%2B79990001122');
    await app.call('GET', '/api/nothing/79990001122/');
    const { kysely } = app.database;
    await kysely.schema.alterTable('services').renameTo('services_gone').execute();
    expect((await person.get('/api/crm/services/')).status).toBe(500);
    await kysely.schema.alterTable('services_gone').renameTo('services').execute();
    const { status, type, values, text } = await scrape();
    expect([status, type]).toEqual([200, expect.stringMatching(/^text\/plain/)]);
    const calls = 'upravdom_http_request_duration_seconds_count';
    expect(values.get(`${calls}{method="GET",route="/api/crm/services/",status="2xx"}`)).toBe(1);
    expect(values.get(`${calls}{method="GET",route="/api/crm/services/",status="5xx"}`)).toBe(1);
    expect([...values.keys()].filter((key) => key.includes('/api/crm/residents/:id/')).length).toBeGreaterThan(0);
    expect(values.get(`${calls}{method="GET",route="none",status="4xx"}`)).toBe(1);
    expect(values.get('upravdom_errors_total{code="unexpected"}')).toBe(1);
    expect(text).not.toContain('79990001122');
  });

  test('tell the database, its pool, the queues, the process and the versions', async () => {
    const { values } = await scrape();
    for (const name of ['upravdom_database_up', 'upravdom_listener_up']) expect(values.get(name)).toBe(1);
    for (const name of [
      'upravdom_database_connections{state="busy"}',
      'upravdom_database_waiting',
      'upravdom_queue_length{queue="invitations"}',
      'process_resident_memory_bytes',
      'nodejs_heap_size_used_bytes',
    ])
      expect([name, values.get(name)]).toEqual([name, expect.any(Number)]);
    expect([...values.keys()].join('\n')).toMatch(/upravdom_build_info\{version="\d+\.\d+\.\d+"\}/);
    expect([...values.keys()].join('\n')).toMatch(/nodejs_eventloop_lag/);
  });

  test('tell what waits to be done by itself, and for how long', async () => {
    const { kysely } = app.database;
    const hour = 3_600_000;
    const job = (wait: number) => ({ queue: 'example', due_at: new Date(Date.now() + wait), created_at: new Date() });
    await kysely
      .insertInto('jobs')
      .values([job(-2 * hour), job(-hour), { ...job(hour), attempts: 2 }])
      .execute();
    const { values } = await scrape();
    expect(values.get('upravdom_jobs_waiting{queue="example"}')).toBe(3);
    expect(values.get('upravdom_jobs_tried{queue="example"}')).toBe(1);
    expect(values.get('upravdom_jobs_overdue_seconds{queue="example"}')).toBeCloseTo(7_200, -2);
    await kysely.deleteFrom('jobs').execute();
  });

  test('count open sockets, and are answered while the database is silent', async () => {
    const other = await openTestApp();
    const host = await listen(other);
    const person = await demoPerson(other, 1);
    const socket = await openSocket(host, `/ws/notifications?token=${person.token}`);
    await socket.next(() => true);
    const open = 'upravdom_sockets{route="/ws/notifications"}';
    expect((await scrape(other)).values.get(open)).toBe(1);
    const closed = new Promise((resolve) => socket.socket.once('close', resolve));
    socket.socket.close();
    await closed;
    await arrived(socket);
    while ((await scrape(other)).values.get(open) !== 0);
    other.database.check = () => new Promise(() => undefined);
    const silent = await scrape(other);
    expect([silent.status, silent.values.get('upravdom_database_up')]).toEqual([200, 0]);
    await other.close();
  });

  test('tell the newest scheduled backup and the room that is left; none of what cannot be read', async () => {
    const dir = join(app.dataDir, 'backups');
    const [made, size] = ['upravdom_backup_newest_timestamp_seconds', 'upravdom_backup_newest_bytes'];
    const told = async () => {
      const { status, values } = await scrape();
      return [status, values.get(made), values.get(size)];
    };
    // Without a sample Prometheus knows that there is none: 0 would be a backup of 1970.
    expect(await told()).toEqual([200, undefined, undefined]);
    await mkdir(dir);
    await writeFile(join(dir, 'upravdom-2026-03-04-101500.tar.gz'), 'four');
    await writeFile(join(dir, 'upravdom-2026-03-05-101500.tar.gz'), 'seven..');
    await writeFile(join(dir, 'upravdom-2026-03-07-101500-before-upgrade-from-0050.tar.gz'), 'no');
    expect(await told()).toEqual([200, Date.parse('2026-03-05T10:15:00Z') / 1_000, 7]);
    await rm(dir, { recursive: true });
    await writeFile(dir, '');
    expect(await told()).toEqual([200, undefined, undefined]);
    await rm(dir);
    const { values } = await scrape();
    expect(values.get('upravdom_backup_interval_seconds')).toBe(0);
    expect(values.get('upravdom_disk_free_bytes')).toBeGreaterThan(0);
  });

  test('stand in the documentation by their names, and rules for Prometheus name no others', async () => {
    const told = new Set((await scrape()).text.match(/(?<=^# TYPE )upravdom_\w+/gm));
    const read = (path: string) => readFile(new URL(`../../docs/${path}`, import.meta.url), 'utf8');
    const rows = (await read('integrator.md')).split('\n').filter((line) => line.startsWith('| `upravdom_'));
    const documented = rows.flatMap((row) => row.split(' | ')[0]?.match(/upravdom_\w+/g) ?? []);
    expect(documented.sort()).toEqual([...told].sort());
    const rules = parse(await read('deployment/alerts.yml')) as { groups: { rules: { expr: string }[] }[] };
    const asked = rules.groups.flatMap(({ rules: of }) => of.flatMap(({ expr }) => expr.match(/upravdom_\w+/g) ?? []));
    expect([...new Set(asked)].filter((name) => !told.has(name))).toEqual([]);
  });

  test('count the rows of submitted lists', async () => {
    const person = await demoPerson(app, 1);
    const row = { id: 1, label: '1', first_name: '', last_name: '', phone_number: '' };
    const fields = { convert_residents_result: JSON.stringify([row, row]) };
    await app.call('POST', { url: '/api/crm/import/residents/', fields }, person.token);
    expect((await scrape()).values.get('upravdom_import_rows_total{result="refused"}')).toBe(2);
  });

  test('are for this machine only while there is no token, and for whoever has it otherwise', async () => {
    expect((await scrape(app, { host: 'console.example.org' })).status).toBe(404);
    expect((await scrape(app, { host: 'localhost', 'x-forwarded-for': '10.0.0.1' })).status).toBe(404);
    const guarded = await openTestApp({ settings: { metricsToken: TOKEN }, empty: true });
    const asked = (headers: object) => scrape(guarded, headers).then(({ status }) => status);
    expect(await asked({ host: 'localhost' })).toBe(404);
    expect(await asked({ authorization: 'Bearer another-token-of-tests' })).toBe(404);
    expect(await asked({ authorization: `Token ${TOKEN}` })).toBe(404);
    expect(await asked({ authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '10.0.0.1' })).toBe(200);
    await guarded.close();
  });
});

test('under pressure calls are refused with 503 and a time to come back, health and metrics are answered', async () => {
  const late = await openTestApp({ settings: { maxEventLoopDelay: 50 }, empty: true });
  const busy = async () => {
    while (!late.app.isUnderPressure()) {
      const end = performance.now() + 150;
      while (performance.now() < end);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  await busy();
  const refused = await late.call('GET', '/api/crm/services/');
  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([503, 'overloaded', '5']);
  expect(String(refused.body.detail)).toMatch(/[а-яё]/i);
  await busy();
  expect((await late.call('GET', '/health/live')).status).toBe(200);
  await busy();
  expect((await scrape(late)).values.get('upravdom_errors_total{code="overloaded"}')).toBe(1);
  while (late.app.isUnderPressure()) await new Promise((resolve) => setTimeout(resolve, 20));
  expect((await late.call('GET', '/api/crm/services/')).status).toBe(401);
  await late.close();
});

describe('the log', () => {
  test('has the request and the person in every line of a call, and nothing of what PostgreSQL quotes', async () => {
    const lines: string[] = [];
    const write = (line: unknown, _encoding: unknown, done: () => void) => {
      lines.push(String(line));
      done();
    };
    const logged = await openTestApp({ log: pino(LOGGER_OPTIONS, new Writable({ write })) });
    const person = await demoPerson(logged, 1);
    await logged.database.kysely.schema.alterTable('services').renameTo('services_gone').execute();
    const answer = await person.get('/api/crm/services/');
    const ours = lines.map((line) => JSON.parse(line)).filter(({ reqId }) => reqId === answer.headers['x-request-id']);
    expect(ours.length).toBeGreaterThanOrEqual(2);
    for (const line of ours) expect(line.user).toBe(person.id);
    await logged.close();
  });

  test('leaves values out of errors of the database', () => {
    const error = Object.assign(new Error('invalid input syntax for type integer: "Калинина"'), {
      code: '22P02',
      detail: 'Key (phone)=(+79990001122) already exists.',
      where: 'unnamed portal parameter $1 = Калинина',
    });
    const text = JSON.stringify(serializeError(new Error('outside', { cause: error })));
    expect(text).toContain('invalid input syntax');
    expect(text).toContain('22P02');
    expect(text).not.toMatch(/Калинина|7999/);
  });
});
