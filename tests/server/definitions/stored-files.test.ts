// Runs on PostgreSQL too: texts of two processes.
import { mkdir, readdir, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildApp } from '#server/app.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { readSettings } from '#server/config.ts';
import { createFolderStore } from '#server/files/store.ts';
import { keysDefinition } from '#tests/support/definitions.ts';
import {
  type ChangingSection,
  DEFINITIONS,
  KEYS,
  openChangingSection,
} from '#tests/support/server/changing-section.ts';
import { newPerson } from '#tests/support/server/people.ts';
import type { Answer } from '#tests/support/server/test-app.ts';
import { createTestDatabase } from '#tests/support/server/test-database.ts';

/** Waits for what another process or the follower of a folder does. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(30);
}

const FILES = `${DEFINITIONS}files/`;
const KEYS_FILE = `${FILES}keys.json/`;

let section: ChangingSection;
beforeEach(async () => {
  section = await openChangingSection();
});
afterEach(() => section.app.close());

const folder = () => join(section.app.dataDir, 'resources');
/** The made-up section with another label of its first field, so that texts are told apart. */
function keysText(label: string, change: Record<string, unknown> = {}): string {
  const draft = keysDefinition();
  Object.assign(draft.fields.label ?? {}, { label, ...change });
  return JSON.stringify(draft);
}
function namedText(name: string, fields: Record<string, unknown> = {}): string {
  const draft = keysDefinition();
  return JSON.stringify({ ...draft, name, section: name, fields: { ...draft.fields, ...fields } });
}
const put = (text: string, version: number, url = KEYS_FILE) => section.admin.put(url, { text, version });
const versions = async (url = KEYS_FILE) =>
  ((await section.admin.get(`${url}versions/`)).body.versions ?? []) as unknown as {
    version: number;
    changedBy: string | null;
    removed: boolean;
  }[];
const inFile = (file = 'keys.json', where = folder()) =>
  readFile(join(where, file), 'utf8').catch(() => null as string | null);
const byHand = (text: string, file = 'keys.json', where = folder()) => writeFile(join(where, file), text);
const labelIn = ({ body }: Answer) => {
  const { definitions } = body as unknown as {
    definitions: { name: string; fields: Record<string, { label: string }> }[];
  };
  return definitions.find(({ name }) => name === 'keys')?.fields.label?.label ?? null;
};
const labelNow = async () => labelIn(await section.admin.get(DEFINITIONS));

