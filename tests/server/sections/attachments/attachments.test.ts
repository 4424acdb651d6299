import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import sharp from 'sharp';
import { BYTES } from '#resources/limits.ts';
import { CHAT_API_KEY } from '#resources/protocol/chat/chat.ts';
import { UploadLimits } from '#server/http/upload-rates.ts';
import { NEWS_URL, publish } from '#tests/support/server/announcements.ts';
import { bmpPicture, DOCUMENTS, heicPicture, picture, pictureWithPlace } from '#tests/support/server/files.ts';
import { demoPerson, newPerson, type Person } from '#tests/support/server/people.ts';
import { refusedUpload, stored } from '#tests/support/server/stored-files.ts';
import { type Answer, openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const URL = '/api/authorized/attachments/';
let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await openTestApp();
  admin = await demoPerson(app, 1);
});
afterAll(() => app.close());

const upload = (name: string, bytes: Uint8Array, by = admin, field = 'attachments') =>
  by.call('POST', { url: URL, files: [{ field, name, bytes }] });
/** Fetches an address of an answer as a browser's `<img>` does: without a header. */
const open = (address: unknown) => app.call('GET', String(address));
const refused = (send: () => Promise<Answer>, statuses: readonly number[]) => refusedUpload(app, send, statuses);

describe('an upload', () => {
  test('ATT-01, ATT-02: answers 201 with a list whose first item has id and preview_url', async () => {
    const answer = await upload('двор.png', await picture());
    expect(answer.status).toBe(201);
    expect(answer.list[0]).toMatchObject({
      id: expect.any(Number),
      name: 'двор.png',
      preview_url: expect.stringMatching(/^\//),
    });
  });

  test('in a field of another name says which field is expected', async () => {
    expect(await upload('двор.png', await picture(), admin, 'file')).toMatchObject({
      status: 400,
      body: { attachments: ['файл ожидается в поле «attachments», а пришёл в другом'] },
    });
  });

  test('ATT-13: keeps a Russian name with blanks and quotes', async () => {
    const name = 'Смета «Лесная, 12» за май.pdf';
    const [item] = (await upload(name, DOCUMENTS['смета.pdf']?.() ?? Buffer.alloc(0))).list;
    expect(item?.name).toBe(name);
    const file = await open((item?.s3_file as { file?: unknown } | undefined)?.file);
    expect(decodeURIComponent(String(file.headers['content-disposition']))).toContain(name);
  });

  test('ATT-13: a quote and a line end, which browsers write as %22 and %0A, are a quote and a blank again', async () => {
    const [item] = (await upload('Смета %22Лесная, 12%22%0D%0Aза май, 100%25.txt', Buffer.from('x'))).list;
    expect(item?.name).toBe('Смета "Лесная, 12" за май, 100%25.txt');
  });

  test('ATT-13: a name that is cut within an emoji loses all of it', async () => {
    const answer = await upload(`${'а'.repeat(195)}😀😀😀.png`, await picture());
    expect(answer.status).toBe(201);
    expect(answer.list[0]?.name).toBe(`${'а'.repeat(195)}.png`);
  });

  test('ATT-11: a picture gets a smaller one that opens without a header, as WebP', async () => {
    const [item] = (await upload('двор.jpg', await picture('jpeg', 1600, 1200))).list;
    const preview = await open(item?.preview_url);
    expect(preview.status).toBe(200);
    const { width = 0, height = 0, format } = await sharp(preview.bytes).metadata();
    expect(format).toBe('webp');
    expect(Math.max(width, height)).toBeLessThanOrEqual(480);
    expect(width / height).toBeCloseTo(4 / 3, 1);
  });

  test('a smaller picture does not tell where and by whom it was taken', async () => {
    const [item] = (await upload('двор.jpg', await pictureWithPlace())).list;
    const preview = await open(item?.preview_url);
    expect((await sharp(preview.bytes).metadata()).exif).toBeUndefined();
    expect(preview.bytes.includes(Buffer.from('Secret Photographer'))).toBe(false);
  });

  test.each(['png', 'jpeg', 'webp', 'gif', 'tiff'] as const)(
    'ATT-09, ATT-11: a picture of kind %s is taken and shown',
    async (format) => {
      const [item] = (await upload(`двор.${format}`, await picture(format))).list;
      expect((await open(item?.preview_url)).status).toBe(200);
    },
  );

  test('ATT-09, ATT-11: a JPEG that a browser has saved as .jfif is a picture', async () => {
    const [item] = (await upload('двор.jfif', await picture('jpeg'))).list;
    const preview = await open(item?.preview_url);
    expect([preview.status, preview.headers['content-type']]).toEqual([200, 'image/webp']);
  });

  test('ATT-09, ATT-11: a heic, which most browsers cannot draw, is shown as WebP in all sizes', async () => {
    const [item] = (await upload('IMG_0042.HEIC', heicPicture())).list as { preview_url?: unknown; large?: unknown }[];
    for (const address of [item?.preview_url, (item?.large as { file?: unknown } | undefined)?.file]) {
      const shown = await open(address);
      expect(shown.headers['content-type']).toBe('image/webp');
      expect(await sharp(shown.bytes).metadata()).toMatchObject({ format: 'webp', width: 128, height: 96 });
    }
    const broken = heicPicture().subarray(0, 300);
    // It may say where it was taken, and could be handed out only as it came.
    await refused(() => upload('обрыв.heic', broken), [400]);
  });

  test('ATT-09, ATT-11: a bmp is shown by smaller pictures, like any other', async () => {
    const bmp = bmpPicture(2_000, 1_000);
    const [item] = (await upload('план.bmp', bmp)).list as { large?: { file: string }; preview_url?: string }[];
    const large = await open(item?.large?.file);
    expect(large.headers['content-type']).toBe('image/webp');
    expect(large.bytes.length).toBeLessThan(bmp.length);
    expect(await sharp(large.bytes).metadata()).toMatchObject({ width: 1_920, height: 960 });
    const { data } = await sharp((await open(item?.preview_url)).bytes)
      .raw()
      .toBuffer({ resolveWithObject: true });
    for (const channel of data.subarray(0, 3)) expect(Math.abs(channel - 0x75)).toBeLessThan(4);
  });

  test('ATT-11: a bmp whose header claims 900 million pixels is refused, and nothing is left', async () => {
    const wall = bmpPicture();
    wall.writeInt32LE(30_000, 18);
    wall.writeInt32LE(30_000, 22);
    const answer = await refused(() => upload('стена.bmp', wall), [400]);
    expect(answer.body).toMatchObject({ attachments: ['Слишком большая картинка'] });
  });

  test('ATT-11: nothing of an announcement’s picture that breaks off says where it was taken', async () => {
    const whole = await pictureWithPlace();
    const [item] = (await upload('обрыв.jpg', whole.subarray(0, whole.length - 200))).list;
    const id = await publish(admin, { for_all_objects: true }, { attachments: [Number(item?.id)] });
    const { text } = await admin.get(`${NEWS_URL}${id}/`);
    const addresses = [...text.matchAll(/"(\/api\/files\/[^"]+)"/g)].map(([, address]) => String(address));
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) {
      const shown = await open(address);
      expect(shown.status).toBe(200);
      expect((await sharp(shown.bytes).metadata()).exif).toBeUndefined();
      expect(shown.bytes.includes(Buffer.from('Secret Photographer'))).toBe(false);
    }
  });

  test.each(Object.keys(DOCUMENTS))(
    'ATT-09: %s is taken and given back byte by byte; a PDF is shown, all else saved',
    async (name) => {
      const bytes = DOCUMENTS[name]?.() ?? Buffer.alloc(0);
      const answer = await upload(name, bytes);
      expect(answer.status).toBe(201);
      const file = await open((answer.list[0]?.s3_file as { file?: unknown } | undefined)?.file);
      expect(file.bytes.equals(bytes)).toBe(true);
      expect(file.headers['content-disposition']).toMatch(name.endsWith('.pdf') ? /^inline/ : /^attachment/);
      const policy = String(file.headers['content-security-policy']);
      expect(policy).toMatch(/^default-src 'none'/);
      // Some browsers show no PDF in a sandbox.
      expect(policy.includes('sandbox')).toBe(!name.endsWith('.pdf'));
      expect(file.headers['x-content-type-options']).toBe('nosniff');
      expect(file.headers['content-type']).not.toMatch(/html|svg|javascript/);
    },
  );

  test('ATT-14: twenty files one after another are all taken', async () => {
    const bytes = Buffer.from('текст');
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => upload(`${at}.txt`, bytes)));
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    expect(new Set(answers.map(({ list }) => list[0]?.id)).size).toBe(20);
  });

  test('PERM-25: needs a session, whatever its levels', async () => {
    await refused(
      () => app.call('POST', { url: URL, files: [{ field: 'attachments', name: 'a.txt', bytes: Buffer.from('x') }] }),
      [401],
    );
    expect((await upload('a.txt', Buffer.from('x'), await newPerson(app, { levels: 'denied' }))).status).toBe(201);
  });
});

