// Runs on PostgreSQL too: a whole database is emptied.
// Runs in test:all alone: it starts a process for each command; the changes that commands make are tested with their sections.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { CLOSE } from '#resources/protocol/live.ts';
import { type AdminDeps, COMMANDS } from '#server/admin/commands.ts';
import { adminRequests, runRemotely } from '#server/admin/local-requests.ts';
import { readSettings } from '#server/config.ts';
import { lockDataFolder } from '#server/db/data-folder-lock.ts';
import { openStore } from '#server/files/open-store.ts';
import { createPublisher } from '#server/live/bus.ts';
import type { Topics } from '#server/live/topics.ts';
import { listenForLocalRequests } from '#server/local-requests.ts';
import { prepare } from '#server/prepare.ts';
import { BRIEF } from '#tests/support/product.ts';
import { withIntervals, withoutIntervals } from '#tests/support/server/clock.ts';
import { newPerson } from '#tests/support/server/people.ts';
import { addApp } from '#tests/support/server/second-factor.ts';
import { listen, openSocket } from '#tests/support/server/sockets.ts';
import { stored } from '#tests/support/server/stored-files.ts';
import { PASSWORD as DEMO_PASSWORD, openTestApp, phoneOf, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
afterEach(() => app.close());

const run = (name: string, words: readonly string[], ask: AdminDeps['ask'] = async () => 'нет') => {
  const settings = readSettings({ DATA_DIR: app.dataDir, PUBLIC_URL: 'https://dom.example.org' });
  const publisher = createPublisher<Topics>(app.database);
  const deps = { db: app.database.kysely, publisher, files: openStore(settings), settings, now: app.now, ask };
  const command = COMMANDS[name];
  if (!command) throw new Error(`No command ${name}`);
  return command(deps, words);
};
const tokenIn = (said: string, page: string): string => {
  const [, token] = new RegExp(`https://dom\\.example\\.org/${page}\\?token=([\\w-]{43})`).exec(said) ?? [];
  expect([said, token]).toEqual([said, expect.any(String)]);
  return token ?? '';
};
const PASSWORD = 'Zelenyi7les$';
const setPassword = (token: string) =>
  app.call('POST', { url: '/api/crm/profile/set_password/', body: { password: PASSWORD } }, token);
const signIn = (username: string, password = PASSWORD) =>
  app.call('POST', { url: '/api/auth', body: { username, password } });

describe('npm run admin', () => {
  test('create: in an empty database it prints the link that opens the company, for this phone', async () => {
    app = await openTestApp({ empty: true });
    const token = tokenIn(await run('create', ['8 (916) 204-15-38']), 'setup');
    const { body } = await app.call('POST', { url: '/api/anonymous/setup/look/', body: { token } });
    expect(body).toMatchObject({ phone: '+79162041538', first_name: null, last_name: null });
  });

  test('create: in an empty database the name goes to the page of the link', async () => {
    app = await openTestApp({ empty: true });
    const token = tokenIn(await run('create', ['+79162041538', 'Мария', 'Орлова', 'Дмитриевна']), 'setup');
    const { body } = await app.call('POST', { url: '/api/anonymous/setup/look/', body: { token } });
    expect(body).toMatchObject({ first_name: 'Мария', last_name: 'Орлова Дмитриевна' });
  });

  test('create: a new administrator sets a password by the link and holds every right and entrance', async () => {
    app = await openTestApp();
    const said = await run('create', ['+79162041538', 'Мария', 'Орлова']);
    expect(said).toContain('Мария Орлова');
    expect((await setPassword(tokenIn(said, 'registration'))).status).toBe(200);
    const { body } = await signIn('+79162041538');
    expect(body.role).toBe('admin');
    const token = String(body.token);
    const all = await app.database.kysely.selectFrom('buildings').select('id').execute();
    expect((await app.call('GET', '/api/crm/buildings/', token)).list).toHaveLength(all.length);
    expect((await app.call('GET', '/api/crm/employee/', token)).status).toBe(200);
  });

  test.each([
    ['12345', /не подходит/],
    [phoneOf(1), /уже есть у сотрудника.*admin -- link/],
    [phoneOf(8), /уже есть у жителя/],
  ])('create %s is refused with a sentence', async (phone, sentence) => {
    app = await openTestApp();
    await expect(run('create', [phone])).rejects.toThrow(sentence);
  });

  test('link: sets a new password, once; an invited one is activated by it', async () => {
    app = await openTestApp();
    const token = tokenIn(await run('link', [phoneOf(3)]), 'password-change/');
    expect((await setPassword(token)).status).toBe(200);
    expect((await setPassword(token)).status).toBe(401);
    expect((await signIn(phoneOf(3))).status).toBe(200);
    expect((await setPassword(tokenIn(await run('link', [phoneOf(9)]), 'registration'))).status).toBe(200);
    expect((await signIn(phoneOf(9))).status).toBe(200);
    await expect(run('link', [phoneOf(7)])).rejects.toThrow(/заблокирован/);
    await expect(run('link', [phoneOf(8)])).rejects.toThrow(/Сотрудника с номером .* нет/);
  });

  test('reset-second-factor: takes it away with the sessions, and says when there is none', async () => {
    app = await openTestApp();
    const person = await newPerson(app);
    await addApp(app, person);
    expect(await run('reset-second-factor', [person.phone])).toContain(person.phone);
    expect((await person.get('/api/crm/permissions/')).status).toBe(401);
    expect((await signIn(person.phone, DEMO_PASSWORD)).body.token).toEqual(expect.any(String));
    await expect(run('reset-second-factor', [person.phone])).rejects.toThrow(/двухэтапного входа нет/);
    await expect(run('reset-second-factor', ['+79995554433'])).rejects.toThrow(/нет/);
  });

  test('reset-second-factor: open sockets of the ended sessions close at once', async () => {
    // The look of every minute would close them too.
    withoutIntervals();
    try {
      app = await openTestApp();
      const person = await newPerson(app);
      await addApp(app, person);
      const socket = await openSocket(await listen(app), `/ws/notifications?token=${person.token}`);
      await run('reset-second-factor', [person.phone]);
      expect((await socket.closed).code).toBe(CLOSE.signedOut);
    } finally {
      withIntervals();
    }
  });

  test('leave-demo: asks, removes everything, is not undone by the next start, and is refused a second time', async () => {
    app = await openTestApp();
    const people = () => app.database.kysely.selectFrom('users').select('id').execute();
    const before = (await people()).length;
    const asked: string[] = [];
    const answer = (text: string) => async (question: string) => {
      asked.push(question);
      return text;
    };
    expect(await run('leave-demo', [], answer('нет'))).toContain('Ничего не удалено');
    expect(asked).toEqual([expect.stringContaining('Вернуть это нельзя')]);
    expect([before > 10, (await people()).length, (await stored(app)) > 0]).toEqual([true, before, true]);

    expect(await run('leave-demo', [], answer(' Да '))).toContain('Учебная компания удалена');
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE'
      and table_name not in ('kysely_migration', 'kysely_migration_lock', 'installation')`.execute(app.database.kysely);
    for (const { name } of rows) {
      const left = await sql`select 1 from ${sql.table(name)} limit 1`.execute(app.database.kysely);
      expect([name, left.rows]).toEqual([name, []]);
    }
    expect(await stored(app)).toBe(0);
    const settings = readSettings({ DATA_DIR: app.dataDir, DEMO: 'on', DEMO_SIZE: 'yard' });
    expect(await prepare(app.database, settings, 'http://localhost:8080/', () => undefined)).toBe(false);
    expect(await people()).toEqual([]);
    expect(tokenIn(await run('create', ['+79162041538']), 'setup')).not.toBe('');
    await expect(run('leave-demo', ['--yes'])).rejects.toThrow(/нет учебной компании/);
  });
});

describe('the command line', () => {
  const main = fileURLToPath(new URL('../../../server/admin/main.ts', import.meta.url));
  const typed = (dataDir: string, ...words: string[]) =>
    promisify(execFile)(process.execPath, [...BRIEF, '--import', 'tsx', main, ...words], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, DEMO: 'off' },
    }).then(
      ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
    );

  test('prints a link, refuses a folder that a process holds, and says what it can do', async () => {
    app = await openTestApp({ empty: true });
    const folder = await mkdtemp(join(tmpdir(), 'upravdom-admin-'));
    try {
      const made = await typed(folder, 'create', '+79162041538');
      expect([made.code, made.stdout]).toEqual([
        0,
        expect.stringMatching(/http:\/\/localhost:8080\/setup\?token=[\w-]{43}/),
      ]);
      const lock = await lockDataFolder(folder);
      const refused = await typed(folder, 'create', '+79162041538');
      await lock.release();
      expect([refused.code, refused.stderr]).toEqual([
        1,
        expect.stringContaining('уже занял другой запущенный экземпляр'),
      ]);
      expect(refused.stderr).not.toMatch(/\n\s+at /);
      const unknown = await typed(folder, 'destroy');
      expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('npm run admin -- create')]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('export-person and erase-person: an archive of one person, who is then deleted and erased after a question', async () => {
    app = await openTestApp();
    const { kysely } = app.database;
    const { id, phone } = await kysely
      .selectFrom('users')
      .where('role', '=', 'resident')
      .where('phone', 'is not', null)
      .select(['id', 'phone'])
      .executeTakeFirstOrThrow();
    const file = join(app.dataDir, 'person.zip');
    await expect(run('export-person', ['+79990001122', file])).rejects.toThrow(/нет/);
    await expect(run('export-person', [phone ?? ''])).rejects.toThrow(/в какой файл/);
    expect(await run('export-person', [phone ?? '', file])).toContain(file);
    expect(strFromU8(unzipSync(await readFile(file))['Сведения о человеке.json'] ?? new Uint8Array())).toContain(phone);
    await expect(run('export-person', [phone ?? '', file])).rejects.toThrow(/уже есть/);

    await expect(run('erase-person', [String(id), '--yes'])).rejects.toThrow(/Сначала удалите/);
    await kysely.updateTable('users').set({ status: 'deleted', phone: null }).where('id', '=', id).execute();
    const nameOf = async () =>
      (await kysely.selectFrom('users').where('id', '=', id).select('last_name').executeTakeFirstOrThrow()).last_name;
    const before = await nameOf();
    expect(await run('erase-person', [String(id)])).toMatch(/Ничего не удалено/);
    expect(await nameOf()).toBe(before);
    expect(await run('erase-person', [String(id)], async () => 'Да')).toContain(String(id));
    expect(await nameOf()).toBe('Удалено');
    const entries = await kysely
      .selectFrom('audit')
      .where('resource', '=', 'personal-data')
      .select('action')
      .orderBy('id')
      .execute();
    expect(entries).toEqual([{ action: 'export' }, { action: 'erase' }]);
  });
});

describe('npm run admin beside a process that holds the embedded database', () => {
  const folder = () => mkdtemp(join(tmpdir(), 'admin-'));
  /** A folder in which the process of `app` hears commands. @returns how to ask there, and how to stop */
  async function hearing() {
    const dataDir = await folder();
    const settings = readSettings({ DATA_DIR: dataDir, PORT: '8317' });
    const logged: unknown[] = [];
    const stop = await listenForLocalRequests(dataDir, adminRequests(app.database, settings, app.now), (error) =>
      logged.push(error),
    );
    const questions: string[] = [];
    const there = (command: string, words: readonly string[], answer = 'нет') =>
      runRemotely(dataDir, command, words, async (question) => {
        questions.push(question);
        return answer;
      });
    return { there, questions, dataDir, logged, stop };
  }

  test('a command is carried out there; its link has the port of that process', async () => {
    app = await openTestApp();
    const { there, stop, dataDir } = await hearing();
    const said = await there('create', ['+79162041538', 'Мария', 'Орлова']);
    const token = /http:\/\/localhost:8317\/registration\?token=([\w-]{43})/.exec(said ?? '')?.[1] ?? '';
    expect((await setPassword(token)).status).toBe(200);
    // Nobody but the user of the process reaches it.
    expect((await stat(join(dataDir, 'backup.sock'))).mode & 0o777).toBe(0o600);
    await stop();
    expect(await there('link', ['+79162041538'])).toBeNull();
  });

  test('what is asked there is asked at the terminal, and a refusal is said', async () => {
    app = await openTestApp();
    await app.database.kysely
      .insertInto('installation')
      .values({ holds: 'demo' })
      .onConflict((one) => one.column('one').doUpdateSet({ holds: 'demo' }))
      .execute();
    const { there, questions, stop } = await hearing();
    expect(await there('leave-demo', [])).toBe('Ничего не удалено.');
    expect(questions).toEqual([expect.stringContaining('Учебная компания будет удалена')]);
    await expect(there('create', ['12345'])).rejects.toThrow(/не подходит/);
    await expect(there('no-such-command', [])).rejects.toThrow(/не знает команды «no-such-command»/);
    await stop();
  });

  test('what fails for no reason of its own is said and written into the log', async () => {
    app = await openTestApp();
    const { there, logged, stop } = await hearing();
    await expect(there('link', Array(21).fill('x'))).rejects.toThrow(/Команда не выполнена: .+ в журнале программы/s);
    expect(logged).toEqual([expect.any(Error)]);
    await stop();
  });

  test('more than a command can say is not taken', async () => {
    app = await openTestApp();
    const { there, stop } = await hearing();
    await expect(
      there(
        'create',
        Array.from({ length: 10 }, () => 'x'.repeat(4_000)),
      ),
    ).rejects.toThrow(/больше 16 КБ/);
    expect(await there('link', [phoneOf(1)])).toContain('password-change');
    await stop();
  });
});
