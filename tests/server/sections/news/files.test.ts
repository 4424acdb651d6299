import sharp from 'sharp';
import { createFolderStore } from '#server/files/store.ts';
import { sweepOrphans } from '#server/files/sweep.ts';
import { NEWS_URL, publish } from '#tests/support/server/announcements.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { docxBomb, HOSTILE, picture } from '#tests/support/server/files.ts';
import { demoPerson, type Person } from '#tests/support/server/people.ts';
import { refusedUpload, uploads } from '#tests/support/server/stored-files.ts';
import { type Answer, openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const URL = '/api/authorized/attachments/';
const DAY = 86_400_000;
let app: TestApp;
let demo: DemoCompany;
let admin: Person;
beforeAll(async () => {
  app = await openTestApp();
  demo = await readDemoCompany(app);
  admin = await demoPerson(app, 1);
});
afterAll(() => app.close());

interface Shown {
  id: number;
  name: string;
  large: { file: string } | null;
  s3_file?: { file: string };
}
const upload = (name: string, bytes: Uint8Array) =>
  admin.call('POST', { url: URL, files: [{ field: 'attachments', name, bytes }] });
const shown = (answer: Answer) => answer.list[0] as unknown as Shown;
const open = (address: string | undefined) => app.call('GET', address ?? '');
const target = () => ({ buildings: [demo.home.building] });
/** The files of an announcement as its readers get them. */
async function filesOf(id: number): Promise<Shown[]> {
  const { body } = await admin.get(`${NEWS_URL}${id}/`);
  return [...(body.image_attachments as unknown as Shown[]), ...(body.file_attachments as unknown as Shown[])];
}

describe('hostile files', () => {
  test('ATT-09: a docx that unpacks to 200 MB is kept packed and handed out to be saved', async () => {
    const bytes = docxBomb(100_000_000);
    const memory = process.memoryUsage().rss;
    const answer = await upload('бомба.docx', bytes);
    expect(process.memoryUsage().rss - memory).toBeLessThan(150_000_000);
    expect(answer.status).toBe(201);
    const file = await open(shown(answer).s3_file?.file);
    expect(file.headers['content-disposition']).toMatch(/^attachment/);
    expect(file.bytes.length).toBe(bytes.length);
  });

  test('ATT-11: a picture 30,000 pixels wide is shrunk, one that is a wall of them is refused', async () => {
    const wide = await sharp({ create: { width: 30_000, height: 100, channels: 3, background: '#0b7a75' } })
      .png()
      .toBuffer();
    const taken = await upload('лента.png', wide);
    expect(taken.status).toBe(201);
    const large = await sharp((await open(shown(taken).large?.file)).bytes).metadata();
    expect(large.width).toBe(1_920);
    const wall = await sharp({ create: { width: 30_000, height: 3_000, channels: 3, background: '#0b7a75' } })
      .png()
      .toBuffer();
    expect(wall.length).toBeLessThan(6_292_000);
    const refused = await upload('стена.png', wall);
    expect([refused.status, refused.body]).toMatchObject([400, { attachments: ['Слишком большая картинка'] }]);
  });

  const SCRIPT = '<script>alert(document.domain)</script>';
  test.each([
    ['двор.gif', 'gif', `*/=1;${SCRIPT}`],
    ['двор.png', 'png', SCRIPT],
    ['двор.jpg', 'jpeg', `PK\u0003\u0004${SCRIPT}`],
  ] as const)(
    'ATT-09: a polyglot %s runs nowhere, and its smaller pictures carry nothing of it',
    async (name, format, tail) => {
      const answer = await upload(name, Buffer.concat([await picture(format), Buffer.from(tail)]));
      expect(answer.status).toBe(201);
      const original = await open(shown(answer).s3_file?.file);
      expect(original.headers).toMatchObject({
        'content-type': `image/${format}`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      });
      const id = await publish(admin, target(), { attachments: [shown(answer).id] });
      const [image] = await filesOf(id);
      expect(image).not.toHaveProperty('s3_file');
      const large = await open(image?.large?.file);
      expect(large.headers['content-type']).toBe('image/webp');
      expect(large.bytes.includes(Buffer.from('<script>'))).toBe(false);
    },
  );

  test('ATT-09: a page or a program under the name of a picture is refused, whatever is hung on it', async () => {
    for (const [name, bytes] of [
      ['двор.html', await picture('gif')],
      ['двор.svg', await picture('png')],
      ['архив.zip', await picture('gif')],
      ['двор.png', Buffer.from(`<html>${SCRIPT}</html>`)],
    ] as const) {
      expect((await upload(name, bytes)).status).toBe(400);
    }
  });

  test.each([
    'смета\r\nX-Evil: 1\r\n\r\n<b>.txt',
    'смета\u2028строка\u2029.txt',
    '\u202Egpj.смета.txt',
    '../../etc/смета.txt',
    'C:\\Windows\\смета.txt',
    'смета";filename=evil.html;x=".txt',
    'смета%0D%0AX-Evil: 1%22.txt',
  ])('ATT-13: the name %j ends no header and shows nothing that it is not', async (name) => {
    const answer = await upload(name, Buffer.from('Смета'));
    expect(answer.status).toBe(201);
    const kept = shown(answer).name;
    expect(kept).toMatch(/\.txt$/);
    expect(kept).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029/\\]/u);
    const file = await open(shown(answer).s3_file?.file);
    expect(file.status).toBe(200);
    expect(file.headers).not.toHaveProperty('x-evil');
    expect(file.headers['content-disposition']).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent(kept).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)}`,
    );
  });
});

describe('files that are not taken', () => {
  test.each(Object.keys(HOSTILE))('%s is refused and leaves nothing behind', async (name) => {
    const bytes = (await HOSTILE[name]?.()) ?? Buffer.alloc(0);
    await refusedUpload(app, () => upload(name, bytes), [400, 413, 415]);
  });

  test('one bad file among good ones: none is kept', async () => {
    const files = [
      { field: 'attachments', name: 'раз.txt', bytes: Buffer.from('раз') },
      { field: 'attachments', name: 'два.exe', bytes: Buffer.from('MZ') },
    ];
    await refusedUpload(app, () => admin.call('POST', { url: URL, files }), [400, 415]);
  });

  test.each([
    ['../../../../etc/passwd.txt', 'passwd.txt'],
    ['..\\..\\windows\\win.txt', 'win.txt'],
    ['/etc/cron.txt', 'cron.txt'],
    ['имя\u0000скрытое.txt', null],
    ['перевёрнутое\u202etxt.exe.txt', null],
  ])('a name like %j leads nowhere', async (name, kept) => {
    const answer = await upload(name, Buffer.from('текст'));
    if (answer.status !== 201) {
      expect(answer.status).toBe(400);
      return;
    }
    const given = String(answer.list[0]?.name);
    expect(given).not.toMatch(/[/\\\u0000\u202e]|\.\./);
    if (kept) expect(given).toBe(kept);
  });

  test('a name of a thousand letters is cut and keeps its ending', async () => {
    const answer = await upload(`${'я'.repeat(1000)}.txt`, Buffer.from('текст'));
    expect(answer.status).toBe(201);
    expect(String(answer.list[0]?.name)).toMatch(/^я{100,200}\.txt$/);
  });

  test.each([
    ['no file at all', { files: [], fields: { note: 'x' } }],
    ['another field', { files: [{ field: 'file', name: 'a.txt', bytes: Buffer.from('x') }] }],
  ])('%s answers 400', async (_what, call) => {
    await refusedUpload(app, () => admin.call('POST', { url: URL, ...call }), [400]);
  });

  test.each([
    ['JSON', 'application/json', '{"attachments":"x"}'],
    [
      'a form without an end',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="attachments"; filename="a.txt"\r\n\r\nтекст',
    ],
    ['a form without a boundary', 'multipart/form-data', 'x'],
    ['another kind of body', 'text/plain', 'x'],
  ])('%s answers 4xx and stores nothing', async (_what, type, payload) => {
    const before = await uploads(app);
    const response = await app.app.inject({
      method: 'POST',
      url: URL,
      headers: { 'content-type': type, authorization: `Token ${admin.token}` },
      payload,
    });
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.statusCode).toBeLessThan(500);
    expect(await uploads(app)).toBe(before);
  });
});

describe('several at once', () => {
  test('ATT-04: two uploads of the same bytes while a third of them is taken away: both can be opened', async () => {
    for (let round = 0; round < 8; round += 1) {
      const bytes = Buffer.from(`Одно и то же ${round}`);
      const first = shown(await upload('первый.txt', bytes));
      const [removed, ...others] = await Promise.all([
        admin.remove(`${URL}${first.id}/`),
        upload('второй.txt', bytes),
        upload('третий.txt', bytes),
      ]);
      expect(removed.status).toBe(204);
      for (const other of others) expect((await open(shown(other).s3_file?.file)).bytes.equals(bytes)).toBe(true);
    }
  });

  test('ATT-04, ATT-12: publishing with a file while it is taken away leaves no announcement with a dead file', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id } = shown(await upload('смета.txt', Buffer.from(`Смета ${round}`)));
      const body = {
        title: 'Отключение воды',
        description: 'Завтра с 10 до 14 часов не будет холодной воды.',
        type: 'info',
        attachments: [id],
        target: target(),
      };
      const [made, removed] = await Promise.all([admin.post(NEWS_URL, body), admin.remove(`${URL}${id}/`)]);
      expect([201, 400]).toContain(made.status);
      expect([204, 404]).toContain(removed.status);
      if (made.status !== 201) continue;
      const left = await filesOf(Number(made.body.data?.params?.id));
      expect(left.map((file) => file.id)).toEqual(removed.status === 204 ? [] : [id]);
      for (const file of left) expect((await open(file.s3_file?.file)).status).toBe(200);
    }
  });

  test('ATT-12: a file goes to one of two announcements that take it at once', async () => {
    const { id } = shown(await upload('смета.txt', Buffer.from('Смета для двоих')));
    const attempts = await Promise.allSettled([
      publish(admin, target(), { attachments: [id] }),
      publish(admin, target(), { attachments: [id] }),
    ]);
    expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

test('an upload that nothing came to use is swept after a day, one of an announcement is not', async () => {
  const { kysely } = app.database;
  const orphan = shown(await upload('забытый.txt', Buffer.from('Забытый')));
  const used = shown(await upload('нужный.txt', Buffer.from('Нужный')));
  await publish(admin, target(), { attachments: [used.id] });
  const store = createFolderStore(`${app.dataDir}/files`);
  const later = (ms: number) => new Date(Date.now() + ms);
  await sweepOrphans(kysely, store, later(DAY - 60_000));
  expect((await open(orphan.s3_file?.file)).status).toBe(200);
  expect(await sweepOrphans(kysely, store, later(DAY + 60_000))).toBeGreaterThan(0);
  expect((await open(orphan.s3_file?.file)).status).toBe(404);
  expect((await open(used.s3_file?.file)).status).toBe(200);
});