describe('the limit', () => {
  const ofSize = (size: number) => Buffer.alloc(size, 'а'.charCodeAt(0) & 0x7f);

  test('ATT-07, CONST-05: 6,292,000 bytes are taken', async () => {
    expect((await upload('ровно.txt', ofSize(BYTES.attachment))).status).toBe(201);
  });

  test('ATT-07, CONST-05: 6,292,001 bytes are refused with a sentence, and nothing is left', async () => {
    const answer = await refused(() => upload('больше.txt', ofSize(BYTES.attachment + 1)), [400]);
    expect(answer.body).toEqual({ attachments: ['Файл больше 6 МБ'], request_id: expect.any(String) });
  });

  test('a body far above every limit is refused, and nothing is left', async () => {
    await refused(() => upload('огромный.txt', ofSize(80_000_000)), [413]);
  });
});

describe('addresses', () => {
  test('live as long as the session they were given to', async () => {
    const person = await newPerson(app);
    const [item] = (await upload('двор.png', await picture(), person)).list;
    expect((await open(item?.preview_url)).status).toBe(200);
    await person.post('/api/authorized/sign_out/');
    expect((await open(item?.preview_url)).status).toBe(404);
  });

  test('die at once with the account', async () => {
    const person = await newPerson(app);
    const [item] = (await upload('двор.png', await picture(), person)).list;
    await app.database.kysely.updateTable('users').set({ status: 'suspended' }).where('id', '=', person.id).execute();
    expect((await open(item?.preview_url)).status).toBe(404);
  });

  test('cannot be made out of others', async () => {
    const [item] = (await upload('двор.png', await picture())).list;
    const address = String(item?.preview_url);
    for (const forged of [
      address.replace(/by=.*/, 'by=1.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'),
      address.replace('/preview', '/original'),
      address.split('?')[0],
      address.replace(/\/files\/\w{4}/, '/files/0000'),
      `${address.split('?')[0]}?by=`,
    ]) {
      expect((await open(forged)).status).toBe(404);
    }
  });

  test('give a part when a part is asked for, and 416 beyond the end', async () => {
    const [item] = (await upload('сто.txt', Buffer.from('0123456789'.repeat(10)))).list;
    const address = String((item?.s3_file as { file?: unknown } | undefined)?.file);
    const part = await app.call('GET', address, null, { range: 'bytes=10-14' });
    expect(part).toMatchObject({ status: 206, text: '01234' });
    expect(part.headers['content-range']).toBe('bytes 10-14/100');
    expect((await app.call('GET', address, null, { range: 'bytes=200-' })).status).toBe(416);
  });
});

