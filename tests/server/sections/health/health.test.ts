// Runs on PostgreSQL too: the listener's connection.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { sql } from 'kysely';
import { migrations } from '#server/db/migrations/index.ts';
import { createFolderStore } from '#server/files/store.ts';
import { handleErrors } from '#server/http/answer-errors.ts';
import { refuseUndeclared } from '#server/http/route.ts';
import { drainConnections, Lifecycle } from '#server/lifecycle.ts';
import type { ReadinessDeps } from '#server/sections/health/checks.ts';
import { probeRoutes } from '#server/sections/health/routes.ts';
import { VERSION } from '#server/version.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const OK = { process: 'ok', database: 'ok', listener: 'ok', queue: 'ok', files: 'ok', disk: 'ok' };

/** Asks an app of its own, in which something is otherwise. */
async function probe(otherwise: Partial<ReadinessDeps>, url = '/health/ready') {
  const settings = { dataDir: app.dataDir, minFreeDisk: 1 };
  const files = createFolderStore(join(app.dataDir, 'files'));
  const lifecycle = new Lifecycle();
  const deps = { settings, database: app.database, files, lifecycle, ...otherwise };
  const small = fastify();
  small.setSerializerCompiler(serializerCompiler);
  refuseUndeclared(small);
  handleErrors(small);
  drainConnections(small, deps.lifecycle);
  probeRoutes(small, deps, 200);
  const { statusCode: status, headers, body } = await small.inject(url);
  await small.close();
  return { status, headers, body: JSON.parse(body) as { code?: string; checks?: object; detail?: string } };
}

const never = () => new Promise<never>(() => undefined);
const fails = () => Promise.reject(new Error('gone'));

describe('readiness', () => {
  test('looks at database, listener, queue, files and disk, and says so', async () => {
    const { status, body, headers } = await app.call('GET', '/health/ready');
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toEqual({ status: 'ok', checks: OK });
  });

  test.each([
    ['database', () => ({ database: { ...app.database, check: fails } })],
    ['database', () => ({ database: { ...app.database, check: never } })],
    ['listener', () => ({ database: { ...app.database, checkListener: never } })],
    ['queue', () => ({ database: { ...app.database, state: () => ({ connections: 1, idle: 0, waiting: 1_000 }) } })],
    ['files', () => ({ files: { ...createFolderStore(app.dataDir), check: fails } })],
    ['disk', () => ({ settings: { dataDir: app.dataDir, minFreeDisk: Number.MAX_SAFE_INTEGER } })],
  ])('without a working %s it is 503 in the one shape, with what failed and when to come again', async (name, deps) => {
    const { status, body, headers } = await probe(deps());
    expect([status, headers['retry-after'], body.code]).toEqual([503, '5', 'not_ready']);
    expect(body.detail).toMatch(/[а-яё]/i);
    expect(body.checks).toEqual({ ...OK, [name]: 'failed' });
  });

  test('a folder of files that is no folder is found', async () => {
    const file = join(app.dataDir, 'no-folder');
    await writeFile(file, '');
    const { body } = await probe({ files: createFolderStore(file) });
    expect(body.checks).toEqual({ ...OK, files: 'failed' });
    await rm(file);
  });

  test('what an installation has not is not looked at', async () => {
    const { status, body } = await probe({ database: null, files: null });
    const none = { database: 'none', listener: 'none', queue: 'none', files: 'none', disk: 'none' };
    expect([status, body.checks]).toEqual([200, { process: 'ok', ...none }]);
  });

  test('a process that stops is not ready, is alive, and ends its connections', async () => {
    const lifecycle = new Lifecycle();
    lifecycle.stop();
    const ready = await probe({ lifecycle });
    expect([ready.status, ready.body.checks]).toEqual([503, { ...OK, process: 'failed' }]);
    const live = await probe({ lifecycle }, '/health/live');
    expect([live.status, live.body, live.headers.connection]).toEqual([200, { status: 'ok' }, 'close']);
  });

  test('however many ask at once, one look is taken', async () => {
    let looks = 0;
    const check = async () => {
      looks += 1;
      await new Promise((resolve) => setImmediate(resolve));
    };
    const small = fastify();
    small.setSerializerCompiler(serializerCompiler);
    refuseUndeclared(small);
    handleErrors(small);
    const settings = { dataDir: app.dataDir, minFreeDisk: 1 };
    probeRoutes(small, { settings, database: { ...app.database, check }, files: null, lifecycle: new Lifecycle() });
    await Promise.all(Array.from({ length: 50 }, () => small.inject('/health/ready')));
    expect(looks).toBeLessThan(10);
    await small.close();
  });
});

test('a process is alive whatever its database does', async () => {
  const { status, body } = await probe({ database: { ...app.database, check: never } }, '/health/live');
  expect([status, body]).toEqual([200, { status: 'ok' }]);
});

test('a listener whose connection the server ended is lost and comes back', async () => {
  if (app.database.kind === 'embedded') return expect(await app.database.checkListener()).toBeUndefined();
  const told = jest.spyOn(console, 'error').mockReturnValue();
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query like 'listen%'`.execute(
    app.database.kysely,
  );
  // Answers once it has been opened again.
  await app.database.checkListener().catch(() => app.database.checkListener());
  expect((await app.call('GET', '/health/ready')).body).toEqual({ status: 'ok', checks: OK });
  told.mockRestore();
});

test('the version is that of the package and of the newest migration', async () => {
  const { body } = await app.call('GET', '/api/version');
  expect(body).toEqual({ version: VERSION, schema: Object.keys(migrations).at(-1) });
  expect(VERSION).toMatch(/^\d+\.\d+\.\d+$/);
});