describe('files of definitions', () => {
  test('that lie in the folder are listed with their first version, changed by nobody', async () => {
    const { body } = await section.admin.get(FILES);
    expect(body.files).toEqual([
      {
        file: 'keys.json',
        name: 'keys',
        title: 'Ключи',
        version: 1,
        changedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        changedBy: null,
        broken: false,
      },
    ]);
    expect((await section.admin.get(KEYS_FILE)).body).toMatchObject({
      file: 'keys.json',
      text: JSON.stringify(keysDefinition()),
      version: 1,
      changedBy: null,
    });
  });

  test('are written and in force once the call is answered, with their author; earlier texts stay', async () => {
    const before = await inFile();
    expect((await put(keysText('Дверь'), 1)).body).toEqual({ version: 2, problems: [], pending: false });
    expect([await labelNow(), await inFile()]).toEqual(['Дверь', keysText('Дверь')]);
    expect(await versions()).toMatchObject([
      { version: 2, changedBy: expect.stringMatching(/\S \S/), removed: false },
      { version: 1, changedBy: null, removed: false },
    ]);
    expect((await section.admin.get(`${KEYS_FILE}versions/1/`)).body).toMatchObject({ text: before, version: 1 });
    // Back to the first text is a version of its own.
    expect((await put(String(before), 2)).body.version).toBe(3);
    expect(await labelNow()).toBe('Что открывает');
    // The same text again is no change.
    expect((await put(String(before), 3)).body.version).toBe(3);
    expect(await readdir(folder())).toEqual(['keys.json']);
  });

  test('new ones begin with version 0, and make a section', async () => {
    expect((await put(namedText('boxes'), 0, `${FILES}boxes.json/`)).body).toMatchObject({ version: 1 });
    expect((await section.admin.post('/api/records/boxes', { label: 'Ящик' })).status).toBe(201);
    const { body } = await section.admin.get(FILES);
    expect(body.files).toMatchObject([{ file: 'boxes.json', name: 'boxes' }, { file: 'keys.json' }]);
  });

  test('written by somebody meanwhile are refused with what they say now', async () => {
    await put(keysText('Первый'), 1);
    const refused = await put(keysText('Второй'), 1);
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        detail: expect.stringMatching(/изменил кто-то ещё/),
        code: 'definition_changed',
        request_id: expect.any(String),
        file: 'keys.json',
        text: keysText('Первый'),
        version: 2,
        changedAt: expect.any(String),
        changedBy: expect.any(String),
      },
    ]);
    expect((await put(keysText('Второй'), 0)).status).toBe(409);
    expect((await section.admin.remove(`${KEYS_FILE}?version=1`)).status).toBe(409);
    expect([await labelNow(), await inFile()]).toEqual(['Первый', keysText('Первый')]);
    const two = await Promise.all([put(keysText('Третий'), 2), put(keysText('Четвёртый'), 2)]);
    expect(two.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await versions())[0]?.version).toBe(3);
  });

  test('changed by hand a moment ago are not written over', async () => {
    await byHand(keysText('Рукой'));
    const refused = await put(keysText('Консоль'), 1);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { text: keysText('Рукой'), version: 2, changedBy: null },
    ]);
    expect(await inFile()).toBe(keysText('Рукой'));
  });

  test('that break rules are refused with a sentence for each mistake, and nothing in force changes', async () => {
    const before = await inFile();
    const refused = await put(keysText('Дверь', { kind: 'nothing-like-it' }), 1);
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { code: 'definition_broken', problems: [expect.stringContaining('nothing-like-it')] },
    ]);
    const check = await section.admin.post(`${DEFINITIONS}check/`, {
      source: keysText('Дверь', { kind: 'nothing-like-it' }),
      file: 'keys.json',
    });
    expect(check.body.problems).toEqual(refused.body.problems);
    for (const text of ['', '{', 'x'.repeat(524_289), namedText('keys')])
      expect([text.slice(0, 9), (await put(text, 0, `${FILES}others.json/`)).status]).toEqual([text.slice(0, 9), 422]);
    expect([await inFile(), await labelNow(), (await versions()).length]).toEqual([before, 'Что открывает', 1]);
    expect(await readdir(folder())).toEqual(['keys.json']);
  });

  test('that other sections need keep their name and are not removed', async () => {
    const to = { kind: 'reference', label: 'Ключ', to: 'keys' };
    await put(namedText('boxes', { key: to }), 0, `${FILES}boxes.json/`);
    const renamed = await put(namedText('other-keys'), 1);
    expect([renamed.status, renamed.body.problems]).toEqual([422, [expect.stringMatching(/^раздел «Ключи» перест/)]]);
    const removed = await section.admin.call('DELETE', { url: KEYS_FILE, body: { version: 1 } });
    expect([removed.status, removed.body.problems]).toEqual([422, [expect.stringMatching(/раздела «keys» нет/)]]);
    expect(await labelNow()).toBe('Что открывает');
    const check = await section.admin.post(`${DEFINITIONS}check/`, {
      source: namedText('other-keys'),
      file: 'keys.json',
    });
    expect(check.body.problems).toEqual(renamed.body.problems);
  });

  test('whose records do not fit wait to be applied', async () => {
    await section.add('Подвал');
    expect((await put(keysText('Дверь', { min: 10 }), 1)).body).toEqual({ version: 2, problems: [], pending: true });
    expect(await labelNow()).toBe('Что открывает');
    expect((await section.seen()).pending).toMatchObject([{ name: 'keys', misfits: [{ count: 1 }] }]);
  });

  test('are removed with their section; records and texts stay, and the last version brings all back', async () => {
    const id = await section.add('Подвал');
    expect((await section.admin.remove(`${KEYS_FILE}?version=1`)).body).toEqual({ version: 2 });
    expect([await labelNow(), await inFile()]).toEqual([null, null]);
    expect((await section.admin.get(KEYS_FILE)).status).toBe(404);
    expect((await section.admin.get(FILES)).body).toEqual({
      files: [],
      removed: [
        {
          file: 'keys.json',
          name: 'keys',
          title: 'Ключи',
          version: 2,
          changedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
          changedBy: expect.stringMatching(/^[А-Я][а-я]+ [А-Я][а-я]+$/),
        },
      ],
    });
    expect((await section.admin.remove(`${KEYS_FILE}?version=2`)).status).toBe(404);
    expect(await versions()).toMatchObject([{ version: 2, removed: true }, { version: 1 }]);
    const last = (await section.admin.get(`${KEYS_FILE}versions/2/`)).body;
    expect(last).toMatchObject({ text: JSON.stringify(keysDefinition()), removed: true });
    expect((await put(String(last.text), 2)).body.version).toBe(3);
    expect((await section.admin.get(FILES)).body).toMatchObject({ files: [{ file: 'keys.json' }], removed: [] });
    expect((await section.admin.get(`${KEYS}/${id}`)).body).toMatchObject({ label: 'Подвал' });
  });

  test('are for administrators alone, and every change is in the log', async () => {
    const employee = await newPerson(section.app, { levels: 'write', sections: ['keys'] });
    for (const url of [FILES, KEYS_FILE, `${KEYS_FILE}versions/`, `${KEYS_FILE}versions/1/`, `${DEFINITIONS}examples/`])
      expect([url, (await employee.get(url)).status]).toEqual([url, 403]);
    expect((await employee.put(KEYS_FILE, { text: keysText('Дверь'), version: 1 })).status).toBe(403);
    expect((await employee.remove(`${KEYS_FILE}?version=1`)).status).toBe(403);
    await put(keysText('Дверь'), 1);
    await section.admin.remove(`${KEYS_FILE}?version=2`);
    await put(keysText('Дверь'), 3);
    await put(namedText('boxes'), 0, `${FILES}boxes.json/`);
    const log = await section.admin.get('/api/authorized/journal/?resource=definition-files');
    expect(log.body.results).toMatchObject([
      { action: 'create', record: 'boxes.json' },
      { action: 'restore', record: 'keys.json' },
      { action: 'delete', record: 'keys.json' },
      { action: 'update', record: 'keys.json' },
    ]);
  });

  test('bad names, versions and bodies are refused', async () => {
    for (const name of ['Keys.json', 'keys', '..%2Fkeys.json', `${'k'.repeat(41)}.json`, '.keys.json'])
      expect([name, (await put(keysText('x'), 0, `${FILES}${name}/`)).status]).toEqual([name, 404]);
    for (const version of [-1, 1.5, 'many', null, 1e12])
      expect([version, (await section.admin.put(KEYS_FILE, { text: keysText('x'), version })).status]).toEqual([
        version,
        400,
      ]);
    expect((await section.admin.put(KEYS_FILE, { version: 1 })).status).toBe(400);
    expect((await section.admin.put(KEYS_FILE, { text: 'a\u0000b', version: 1 })).status).toBe(400);
    expect((await section.admin.remove(KEYS_FILE)).status).toBe(400);
    for (const version of ['-1', 'x', '99999999999'])
      expect([version, (await section.admin.remove(`${KEYS_FILE}?version=${version}`)).status]).toEqual([version, 400]);
    expect((await put(keysText('x'), 7, `${FILES}nowhere.json/`)).status).toBe(404);
    for (const path of ['nowhere.json/versions/', 'keys.json/versions/7/', 'keys.json/versions/x/'])
      expect([path, (await section.admin.get(FILES + path)).status]).toEqual([path, 404]);
    expect((await section.admin.post(`${DEFINITIONS}check/`, { source: '{}', file: '../keys' })).status).toBe(400);
    // Quotes and signs of other scripts count once, however JSON writes them.
    const long = `${keysText('Дверь').slice(0, -1)}${' '.repeat(200)}}`;
    const escaped = JSON.stringify({ text: long, version: 1 }).replace(
      /[^\x20-\x7f]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    expect(escaped).toContain('\\u0414');
    expect((await put(long, 1)).status).toBe(200);
  });

  test('are kept in the newest 200 versions', async () => {
    const { kysely } = section.app.database;
    const row = { file: 'keys.json', removed: false, by_console: true, changed_by: null, changed_at: new Date() };
    await kysely
      .insertInto('definition_versions')
      .values(Array.from({ length: 249 }, (_, at) => ({ ...row, version: at + 2, text: `${at}`, digest: `${at}` })))
      .execute();
    await put(keysText('Дверь'), 250);
    expect((await versions()).map(({ version }) => version)).toEqual(Array.from({ length: 200 }, (_, at) => 251 - at));
  });

  test('have examples to begin with, each of which holds in the order they are told', async () => {
    const { examples } = (await section.admin.get(`${DEFINITIONS}examples/`)).body as unknown as {
      examples: { file: string; name: string; title: string; description: string; text: string }[];
    };
    expect(examples.length).toBeGreaterThan(5);
    for (const { file, name, title, description, text } of examples) {
      expect([name, description]).toEqual([name, expect.stringMatching(/^[А-Я].{20}/)]);
      expect(title).toMatch(/^[А-Я]/);
      expect(text).not.toContain('$schema');
      const answer = await put(text, 0, `${FILES}${file}/`);
      expect([file, answer.status, answer.body.problems]).toEqual([file, 200, []]);
    }
  });
});