describe('deleting', () => {
  test('ATT-04: takes the upload away with its bytes', async () => {
    const before = await stored(app);
    const [item] = (await upload('двор.png', await picture('png', 333, 222))).list;
    expect(await stored(app)).toBeGreaterThan(before);
    expect((await admin.remove(`${URL}${item?.id}/`)).status).toBe(204);
    expect(await stored(app)).toBe(before);
    expect((await open(item?.preview_url)).status).toBe(404);
    expect((await admin.remove(`${URL}${item?.id}/`)).status).toBe(404);
  });

  test('PERM-25: is for one’s own uploads only', async () => {
    const [item] = (await upload('двор.png', await picture())).list;
    expect((await (await newPerson(app)).remove(`${URL}${item?.id}/`)).status).toBe(404);
    expect((await open(item?.preview_url)).status).toBe(200);
  });

  test('the same bytes uploaded by two survive the deletion of one', async () => {
    const bytes = await picture('png', 71, 71);
    const mine = (await upload('а.png', bytes)).list[0];
    const other = (await upload('б.png', bytes, await newPerson(app))).list[0];
    await admin.remove(`${URL}${mine?.id}/`);
    expect((await open((other?.s3_file as { file?: unknown } | undefined)?.file)).bytes.equals(bytes)).toBe(true);
  });
});

