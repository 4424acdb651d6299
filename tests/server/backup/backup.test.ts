// Runs on PostgreSQL too: everything is read and put back by SQL, and from one engine to the other.
// Runs in test:all alone: backs up, kills and restores whole products; a backup before an upgrade is in upgrade.test.ts.
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { pack } from 'tar-stream';
import { backUpToFolder } from '#server/backup/folder.ts';
import { askForBackup, backupRequests } from '#server/backup/local-requests.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { backUpWhenDue } from '#server/backup/schedule.ts';
import { sequenceStates, tableColumns } from '#server/backup/tables.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { readSettings } from '#server/config.ts';
import { connect, type Database } from '#server/db/connect.ts';
import { openEmbedded } from '#server/db/embedded.ts';
import { migrateToLatest, selectAppliedMigrations } from '#server/db/migrate.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { fillDemo } from '#server/demo/fill.ts';
import { createFolderStore } from '#server/files/store.ts';
import { listenForLocalRequests } from '#server/local-requests.ts';
import { prepare } from '#server/prepare.ts';
import { BRIEF, type Product, signIn, startBriefProduct } from '#tests/support/product.ts';
import { ownDatabase } from '#tests/support/server/own-database.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';

const postgresUrl = process.env.TEST_DATABASE_URL;
const KEY = 'a long key of these tests';
/** A hash of a millisecond, for passwords that stay in a test. */
const CHEAP = { N: 2 ** 10, r: 1, p: 1 };
const NAMES = Object.keys(migrations);
const now = () => new Date();

let folder: string;
const open: TestDatabase[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upravdom-backup-'));
});
afterEach(async () => {
  for (const made of open.splice(0)) await made.close();
  await rm(folder, { recursive: true, force: true });
});

/** A database of this run's engine, or of the embedded one, with the demo company or empty. */
async function made(demo: boolean, embedded = !postgresUrl) {
  const one = await createTestDatabase({
    ...(demo ? { demo: 'yard' as const } : {}),
    ...(embedded || !postgresUrl ? { compiled: globalThis.embeddedEngine } : { postgresUrl }),
  });
  open.push(one);
  return {
    ...one,
    files: createFolderStore(join(one.dataDir, 'files')),
    definitions: join(one.dataDir, 'resources'),
    now,
  };
}