describe('a change by hand', () => {
  test('holds and becomes a version, also after a write through the console', async () => {
    await put(keysText('Консоль'), 1);
    await byHand(keysText('Рукой'));
    await until(async () => (await labelNow()) === 'Рукой' && (await versions())[0]?.version === 3);
    expect(await versions()).toMatchObject([{ version: 3, changedBy: null }, { version: 2 }, { version: 1 }]);
    // Back to an older text: while the product runs it is as much a change as any.
    await byHand(keysText('Консоль'));
    await until(async () => (await versions())[0]?.version === 4 && (await labelNow()) === 'Консоль');
    expect(await inFile()).toBe(keysText('Консоль'));
  });

  test('that removes a file is a version too; a file that is put back holds', async () => {
    await put(keysText('Консоль'), 1);
    await unlink(section.file);
    await until(async () => (await versions())[0]?.removed === true && (await labelNow()) === null);
    expect(await inFile()).toBeNull();
    await byHand(keysText('Консоль'));
    // A text that is still being written is in force before it becomes a version.
    await until(async () => (await versions())[0]?.version === 4);
    expect((await versions())[0]).toMatchObject({ version: 4, removed: false, changedBy: null });
    await until(async () => (await labelNow()) === 'Консоль');
  });

  test('that breaks the file is kept as it is and told of; the console mends it', async () => {
    await byHand('{ "name": "keys"');
    const files = async () => (await section.admin.get(FILES)).body.files as unknown as { broken: boolean }[];
    // The version is written before the file is read as a definition.
    await until(async () => (await versions())[0]?.version === 2 && (await files())[0]?.broken === true);
    expect(await files()).toMatchObject([{ file: 'keys.json', name: 'keys', title: null, broken: true }]);
    expect(await labelNow()).toBe('Что открывает');
    expect((await put(keysText('Дверь'), 2)).body.version).toBe(3);
    expect(await files()).toMatchObject([{ broken: false }]);
  });

  test('of a file that the database cannot keep holds by itself', async () => {
    await byHand(namedText('boxes'), 'Boxes_1.json');
    await byHand(`${namedText('crates')}${' '.repeat(600_000)}`, 'crates.json');
    const problems = async () => (await section.admin.get(DEFINITIONS)).body.problems as unknown as { file: string }[];
    await until(async () => (await section.seen()).definitions.some(({ name }) => name === 'boxes'));
    await until(async () => (await problems()).length > 0);
    expect(await problems()).toMatchObject([{ file: 'crates.json' }]);
    expect((await section.admin.get(FILES)).body.files).toMatchObject([{ file: 'keys.json' }]);
  });
});