describe('uploads of one person', () => {
  const asked = (length: number, from = '203.0.113.7') =>
    ({
      headers: { 'content-length': String(length), 'x-forwarded-for': from },
      routeOptions: { bodyLimit: 1_000 },
      raw: { httpVersion: '1.1' },
      socket: { remoteAddress: from },
    }) as unknown as FastifyRequest;
  const slow = { burst: 1_000, second: 1 };
  const few = { running: 2, bytes: 100, waiting: 2, uploads: slow, sent: { burst: 1_000_000, second: 1 } };

  test('ATT-07: are read so many at a time, and so many bytes; the next ones wait in order, and only so many', async () => {
    const limits = new UploadLimits(true, few);
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const send = (bytes: number) =>
      limits.runUpload(1, asked(bytes), () => {
        begun.push(bytes);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    const sent = [send(60), send(50), send(30)];
    await expect(send(1)).rejects.toMatchObject({ code: 'too_many_uploads', status: 429 });
    expect(await limits.runUpload(2, asked(90), async () => 'taken')).toBe('taken');
    expect(begun).toEqual([60]);
    ends[0]?.();
    await sent[0];
    await turn();
    expect(begun).toEqual([60, 50, 30]);
    for (const end of ends) end();
    await Promise.all(sent);
    // One alone may be longer than all at a time, and one that fails leaves its place.
    expect(await limits.runUpload(1, asked(900), async () => 'taken')).toBe('taken');
    const failing = () => limits.runUpload(3, asked(60), async () => Promise.reject(new Error('no file')));
    for (let time = 0; time < 5; time += 1) await expect(failing()).rejects.toThrow('no file');
  });

  test('ATT-07: only so many in a minute, by whatever way', async () => {
    const hours = { burst: 2, second: 0.001 };
    const uploadBounds = { ...few, uploads: hours };
    const other = await openTestApp({ uploadBounds });
    const person = await demoPerson(other, 1);
    const { body: pass } = await person.post('/api/authorized/chat-pass/');
    const secret = Buffer.from(`${pass.login}:${pass.password}`).toString('base64url');
    const send = async (url: string) => {
      const call = { url, fields: { nothing: 'x' } };
      const { status, body, headers } = await other.call('POST', call, person.token, {
        'x-forwarded-for': '203.0.113.9',
      });
      return [url, status, body.code, headers['retry-after']];
    };
    expect((await send(URL))[1]).toBe(400);
    expect((await send(URL))[1]).toBe(400);
    const ways = [URL, '/api/crm/avatar/', '/api/crm/import/convert_residents/', '/api/crm/import/residents/'];
    for (const url of [...ways, `/v0/file/u/?auth=basic&secret=${secret}&apikey=${CHAT_API_KEY}`]) {
      expect(await send(url)).toEqual([url, 429, 'too_many_uploads', '1000']);
    }
    await other.close();
  });
});