/** Every row of every table as one text a table, and where the sequences stand. */
async function everything({ kysely }: Database): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const table of (await tableColumns(kysely)).keys()) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t order by 1`.execute(
      kysely,
    );
    all[table] = rows.map(({ row }) => row).join('\n');
  }
  return { ...all, sequences: JSON.stringify([...(await sequenceStates(kysely))]) };
}

const bytesIn = async (dataDir: string): Promise<string[]> =>
  (await readdir(join(dataDir, 'files'), { recursive: true }).catch(() => [])).filter((path) =>
    /[0-9a-f]{64}$/.test(path),
  );

const restore = (into: Awaited<ReturnType<typeof made>>, path: string, key?: string) => restoreBackup(into, path, key);

describe('a backup', () => {
  test('holds every row, every number that was given, every byte and every definition', async () => {
    const [from, into] = [await made(true), await made(false)];
    const path = join(folder, 'all');
    await rm(from.definitions, { recursive: true, force: true });
    const written = await writeBackup({ ...from, definitions: folder }, path);
    expect(written.files).toBeGreaterThan(0);
    expect((await readFile(path)).includes('ustar')).toBe(false);
    await writeFile(join(folder, 'rules.json'), '{}');
    const restored = await restore(into, path);
    expect([restored.rows, restored.files, restored.keptDefinitions]).toEqual([written.rows, written.files, []]);
    expect(await everything(into.database)).toEqual(await everything(from.database));
    expect((await bytesIn(into.dataDir)).sort()).toEqual((await bytesIn(from.dataDir)).sort());
    // Rules and triggers are in force again, and the next start has nothing to do.
    await expect(
      sql`insert into user_porches (user_id, porch_id) values (-1, -1)`.execute(into.database.kysely),
    ).rejects.toThrow();
    expect(await selectAppliedMigrations(into.database.kysely)).toEqual(NAMES);
    await into.database.migrate();
  });

  test('of a whole city goes over to PostgreSQL and back, encrypted', async () => {
    const [embedded, other] = [await made(false, true), await made(false)];
    await fillDemo(embedded.database.kysely, embedded.files, { size: 'city', today: now(), hashCost: CHEAP });
    const [there, back] = [join(folder, 'there'), join(folder, 'back')];
    await writeBackup(embedded, there, KEY);
    await restore(other, there, KEY);
    await writeBackup(other, back, KEY);
    const again = await made(false, true);
    await restore(again, back, KEY);
    expect(await everything(again.database)).toEqual(await everything(embedded.database));
  });

  test('of an older schema is brought to the newest by the next start; what was there before is gone', async () => {
    const [from, into] = [await made(false), await made(true)];
    await sql`drop schema public cascade`.execute(from.database.kysely);
    await sql`create schema public`.execute(from.database.kysely);
    await migrateToLatest(from.database.kysely, {}, NAMES.at(-4));
    await sql`insert into companies (label, is_tenant, name_full, name_short)
      values ('Прежняя', true, 'Прежняя', 'П')`.execute(from.database.kysely);
    const path = join(folder, 'older');
    await writeBackup(from, path);
    await restore(into, path);
    expect(await selectAppliedMigrations(into.database.kysely)).toEqual(NAMES.slice(0, -3));
    await into.database.migrate();
    expect(await into.database.kysely.selectFrom('companies').select('label').execute()).toEqual([
      { label: 'Прежняя' },
    ]);
    expect(await into.database.kysely.selectFrom('users').select('id').execute()).toEqual([]);
  });

  test('definitions that say something else are left and named, missing ones are written', async () => {
    const [from, into] = [await made(false), await made(false)];
    const given = await mkdtemp(join(folder, 'given-'));
    const here = await mkdtemp(join(folder, 'here-'));
    await writeFile(join(given, 'keys.json'), '{"name":"keys"}');
    await writeFile(join(given, 'rules.json'), '{"name":"rules"}');
    await writeFile(join(here, 'rules.json'), '{"name":"rules","label":"Свои"}');
    await writeBackup({ ...from, definitions: given }, join(folder, 'all'));
    const { keptDefinitions } = await restore({ ...into, definitions: here }, join(folder, 'all'));
    expect(keptDefinitions).toEqual(['rules.json']);
    expect(await readFile(join(here, 'keys.json'), 'utf8')).toBe('{"name":"keys"}');
    expect(await readFile(join(here, 'rules.json'), 'utf8')).toContain('Свои');
  });
});

describe('a restore that is refused', () => {
  test('leaves all as it was: cut off, damaged, of another key, without a key, foreign, of a newer version', async () => {
    const [from, into] = [await made(true), await made(true)];
    const before = await everything(into.database);
    const fresh = async (name: string, key?: string) => {
      await writeBackup(from, join(folder, name), key);
      return join(folder, name);
    };
    const cut = await fresh('cut');
    await truncate(cut, Math.floor((await readFile(cut)).length / 2));
    const cutSecret = await fresh('cut-secret', KEY);
    await truncate(cutSecret, (await readFile(cutSecret)).length - 40);
    const secret = await fresh('secret', KEY);
    const spoilt = await readFile(secret);
    const at = Math.floor(spoilt.length / 2);
    spoilt[at] = (spoilt[at] ?? 0) ^ 1;
    await writeFile(join(folder, 'spoilt'), spoilt);
    await writeFile(join(folder, 'foreign'), 'PK\u0003\u0004 something else, and long enough to be one of ours');
    await sql`insert into kysely_migration values ('9999-later', '2030-01-01')`.execute(from.database.kysely);
    const newer = await fresh('newer');
    const refusals: [string, string | undefined, RegExp][] = [
      [cut, undefined, /повреждена или оборвана/],
      [cutSecret, KEY, /повреждена, или/],
      [join(folder, 'spoilt'), KEY, /повреждена, или/],
      [secret, 'another key of these tests', /другой ключ/],
      [secret, undefined, /зашифрована/],
      [join(folder, 'foreign'), undefined, /не копия этой программы/],
      [join(folder, 'missing'), undefined, /не удалось прочитать/],
      [newer, undefined, /более новая версия/],
    ];
    for (const [path, key, sentence] of refusals) await expect(restore(into, path, key)).rejects.toThrow(sentence);
    expect(await everything(into.database)).toEqual(before);
  });
});

describe('an archive that somebody has made', () => {
  async function archive(entries: readonly [name: string, bytes: string][]): Promise<string> {
    const tar = pack();
    for (const [name, bytes] of entries) tar.entry({ name }, bytes);
    tar.finalize();
    const parts: Buffer[] = [];
    for await (const part of tar as unknown as Readable) parts.push(part as Buffer);
    const path = join(folder, 'made');
    await writeFile(path, gzipSync(Buffer.concat(parts)));
    return path;
  }
  const head = (tables = {}) =>
    JSON.stringify({
      format: 1,
      version: '0',
      made_at: '2026-11-25T10:00:00Z',
      migrations: NAMES,
      tables,
      sequences: {},
    });

  test('is refused with a sentence whatever it holds, and puts nothing into the store', async () => {
    const into = await made(true);
    const before = await everything(into.database);
    const put = jest.fn(into.files.put);
    const refused = async (path: string, sentence: RegExp) =>
      expect(
        await restoreBackup({ ...into, files: { ...into.files, put } }, path).catch((error: unknown) => error),
      ).toEqual(expect.objectContaining({ name: 'StartError', message: expect.stringMatching(sentence) }));
    await refused(await archive([['manifest.json', '{']]), /не копия этой программы/);
    const rows = 'tables/companies/000001.json';
    const named: [string, string] = ['manifest.json', head({ companies: ['label'] })];
    await refused(await archive([named, [rows, '[["1"]']]), /повреждена/);
    await refused(await archive([named, [rows, '[["1", "2"]]']]), /повреждена/);
    await refused(await archive([named, [rows, '{}']]), /повреждена/);
    await refused(await archive([named, ['ending.json', '{']]), /повреждена/);
    await refused(await archive([named, [`files/${'0'.repeat(64)}`, 'other bytes']]), /повреждена/);
    await refused(folder, /не удалось прочитать/);
    expect(put).not.toHaveBeenCalled();
    expect(await everything(into.database)).toEqual(before);
  });

  test('with an entry that memory may not hold is refused before it is read', async () => {
    const path = await archive([['manifest.json', head()]]);
    const tar = gunzipSync(await readFile(path));
    // Octal digits of its size, and the sum of the header's bytes with eight spaces in the place of the sum.
    tar.write(`${(600 * 1_048_576).toString(8).padStart(11, '0')}\0`, 124);
    tar.write(' '.repeat(8), 148);
    const sum = tar.subarray(0, 512).reduce((all, byte) => all + byte, 0);
    tar.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    await writeFile(path, gzipSync(tar));
    const refusal = await restore(await made(false), path).catch((error: unknown) => error);
    // One that has ended too early would have its cause.
    expect(refusal).toMatchObject({ name: 'StartError', message: expect.stringContaining('повреждена') });
    expect((refusal as Error).cause).toBeUndefined();
  });
});

describe('a backup that is asked for while the product runs', () => {
  const written = { bytes: 1, rows: 2, files: 3 };
  const unexpected = (error: unknown) => {
    throw error;
  };

  test('is made by the process that hears; what it refuses is said', async () => {
    const logged: unknown[] = [];
    const stop = await listenForLocalRequests(
      folder,
      backupRequests((path) => (path === '/there' ? Promise.resolve(written) : Promise.reject(new Error('Нет места')))),
      (error) => logged.push(error),
    );
    expect(await askForBackup(folder, '/there')).toEqual(written);
    await expect(askForBackup(folder, '/elsewhere')).rejects.toThrow('Нет места');
    expect(logged).toEqual([new Error('Нет места')]);
    await stop();
    expect(await askForBackup(folder, '/there')).toBeNull();
  });

  test('is said to be stopped when the product stops', async () => {
    let begin = () => undefined as unknown;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const stop = await listenForLocalRequests(
      folder,
      backupRequests(() => {
        begin();
        return new Promise(() => undefined);
      }),
      unexpected,
    );
    const asked = askForBackup(folder, '/there').catch((error: unknown) => error);
    await begun;
    await stop();
    expect(await asked).toMatchObject({ name: 'StartError', message: expect.stringContaining('остановилась') });
  });

  test('where nothing can be heard, it is said why', async () => {
    const deaf = (dataDir: string) =>
      listenForLocalRequests(
        dataDir,
        backupRequests(() => Promise.resolve(written)),
        unexpected,
      );
    await expect(deaf(join(folder, 'missing'))).rejects.toThrow(/Пока программа работает[\s\S]*listen/);
    await expect(deaf(join(folder, 'long'.repeat(30)))).rejects.toThrow(/слишком длинный/);
  });
});

describe('backups that are made by themselves', () => {
  test('when one is due, of everything; so many of the newest stay, and what is not ours is not touched', async () => {
    const from = await made(true);
    let clock = Date.parse('2026-11-25T10:00:00Z');
    const dir = join(folder, 'kept');
    const settings = {
      ...readSettings({ DATA_DIR: from.dataDir, RESOURCES_DIR: from.definitions }),
      backups: { dir, every: 3_600_000, keep: 2 },
    };
    const context = { database: from.database, files: from.files, settings, now: () => new Date(clock) };
    const log = { info: jest.fn() };
    const look = () => backUpWhenDue(context, log);
    expect(await look()).toBe(true);
    await writeFile(join(dir, 'notes.txt'), '');
    // Files left by killed processes: the one of this sort goes with the next backup.
    await writeFile(join(dir, 'upravdom-2026-11-24-100000.tar.gz.part'), '');
    const upgrade = 'upravdom-2026-11-24-100000-before-upgrade-from-0001.tar.gz.part';
    await writeFile(join(dir, upgrade), '');
    expect(await look()).toBe(false);
    for (let hour = 0; hour < 3; hour += 1) {
      clock += 3_600_000;
      expect(await look()).toBe(true);
    }
    expect((await readdir(dir)).sort()).toEqual([
      'notes.txt',
      upgrade,
      'upravdom-2026-11-25-120000.tar.gz',
      'upravdom-2026-11-25-130000.tar.gz',
    ]);
    expect(log.info).toHaveBeenLastCalledWith(expect.objectContaining({ files: expect.any(Number) }), 'backup written');
  });

  test('before an upgrade, of the tables; where it cannot be written nothing is changed', async () => {
    const { database, dataDir } = await made(false);
    await sql`drop schema public cascade`.execute(database.kysely);
    await sql`create schema public`.execute(database.kysely);
    await migrateToLatest(database.kysely, {}, NAMES.at(-2));
    const settings = (dir: string) =>
      readSettings({ DATA_DIR: dataDir, RESOURCES_DIR: dataDir, DEMO: 'off', BACKUP_DIR: dir, BACKUP_KEY: KEY });
    await writeFile(join(folder, 'file'), '');
    const start = (dir: string, said: string[] = []) =>
      prepare(database, settings(dir), 'http://localhost', (line) => said.push(line)).then(() => said);
    await expect(start(join(folder, 'file'))).rejects.toThrow('не удалось сохранить');
    expect(await selectAppliedMigrations(database.kysely)).toEqual(NAMES.slice(0, -1));
    const said = await start(join(folder, 'kept'));
    expect(said[0]).toContain('Перед обновлением базы сделана копия');
    const [name = ''] = await readdir(join(folder, 'kept'));
    expect(name).toMatch(new RegExp(`-before-upgrade-from-${NAMES.at(-2)}\\.encrypted$`));
    await restore(await made(false), join(folder, 'kept', name), KEY);
  });

  test('an archive that cannot be written whole leaves nothing', async () => {
    const { database, files } = await made(true);
    const broken = { ...files, read: () => Promise.reject(new Error('disk')) };
    const backups = { dir: join(folder, 'kept'), every: 0, keep: 1 };
    await expect(backUpToFolder({ database, files: broken, now }, backups)).rejects.toThrow('disk');
    expect(await readdir(backups.dir)).toEqual([]);
  });
});

describe('the command line', () => {
  const main = fileURLToPath(new URL('../../../server/backup/main.ts', import.meta.url));
  const args = (words: readonly string[]) => [...BRIEF, '--import', 'tsx', main, ...words];
  const typed = (env: Record<string, string>, ...words: string[]) =>
    promisify(execFile)(process.execPath, args(words), {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    }).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
    );

  test('a running product is backed up; a restore that is killed before its end leaves the old data, the next one is whole', async () => {
    const own = await ownDatabase();
    // A folder that outlives the product.
    const dataDir = await mkdtemp(join(folder, 'data-'));
    const product = await startBriefProduct({ dataDir, env: own });
    const env = { DATA_DIR: dataDir, ...own, RESOURCES_DIR: product.resourcesDir };
    const file = join(folder, 'running.tar.gz');
    const made = await typed(env, 'backup', file);
    expect(made).toEqual({ code: 0, said: expect.stringMatching(/Копия сохранена[\s\S]*не зашифрована/) });
    expect(await typed(env, 'backup', file)).toEqual({ code: 1, said: expect.stringContaining('уже есть') });
    // Rows written after the copy are not in it.
    const token = await signIn(product, 1);
    const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
    const camera = JSON.stringify({ name: 'После копии', link: 'https://example.org/', buildings: [1] });
    const added = await fetch(`${product.address}/api/crm/cameras/`, { method: 'POST', headers, body: camera });
    expect(added.status).toBeLessThan(300);
    expect(await typed(env, 'restore', file, '--yes')).toEqual({
      code: 1,
      said: expect.stringMatching(/уже занял другой запущенный экземпляр|С этой базой работают/),
    });
    await product.stop();

    const cameras = async () => {
      const again = await startBriefProduct({ dataDir, env: own });
      try {
        return await seen(again);
      } finally {
        await again.stop();
      }
    };
    const seen = async (again: Product) => {
      const list = await fetch(`${again.address}/api/crm/cameras/?buildings_id=1`, {
        headers: { authorization: `Token ${await signIn(again, 1)}` },
      });
      const names = ((await list.json()) as { name: string }[]).map(({ name }) => name);
      return names.includes('После копии');
    };
    await rm(join(dataDir, 'files'), { recursive: true, force: true });
    const killed = spawn(process.execPath, args(['restore', file, '--yes']), {
      env: { PATH: process.env.PATH, ...env },
    });
    const ended = new Promise((resolve) => killed.once('exit', (_, signal) => resolve(signal)));
    // The bytes of uploads come after all rows and before the commit: the first of them says where the restore is.
    while (!(await bytesIn(dataDir)).length && killed.exitCode === null) await pause(2);
    killed.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    const isOld = await cameras();
    expect(await typed(env, 'restore', file, '--yes')).toEqual({
      code: 0,
      said: expect.stringContaining('восстановлены'),
    });
    expect([isOld, await cameras()]).toEqual([true, false]);
    expect((await typed(env, 'restore')).code).toBe(2);
  });

  test('backup makes no copy of nothing, and says where it cannot be written', async () => {
    const own = await ownDatabase();
    const dataDir = await mkdtemp(join(folder, 'data-'));
    const env = { DATA_DIR: dataDir, ...own };
    const file = join(folder, 'nothing');
    const refusal = { code: 1, said: expect.stringContaining('Сохранять нечего') };
    expect(await typed(env, 'backup', file)).toEqual(refusal);
    expect(await readdir(dataDir)).toEqual([]);
    const database = await connect(readSettings(env));
    await database.migrate();
    await database.close();
    expect(await typed(env, 'backup', file)).toEqual(refusal);
    expect(await readdir(folder)).not.toContain('nothing');
    const from = await made(true);
    await expect(writeBackup(from, join(folder, 'missing', 'all'))).rejects.toThrow(/не удалось сохранить.*ENOENT/);
  });

  test('restore asks where somebody’s data is', async () => {
    if (postgresUrl) return expect(await ownDatabase()).toHaveProperty('DATABASE_URL');
    const dataDir = await mkdtemp(join(folder, 'data-'));
    const database = await openEmbedded(dataDir);
    await database.migrate();
    await database.close();
    const from = await made(true);
    await writeBackup(from, join(folder, 'all'));
    expect((await typed({ DATA_DIR: dataDir }, 'restore', join(folder, 'all'))).code).toBe(0);
    const asked = execFile(process.execPath, args(['restore', join(folder, 'all')]), {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    });
    let said = '';
    asked.stdout?.on('data', (part) => {
      said += String(part);
    });
    asked.stdin?.end('нет\n');
    await new Promise((resolve) => asked.once('exit', resolve));
    expect(said).toMatch(/Заменить\?[\s\S]*Ничего не изменено/);
  });
});
