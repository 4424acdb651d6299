import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { MS } from '#resources/limits.ts';
import { buildApp } from '#server/app.ts';
import { readSettings } from '#server/config.ts';
import { dropBytes, dropOwed } from '#server/files/queries.ts';
import { sendFile } from '#server/files/send.ts';
import { type FileStore, folderStore, sha256Of } from '#server/files/store.ts';
import { sweepOrphans, sweepStrays } from '#server/files/sweep.ts';
import { tidy, untilNone } from '#server/upkeep.ts';
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
  store = folderStore(`${app.dataDir}/files`);
});
afterAll(() => app.close());

const db = () => app.database.kysely;
const later = () => new Date(Date.now() + MS.upload + 60_000);
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
    await dropBytes(db(), stubborn, [sha256]);
    await expect(dropOwed(db(), stubborn)).rejects.toThrow('1 stored files');
    broken = false;
    await dropOwed(db(), stubborn);
    expect(await store.has(sha256)).toBe(false);
    await dropOwed(db(), stubborn);
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

describe('tidying up', () => {
  test('a step that fails is told to the log and holds up none of the others', async () => {
    const done: string[] = [];
    const told: unknown[] = [];
    const steps = {
      first: async () => done.push('first'),
      second: () => Promise.reject(new Error('Нет связи')),
      third: async () => done.push('third'),
    };
    await tidy(steps, { error: (what: unknown) => void told.push(what) });
    expect(done).toEqual(['first', 'third']);
    expect(told).toEqual([{ step: 'second', err: new Error('Нет связи') }]);
  });

  test('NEWS-09: an announcement whose server was killed before its deletion was final goes five minutes after the next start', async () => {
    const attachment = await uploadText(admin);
    const id = await publish(admin, { for_all_objects: true }, { attachments: [attachment] });
    await admin.remove(`${NEWS_URL}${id}/`);
    const row = () => db().selectFrom('news').select('id').where('id', '=', id).executeTakeFirst();
    await db().updateTable('news').set({ deleted_at: long }).where('id', '=', id).execute();
    const settings = readSettings({ DATA_DIR: app.dataDir, RESOURCES_DIR: `${app.dataDir}/resources`, DEMO: 'on' });
    let next: FastifyInstance | undefined;
    const tidyUp = await timerOf(5 * 60_000, async () => {
      next = await buildApp({ settings, database: app.database });
    });
    expect(await row()).toBeDefined();
    tidyUp();
    while (await row()) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await fileRow(app, attachment)).toBeUndefined();
    await next?.close();
  });

  test('what is done in portions is done to its end', async () => {
    const portions = [200, 200, 7, 0];
    await untilNone(async () => portions.shift() ?? 0);
    expect(portions).toEqual([]);
  });
});

test('ATT-03: that a file could not be read is not kept for a day, and neither is a part that is not there', async () => {
  const { sha256, size } = await store.put(Buffer.from('Смета'));
  let broken = true;
  const read: FileStore['read'] = (name, span) =>
    broken ? Promise.reject(new Error('Диск занят')) : store.read(name, span);
  const server = Fastify();
  const file = { sha256, name: 'смета.txt', mime: 'text/plain', size };
  server.get('/', (request, reply) => sendFile(request, reply, file, (span) => read(sha256, span)));
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