describe('a folder that cannot be written', () => {
  test('stops nothing: the text in the database holds, and a problem says why; once it is back, it is written', async () => {
    await rm(folder(), { recursive: true });
    await until(async () => (await labelNow()) === null);
    // The file lay in that folder alone, so that it is a new one here.
    expect((await put(keysText('Дверь'), 0)).body).toMatchObject({ version: 2, problems: [] });
    expect(await labelNow()).toBe('Дверь');
    const problems = async () =>
      (await section.admin.get(DEFINITIONS)).body.problems as unknown as { file: string; problems: string[] }[];
    expect(await problems()).toMatchObject([
      {
        file: 'keys.json',
        name: 'keys',
        title: 'Ключи',
        problems: [expect.stringMatching(/папки нет.*из базы|папки нет.*в базе/)],
      },
    ]);
    expect((await section.admin.get(FILES)).body.files).toMatchObject([
      { file: 'keys.json', version: 2, broken: false },
    ]);
    expect(await section.add('Подвал')).toBeGreaterThan(0);
    await mkdir(folder());
    await until(async () => (await inFile()) === keysText('Дверь'));
    await until(async () => (await problems()).length === 0);
    expect((await versions()).map(({ version }) => version)).toEqual([2, 1]);
  });
});

describe('another process on the same database', () => {
  let other: Awaited<ReturnType<typeof buildApp>> | null = null;
  const elsewhere = () => join(section.app.dataDir, 'elsewhere');
  const start = async (resourcesDir = elsewhere()) => {
    const settings = readSettings({ DATA_DIR: section.app.dataDir, RESOURCES_DIR: resourcesDir, DEMO: 'on' });
    other = await buildApp({ settings: { ...settings, maxEventLoopDelay: 0 }, database: section.app.database });
    await other.ready();
  };
  const problemsThere = async () => {
    const answer = await other?.inject({
      url: DEFINITIONS,
      headers: { authorization: `Token ${section.admin.token}` },
    });
    return (JSON.parse(answer?.payload ?? '{}') as { problems: unknown }).problems;
  };
  const stop = async () => {
    await other?.close();
    other = null;
  };
  afterEach(stop);
  const labelThere = async () => {
    const answer = await other?.inject({
      url: DEFINITIONS,
      headers: { authorization: `Token ${section.admin.token}` },
    });
    return labelIn({ body: JSON.parse(answer?.payload ?? '{}') } as Answer);
  };

  test('gets what comes through the console into its folder, and is asked for nothing else', async () => {
    await byHand(namedText('boxes'), 'boxes.json');
    await until(async () => (await section.seen()).definitions.some(({ name }) => name === 'boxes'));
    await start();
    // Files that lie only in the folder of the first are none of its business.
    expect(await readdir(elsewhere()).catch(() => [])).toEqual([]);
    await put(keysText('Дверь'), 1);
    await until(async () => (await labelThere()) === 'Дверь');
    expect(await readdir(elsewhere())).toEqual(['keys.json']);
    expect(await inFile('keys.json', elsewhere())).toBe(keysText('Дверь'));
    await section.admin.remove(`${KEYS_FILE}?version=2`);
    await until(async () => (await inFile('keys.json', elsewhere())) === null);
    await put(keysText('Снова'), 3);
    await until(async () => (await labelThere()) === 'Снова');
  });

  test('that starts later, with an empty folder or an old one, has the newest text', async () => {
    await put(keysText('Первый'), 1);
    await put(keysText('Второй'), 2);
    await start();
    expect([await labelThere(), await inFile('keys.json', elsewhere())]).toEqual(['Второй', keysText('Второй')]);
    await stop();
    await byHand(keysText('Первый'), 'keys.json', elsewhere());
    await start();
    expect([await labelThere(), await inFile('keys.json', elsewhere())]).toEqual(['Второй', keysText('Второй')]);
    expect((await versions()).length).toBe(3);
  });

  test('takes a change by hand, made while it stood still, for the newest text, and the first follows', async () => {
    await put(keysText('Консоль'), 1);
    await mkdir(elsewhere());
    await byHand(keysText('Рукой'), 'keys.json', elsewhere());
    await start();
    await until(async () => (await labelNow()) === 'Рукой');
    expect([await labelThere(), await inFile(), await inFile('keys.json', elsewhere())]).toEqual([
      'Рукой',
      keysText('Рукой'),
      keysText('Рукой'),
    ]);
    expect((await versions())[0]).toMatchObject({ version: 3, changedBy: null });
  });

  test('whose folder nobody can write has the same text, also after a restart', async () => {
    await put(keysText('Первый'), 1);
    // Not even by the superuser, who runs tests in a container.
    await start('/proc/sys/kernel/random');
    expect(await labelThere()).toBe('Первый');
    await put(keysText('Второй'), 2);
    await until(async () => (await labelThere()) === 'Второй');
    expect(await problemsThere()).toMatchObject([
      { file: 'keys.json', problems: [expect.stringMatching(/не удалось/)] },
    ]);
    await section.admin.remove(`${KEYS_FILE}?version=3`);
    await until(async () => (await labelThere()) === null);
    expect([await problemsThere(), (await versions()).length]).toEqual([[], 4]);
  });

  test('with the same folder keeps the order of what comes through the console', async () => {
    await start(folder());
    for (let round = 1; round <= 6; round += 1)
      expect((await put(keysText(`Консоль ${round}`), round)).body).toMatchObject({ version: round + 1 });
    await until(async () => (await labelThere()) === 'Консоль 6');
    await byHand(keysText('Рукой'));
    await until(async () => (await labelThere()) === 'Рукой' && (await labelNow()) === 'Рукой');
    // A text may be in force, and a file gone, before that is a version.
    await until(async () => (await versions()).length > 7);
    expect((await versions()).map(({ version }) => version)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
    await unlink(section.file);
    await until(async () => (await labelThere()) === null && (await labelNow()) === null);
    await until(async () => (await versions()).length > 8);
    expect((await versions())[0]).toMatchObject({ version: 9, removed: true });
    expect(await readdir(folder())).toEqual([]);
  });

  test('never loses a change by hand to a text that comes through the console at the same moment', async () => {
    await put(keysText('Консоль'), 1);
    await start();
    for (let round = 0; round < 5; round += 1) {
      const [newest] = await versions();
      await Promise.all([
        byHand(keysText(`Рукой ${round}`), 'keys.json', elsewhere()),
        put(keysText(`Консоль ${round}`), newest?.version ?? 0),
      ]);
      const texts = async () => [await inFile(), await inFile('keys.json', elsewhere())];
      await until(async () => {
        const [here, there] = await texts();
        return here === there && here === (await section.admin.get(KEYS_FILE)).body.text;
      });
      const all = await Promise.all(
        (await versions()).map(
          async ({ version }) => (await section.admin.get(`${KEYS_FILE}versions/${version}/`)).body.text,
        ),
      );
      expect(all).toContain(keysText(`Рукой ${round}`));
    }
  });
});

test('a backup carries texts and versions, and a restore brings them to the folder of the new installation', async () => {
  await put(keysText('Первый'), 1);
  await put(keysText('Второй'), 2);
  const path = join(section.app.dataDir, 'backup');
  const now = () => new Date();
  await writeBackup({ database: section.app.database, now }, path);
  const postgresUrl = process.env.TEST_DATABASE_URL;
  const made = await createTestDatabase(postgresUrl ? { postgresUrl } : { compiled: globalThis.embeddedEngine });
  const resources = join(made.dataDir, 'resources');
  await restoreBackup(
    { database: made.database, definitions: resources, files: createFolderStore(join(made.dataDir, 'files')) },
    path,
  );
  const settings = readSettings({ DATA_DIR: made.dataDir, RESOURCES_DIR: resources });
  const restored = await buildApp({ settings: { ...settings, maxEventLoopDelay: 0 }, database: made.database });
  await restored.ready();
  expect(await inFile('keys.json', resources)).toBe(keysText('Второй'));
  const answer = await restored.inject({
    url: `${KEYS_FILE}versions/`,
    headers: { authorization: `Token ${section.admin.token}` },
  });
  expect(JSON.parse(answer.payload)).toEqual({ versions: await versions() });
  await restored.close();
  await made.close();
});
