// Runs in test:all alone: it starts many processes; every browser test starts the product as well.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { lockDataFolder } from '#server/db/data-folder-lock.ts';
import { EXIT } from '#server/exit-codes.ts';
import { buildServer, SERVER } from '#server/start/server-build.mjs';
import { startBriefProduct } from '#tests/support/product.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upravdom-start-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A company of its own begins empty: filling in the demo company takes most of a start. */
const EMPTY = { DEMO: 'off' };

/** The output of a start that must fail. */
const refusal = async (env: Record<string, string>, dataDir = folder) =>
  startBriefProduct({ dataDir, env }).then(
    async (product) => {
      await product.stop();
      throw new Error('It started');
    },
    (error: Error) => error.message,
  );

describe('a start that cannot be', () => {
  test('a bad setting stops it with a sentence and no stack', async () => {
    const said = await refusal({ PORT: 'eighty', DEMO_SIZE: 'village' });
    expect(said).toContain('Настройка PORT');
    expect(said).toContain('Настройка DEMO_SIZE');
    expect(said).not.toMatch(/\n\s+at /);
  });

  test('folders that are files are named, with the setting they come from', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    expect(await refusal({ RESOURCES_DIR: file })).toMatch(/Папку описаний .*file .*RESOURCES_DIR.*это файл/);
    expect(await refusal({ DATA_DIR: file })).toMatch(/Папкой данных .*file .*DATA_DIR.*это файл/);
    expect(await refusal({ DATA_DIR: join(file, 'deeper') })).not.toMatch(/\n\s+at /);
  });

  test('a port that is taken is named', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    const said = await refusal({ ...EMPTY, PORT: String(port) });
    expect(said).toContain(`Порт ${port} уже занят`);
    expect(said).not.toMatch(/\n\s+at /);
    await new Promise((resolve) => taken.close(resolve));
  });
});

describe('a disk that is full', () => {
  const loaded = fileURLToPath(new URL('../../support/server/full-disk.cjs', import.meta.url));
  beforeAll(() => buildServer());

  test.each([
    ['at once', 0],
    ['when the making of the database has begun', 3_000_000],
    ['when most of it is made', 24_000_000],
  ])('%s: the start ends with one sentence and no stack', async (_when, room) => {
    let code: number | null | undefined;
    const said = await startBriefProduct({
      dataDir: folder,
      // Not by `npm start`, which may have to write a build first.
      program: fileURLToPath(SERVER),
      env: { ...EMPTY, NODE_OPTIONS: `--require=${loaded}`, DISK_ROOM: String(room) },
      onExit: (ended) => {
        code = ended;
      },
    }).then(
      async (product) => {
        await product.stop();
        throw new Error('It started');
      },
      (error: Error) => error.message,
    );
    expect(code).toBe(EXIT.failed);
    const sentence = said.trim().split('\n').at(-1);
    expect(sentence).toMatch(/^На диске не хватило места\. Освободите его и запустите .*ENOSPC/);
    expect(said).not.toMatch(/\n\s+at /);
  });
});

/** Built-in definitions beside the true ones: what is wrong with each of them stands in its file name. */
const MISTAKEN = `
  'resources/name.ts': { ...cameras, routes: { list: '/a', create: '/a/b', edit: '/a/c' } },
  'resources/route.ts': { ...cameras, name: 'route', routes: { ...cameras.routes, create: '/b/a', edit: '/b/c' } },
  'resources/kind.ts': { ...cameras, name: 'kind', fields: { ...cameras.fields, name: { kind: 'string', label: '' } } },
  'resources/section.ts': { ...cameras, name: 'section', section: 'camera' },
  'resources/slot.ts': { ...cameras, name: 'slot', list: { ...cameras.list, card: 'no-such-card' } },
} as const;`;

