// Runs on PostgreSQL too: batches of deletion.
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { MS } from '#resources/limits.ts';
import { buildApp } from '#server/app.ts';
import { readSettings } from '#server/config.ts';
import type { ServerContext } from '#server/context.ts';
import { deleteStoredBytes, retryFailedDeletions } from '#server/files/queries.ts';
import { sendFile } from '#server/files/send.ts';
import { sha256Of } from '#server/files/sha256.ts';
import { createFolderStore, type FileStore } from '#server/files/store.ts';
import { sweepOrphans, sweepStrays } from '#server/files/sweep.ts';
import { runMaintenance, startMaintenance } from '#server/maintenance.ts';
import { repeatUntilDone } from '#server/repeat-until-done.ts';
import { fileRow, NEWS_URL, publish, uploadText } from '#tests/support/server/announcements.ts';
import { timerOf } from '#tests/support/server/clock.ts';
import { demoPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let admin: Person;
let store: FileStore;
beforeAll(async () => {
  app = await openTestApp();
  admin = await demoPerson(app, 1);
  store = createFolderStore(`${app.dataDir}/files`);
});
afterAll(() => app.close());

const db = () => app.database.kysely;
const later = () => new Date(Date.now() + MS.upload + 60_000);
const HOUR = 3_600_000;
const long = new Date(Date.now() - 2 * MS.upload);
const pathOf = (sha256: string) => join(app.dataDir, 'files', sha256.slice(0, 2), sha256);

describe('stored bytes that nothing names', () => {
  test('ATT-05: of an upload that broke off are removed when they are a day old, with what its writing left', async () => {
    const { sha256 } = await store.put(Buffer.from('Ничьё'));
    const part = `${pathOf(sha256)}.1.part`;
    await writeFile(part, 'Нич');
    const used = await uploadText(admin);
    await publish(admin, { for_all_objects: true }, { attachments: [used] });
    const { sha256: needed = '' } = (await fileRow(app, used)) ?? {};
    // The file system has a clock of its own.
    const moment = new Date();
    for (const file of [part, pathOf(sha256), pathOf(needed)]) await utimes(file, moment, moment);
    expect(await sweepStrays(db(), store, new Date())).toBe(0);
    expect(await store.has(sha256)).toBe(true);
    await utimes(part, long, long);
    await utimes(pathOf(sha256), long, long);
    await utimes(pathOf(needed), long, long);
    expect(await sweepStrays(db(), store, new Date())).toBe(1);
    expect([await store.has(sha256), await store.has(needed)]).toEqual([false, true]);
    await expect(utimes(part, long, long)).rejects.toThrow('ENOENT');
  });

  test('ATT-04: that could not be removed with their file are removed later, and the call stands', async () => {
    const { sha256 } = await store.put(Buffer.from('Упрямое'));
    let broken = true;
    const stubborn: FileStore = {
      ...store,
      delete: (name) => (broken ? Promise.reject(new Error('Диск занят')) : store.delete(name)),
    };
    await deleteStoredBytes(db(), stubborn, [sha256]);
    await expect(retryFailedDeletions(db(), stubborn)).rejects.toThrow('1 stored files');
    broken = false;
    await retryFailedDeletions(db(), stubborn);
    expect(await store.has(sha256)).toBe(false);
    await retryFailedDeletions(db(), stubborn);
  });
});

test('ATT-04: all unused uploads go at once, however many; one that cannot does not keep the others', async () => {
  const rows = Array.from({ length: 450 }, (_, at) => ({
    sha256: sha256Of(Buffer.from(`Забытое ${at}`)),
    name: 'забытое.txt',
    mime: 'text/plain',
    size: 9,
    kind: 'attachment' as const,
    owner_id: admin.id,
  }));
  const made = await db().insertInto('files').values(rows).returning('id').execute();
  const [stuck] = made.map((row) => row.id);
  const picky: FileStore = {
    ...store,
    delete: (name) => (name === rows[0]?.sha256 ? Promise.reject(new Error('Диск занят')) : store.delete(name)),
  };
  expect(await sweepOrphans(db(), picky, later())).toBeGreaterThanOrEqual(450);
  expect(await fileRow(app, stuck ?? 0)).toBeUndefined();
  expect(await sweepOrphans(db(), picky, later())).toBe(0);
});

test('ATT-04: an upload that a record takes while unused ones are removed stays, with its bytes', async () => {
  const id = await uploadText(admin);
  const { sha256 = '' } = (await fileRow(app, id)) ?? {};
  let attached = 0;
  // It was found unused, and is in use when its turn comes.
  const racing = new Proxy(db(), {
    get: (target, key) => {
      const own: unknown = Reflect.get(target, key, target);
      if (key !== 'transaction') return typeof own === 'function' ? own.bind(target) : own;
      return () => ({
        execute: async (work: Parameters<ReturnType<typeof target.transaction>['execute']>[0]) => {
          attached ||= await publish(admin, { for_all_objects: true }, { attachments: [id] });
          return target.transaction().execute(work);
        },
      });
    },
  });
  await sweepOrphans(racing, store, later());
  expect(attached).toBeGreaterThan(0);
  expect(await fileRow(app, id)).toMatchObject({ linked: true });
  expect(await store.has(sha256)).toBe(true);
});

describe('tidying up', () => {
  test('a step that fails is told to the log and holds up none of the others', async () => {
    const done: string[] = [];
    const told: unknown[] = [];
    const steps = {
      first: async () => done.push('first'),
      second: () => Promise.reject(new Error('Нет связи')),
      third: async () => done.push('third'),
    };
    await runMaintenance(steps, { error: (what: unknown) => void told.push(what) });
    expect(done).toEqual(['first', 'third']);
    expect(told).toEqual([{ step: 'second', err: new Error('Нет связи') }]);
  });

  test('NEWS-09: an announcement whose server was killed before its deletion was final goes five minutes after the next start, a key of an hour ago too', async () => {
    const attachment = await uploadText(admin);
    const id = await publish(admin, { for_all_objects: true }, { attachments: [attachment] });
    await admin.remove(`${NEWS_URL}${id}/`);
    const row = () => db().selectFrom('news').select('id').where('id', '=', id).executeTakeFirst();
    const call = { user_id: admin.id, route: `POST ${NEWS_URL}`, body: 'a'.repeat(64) };
    const keys = [
      { ...call, key: 'of-before', created_at: new Date(Date.now() - HOUR - 60_000) },
      { ...call, key: 'of-now', created_at: new Date(Date.now() - HOUR + 30 * 60_000) },
    ];
    await db().insertInto('sent_calls').values(keys).execute();
    const kept = () => db().selectFrom('sent_calls').select('key').execute();
    await db().updateTable('news').set({ deleted_at: long }).where('id', '=', id).execute();
    const settings = readSettings({ DATA_DIR: app.dataDir, RESOURCES_DIR: `${app.dataDir}/resources`, DEMO: 'on' });
    let next: FastifyInstance | undefined;
    const tidyUp = await timerOf(5 * 60_000, async () => {
      next = await buildApp({ settings, database: app.database });
    });
    expect(await row()).toBeDefined();
    await tidyUp();
    expect([await row(), await fileRow(app, attachment)]).toEqual([undefined, undefined]);
    expect(await kept()).toEqual([{ key: 'of-now' }]);
    await next?.close();
  });

  test('a server that stops ends the step it is at before it is closed, and begins no other', async () => {
    const steps: string[] = [];
    let release = (): void => undefined;
    const held = new Promise<object>((resolve) => {
      release = () => resolve({ numDeletedRows: 0n });
    });
    const slow = { where: () => slow, executeTakeFirst: () => held, execute: () => held };
    const deleteFrom = (table: string) => {
      steps.push(table);
      return slow;
    };
    const server = Fastify();
    const context = { db: { deleteFrom }, now: () => new Date() } as unknown as ServerContext;
    const tidyUp = await timerOf(5 * 60_000, async () => startMaintenance(server, context));
    const tidied = tidyUp();
    let ended = false;
    const closing = server.close().then(() => {
      ended = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([steps, ended]).toEqual([['tokens'], false]);
    release();
    await Promise.all([tidied, closing]);
    expect(steps).toEqual(['tokens']);
  });

  test('what is done in portions is done to its end', async () => {
    const portions = [200, 200, 7, 0];
    await repeatUntilDone(async () => portions.shift() ?? 0);
    expect(portions).toEqual([]);
  });

  test('what is long ends after the portion it is at when the server stops, and leaves the rest', async () => {
    const endless = jest.fn(async () => 200);
    await repeatUntilDone(endless, () => endless.mock.calls.length > 1);
    expect(endless).toHaveBeenCalledTimes(2);
    const { sha256 } = await store.put(Buffer.from('Осталось'));
    await utimes(pathOf(sha256), long, long);
    const [row] = await db()
      .insertInto('files')
      .values({ sha256, name: 'а.txt', mime: 'text/plain', size: 9, kind: 'attachment', owner_id: admin.id })
      .returning('id')
      .execute();
    const stopped = () => true;
    expect(await sweepOrphans(db(), store, later(), stopped)).toBe(0);
    expect(await fileRow(app, row?.id ?? 0)).toBeDefined();
    await db()
      .deleteFrom('files')
      .where('id', '=', row?.id ?? 0)
      .execute();
    expect(await sweepStrays(db(), store, new Date(), stopped)).toBe(0);
    const broken: FileStore = { ...store, delete: () => Promise.reject(new Error('Диск занят')) };
    await deleteStoredBytes(db(), broken, [sha256]);
    await retryFailedDeletions(db(), broken, stopped);
    expect(await store.has(sha256)).toBe(true);
    expect(await sweepStrays(db(), store, new Date())).toBe(1);
  });
});

test('ATT-03: that a file could not be read is not kept for a day, and neither is a part that is not there', async () => {
  const { sha256, size } = await store.put(Buffer.from('Смета'));
  let broken = true;
  const read: FileStore['read'] = (name, wanted) =>
    broken ? Promise.reject(new Error('Диск занят')) : store.read(name, wanted);
  const server = Fastify();
  const file = { sha256, name: 'смета.txt', mime: 'text/plain', size };
  server.get('/', (request, reply) => sendFile(request, reply, file, (wanted) => read(sha256, wanted)));
  const failed = await server.inject('/');
  expect([failed.statusCode, failed.headers['cache-control']]).toEqual([500, 'no-store']);
  expect(failed.headers).not.toHaveProperty('etag');
  broken = false;
  const answer = await server.inject('/');
  expect([answer.statusCode, answer.body]).toEqual([200, 'Смета']);
  expect(answer.headers['cache-control']).toMatch(/immutable/);
  const outside = await server.inject({ url: '/', headers: { range: 'bytes=900-' } });
  expect([outside.statusCode, outside.headers['cache-control']]).toEqual([416, 'no-store']);
  await server.close();
});
