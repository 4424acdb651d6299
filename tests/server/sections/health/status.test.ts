// Runs on PostgreSQL too: sizes of the database, sums over the audit log.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { STATUS_PATH, statusAnswer } from '#resources/protocol/status/status.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let folder: string;
let backups: string;
let app: TestApp;
let admin: Person;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upravdom-status-'));
  backups = join(folder, 'backups');
  app = await openTestApp({ settings: { backups: { dir: backups, every: 86_400_000, keep: 7 } } });
  admin = await newPerson(app, { role: 'admin' });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const status = async () => {
  const answer = await admin.get(STATUS_PATH);
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
  return statusAnswer.parse(answer.body);
};

describe('the state of the installation', () => {
  test('is told to administrators: checks, sizes, the process, who is signed in', async () => {
    const told = await status();
    expect(told.checks).toMatchObject({ process: 'ok', database: 'ok', listener: 'ok', queue: 'ok', files: 'ok' });
    expect(told.database.size).toBeGreaterThan(1_000_000);
    expect(told.process.memory).toBeGreaterThan(1_000_000);
    expect(Date.parse(told.process.started_at)).toBeLessThanOrEqual(Date.now());
    const before = told.people.signed_in;
    await newPerson(app);
    expect((await status()).people.signed_in).toBe(before + 1);
  });

  test('is for nobody else, and the answer about rights names it to administrators alone', async () => {
    const holder = await newPerson(app);
    const refused = await holder.get(STATUS_PATH);
    expect([refused.status, refused.body.code]).toEqual([403, 'no_right']);
    const named = async (by: Person) => (await by.get('/api/crm/permissions/')).body.features?.status;
    expect([await named(admin), await named(holder)]).toEqual([true, false]);
  });

  test('files that share their bytes are counted each, and their bytes once', async () => {
    const { files: before } = await status();
    const file = { owner_id: admin.id, sha256: 'f'.repeat(64), name: 'двор.png', mime: 'image/png', size: 1_000 };
    const kept = { ...file, kind: 'attachment' as const, width: null, height: null, status: 'done' as const };
    const rows = await app.database.kysely.insertInto('files').values([kept, kept]).returning('id').execute();
    expect((await status()).files).toEqual({ count: before.count + 2, size: before.size + 1_000 });
    await app.database.kysely
      .deleteFrom('files')
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
  });

  test('what the server has to do by itself is counted, with the moment since which the oldest is due', async () => {
    const { kysely } = app.database;
    expect((await status()).jobs).toEqual({ waiting: 0, since: null });
    const [since, later] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
    const job = { queue: 'example', created_at: since };
    await kysely
      .insertInto('jobs')
      .values([
        { ...job, due_at: since },
        { ...job, due_at: later },
      ])
      .execute();
    expect((await status()).jobs).toEqual({ waiting: 2, since: since.toISOString() });
    await kysely.deleteFrom('jobs').execute();
  });

  test('failed sign-ins and refusals of the last day are counted, as often as each happened', async () => {
    const { security: before } = await status();
    const hour = 3_600_000;
    const entry = {
      user_id: null,
      resource: 'security',
      record_id: null,
      before: null,
      after: null,
      request_id: 'test',
    };
    const at = (ago: number) => new Date(Date.now() - ago * hour);
    const rows = await app.database.kysely
      .insertInto('audit')
      .values([
        { ...entry, action: 'sign-in-failed', times: 3, at: at(2) },
        { ...entry, action: 'wrong-code', times: 1, at: at(23) },
        { ...entry, action: 'refused', times: 2, at: at(1) },
        { ...entry, action: 'sign-in-failed', times: 7, at: at(25) },
      ])
      .returning('id')
      .execute();
    const { security } = await status();
    expect(security).toEqual({ failed_sign_ins: before.failed_sign_ins + 4, refusals: before.refusals + 2 });
    await app.database.kysely
      .deleteFrom('audit')
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
  });

  test('backups: how often, how many, the newest; what is not whole and those before an upgrade are none', async () => {
    expect((await status()).backups).toEqual({
      every: 86_400_000,
      encrypted: false,
      readable: true,
      count: 0,
      newest: null,
    });
    await mkdir(backups, { recursive: true });
    await writeFile(join(backups, 'upravdom-2026-03-04-101500.tar.gz'), 'four');
    await writeFile(join(backups, 'upravdom-2026-03-05-101500.tar.gz'), 'seven..');
    await writeFile(join(backups, 'upravdom-2026-03-06-101500.tar.gz.part'), 'no');
    await writeFile(join(backups, 'upravdom-2026-03-07-101500-before-upgrade-from-0050.tar.gz'), 'no');
    const { count, newest } = (await status()).backups;
    expect([count, newest]).toEqual([2, { made_at: '2026-03-05T10:15:00.000Z', size: 7 }]);
    await rm(backups, { recursive: true });
    // A folder that is none cannot be read: the rest is told all the same.
    await writeFile(backups, '');
    expect((await status()).backups).toMatchObject({ readable: false, count: 0, newest: null });
    await rm(backups);
  });

  test('calls that ended in an error of ours are counted', async () => {
    const { process: before } = await status();
    const broken = jest.spyOn(app.database, 'check').mockRejectedValue(new Error('silent'));
    const health = await app.call('GET', '/health');
    const looked = await status();
    broken.mockRestore();
    expect(health.status).toBe(503);
    expect(looked.checks).toMatchObject({ database: 'failed', files: 'ok' });
    expect(looked.process.errors).toBe(before.errors + 1);
    expect((await status()).checks.database).toBe('ok');
  });
});