test('mistakes in built-in definitions stop the start: the file, the field and the reason of each are said, and no stack', async () => {
  await mkdir('.cache', { recursive: true });
  // Within the project, whose packages it finds above itself.
  const copy = await mkdtemp(join('.cache', 'mistaken-'));
  try {
    for (const part of ['i18n', 'package.json', 'resources', 'server']) {
      await cp(part, join(copy, part), { recursive: true });
    }
    const file = join(copy, 'resources/built-in.ts');
    await writeFile(file, (await readFile(file, 'utf8')).replace('} as const;', MISTAKEN));
    const { PATH, HOME } = process.env;
    // Without a database of its own it is the quicker there.
    const env = {
      PATH,
      HOME,
      NODE_NO_WARNINGS: '1',
      STAGING_URL: 'https://staging.example',
      PORT: '0',
      DATA_DIR: folder,
      RESOURCES_DIR: folder,
    };
    const main = join(copy, 'server/main.ts');
    const ended = promisify(execFile)(process.execPath, ['--import', 'tsx', main], { env, timeout: 200_000 });
    const { code, stderr } = await ended.then(
      () => ({ code: 0, stderr: '' }),
      (error: { code: number; stderr: string }) => error,
    );
    expect(code).toBe(1);
    const [head, ...lines] = stderr.trim().split('\n');
    expect(head).toContain('Во встроенных описаниях разделов есть ошибки');
    expect(lines).toEqual([
      expect.stringMatching(
        /^ {2}resources\/name\.ts: name: имя «cameras» занято .*\(resources\/sections\/cameras\.ts\)$/,
      ),
      expect.stringMatching(
        /^ {2}resources\/route\.ts: routes\.list: адрес \/cameras занят .*\(resources\/sections\/cameras\.ts\)$/,
      ),
      expect.stringMatching(/^ {2}resources\/kind\.ts: fields\.name\.kind: вид поля, один из: text, .*"string"$/),
      expect.stringMatching(/^ {2}resources\/section\.ts: section: .*одно из news.*«camera»/),
      expect.stringMatching(/^ {2}resources\/slot\.ts: list\.card: .*no-such-card/),
    ]);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
});

test('a definition with a mistake stops no start: its section is left out, the file, the field and the reason are said', async () => {
  const definitions = { 'keys.json': { name: 'keys', section: 'keys', fields: { a: { kind: 'string' } } } };
  const product = await startBriefProduct({ dataDir: folder, env: EMPTY, definitions });
  const { status } = await fetch(`${product.address}/api/openapi.json`);
  await product.stop();
  expect(status).toBe(200);
  expect(product.said()).toMatch(/keys\.json.*fields\.a\.kind: .*string/);
});

describe('the data folder', () => {
  test('is held by one process: a second one is refused with a sentence and harms nothing', async () => {
    const first = await startBriefProduct({ dataDir: folder, env: EMPTY });
    const said = await refusal(EMPTY);
    expect(said).toContain('уже занял другой запущенный экземпляр');
    expect(said).toContain(String(first.process.pid));
    expect((await fetch(`${first.address}/api/openapi.json`)).status).toBe(200);
    await first.stop();
    const again = await startBriefProduct({ dataDir: folder, env: EMPTY });
    await again.stop();
  });

  test('a lock whose process is dead is taken over', async () => {
    await writeFile(
      join(folder, 'lock'),
      JSON.stringify({ id: 'x', pid: 2_000_000_000, began: null, place: 'elsewhere' }),
    );
    const old = JSON.parse(await readFile(join(folder, 'lock'), 'utf8')) as object;
    const mine = await lockDataFolder(folder);
    expect(JSON.parse(await readFile(join(folder, 'lock'), 'utf8'))).not.toEqual(old);
    await mine.release();
    await expect(readFile(join(folder, 'lock'))).rejects.toThrow('ENOENT');
  });

  test('a lock whose process lives is never taken over, however old it is', async () => {
    const mine = await lockDataFolder(folder);
    await expect(lockDataFolder(folder)).rejects.toThrow(/уже занял/);
    await mine.release();
    await (await lockDataFolder(folder)).release();
  });

  test('a lock whose process was killed is taken over before its parent has asked for its exit code', async () => {
    // Only there does a process say that it has ended.
    if (!existsSync('/proc/self/stat')) return;
    // `sleep` in place of the shell never asks.
    const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [said] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(String(said).trim());
    const mine = await lockDataFolder(folder);
    const held = JSON.parse(await readFile(join(folder, 'lock'), 'utf8')) as object;
    await mine.release();
    await writeFile(join(folder, 'lock'), JSON.stringify({ ...held, pid, began: null }));
    await expect(lockDataFolder(folder)).rejects.toThrow(/уже занял/);
    process.kill(pid, 'SIGKILL');
    let state = '';
    while (state !== 'Z') state = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.[0] ?? '';
    await (await lockDataFolder(folder)).release();
    parent.kill('SIGKILL');
  });

  test('of many that want it at once one gets it', async () => {
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataFolder(folder)));
    const got = all.filter((one) => one.status === 'fulfilled');
    expect(got).toHaveLength(1);
    for (const one of got) await one.value.release();
  });
});
