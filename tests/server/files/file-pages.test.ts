// Runs in test:all alone: draws pictures of many pages one by one; pictures.test.ts has one of each kind.
import sharp from 'sharp';
import { PIXELS_MAX } from '#server/files/decoding.ts';
import { PictureTooLarge } from '#server/files/drawn.ts';
import { createPictureMaker, hasLocation } from '#server/files/pictures.ts';
import { acceptedType } from '#server/files/sniff.ts';
import { cpuTime } from '#tests/support/cpu.ts';
import { NEWS_URL, publish, uploadText } from '#tests/support/server/announcements.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { bmpPicture, heicPicture, pictureWithPlace, zip } from '#tests/support/server/files.ts';
import { demoPerson, type Person } from '#tests/support/server/people.ts';
import { createRequest, details } from '#tests/support/server/requests.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let demo: DemoCompany;
let admin: Person;
beforeAll(async () => {
  app = await openTestApp();
  demo = await readDemoCompany(app);
  admin = await demoPerson(app, 1);
});
afterAll(() => app.close());

const make = createPictureMaker();
const A4 = { width: 2_480, height: 3_508 };
/** White pages, one below the other, each a picture of its own. */
const pages = (count: number, { width, height } = A4) =>
  sharp({ create: { width, height: height * count, pageHeight: height, channels: 3, background: '#fff' } });
const fax = (count: number) =>
  pages(count).toColourspace('b-w').tiff({ compression: 'ccittfax4', bitdepth: 1, predictor: 'none' }).toBuffer();

async function upload(name: string, bytes: Buffer): Promise<number> {
  const files = [{ field: 'attachments', name, bytes }];
  const answer = await admin.call('POST', { url: '/api/authorized/attachments/', files });
  expect(answer.status).toBe(201);
  return Number(answer.list[0]?.id);
}

interface Shown {
  preview_url: string;
  s3_file: { file: string };
}

describe('pictures of several pages', () => {
  test('ATT-09, ATT-11: a fax of nine sheets is taken, seen by its first and read whole by whom it was sent to', async () => {
    const bytes = await fax(9);
    expect(A4.width * A4.height * 9).toBeGreaterThan(PIXELS_MAX);
    const attachments = [await upload('факс.tiff', bytes)];
    const id = await publish(admin, { for_all_objects: true }, { attachments });
    const { body } = await admin.get(`${NEWS_URL}${id}/`);
    expect(body.image_attachments).toEqual([]);
    const [file] = body.file_attachments as unknown as Shown[];
    expect((await app.call('GET', file?.s3_file.file ?? '')).bytes.equals(bytes)).toBe(true);
    const preview = await sharp((await app.call('GET', file?.preview_url ?? '')).bytes).metadata();
    expect([preview.format, preview.height]).toEqual(['webp', 240]);
  });

  test('ATT-11: one that says where it was taken stays a picture, and so does one of a single page', async () => {
    const bytes = await fax(2);
    const page = bytes.readUInt32LE(4);
    const last = page + 2 + (bytes.readUInt16LE(page) - 1) * 12;
    const inWords = Buffer.concat([bytes, Buffer.from('<rdf:Description exif:GPSLatitude="55,45.2N"/>')]);
    bytes.writeUInt16LE(0x8825, last);
    for (const picture of [bytes, inWords, await fax(1)]) {
      expect((await make(picture, 'image/tiff'))?.variants.map(({ variant }) => variant)).toHaveLength(3);
    }
    bytes.writeUInt32LE(page, page + 2 + bytes.readUInt16LE(page) * 12);
    bytes.writeUInt16LE(0x0140, last);
    // A list of pages that leads back to its beginning ends all the same.
    expect((await make(bytes, 'image/tiff'))?.variants).toHaveLength(3);
  });

  test('ATT-11: one whose pages lead in a circle is looked through in no time', async () => {
    const bytes = await fax(2);
    const first = bytes.readUInt32LE(4);
    const second = bytes.readUInt32LE(first + 2 + bytes.readUInt16LE(first) * 12);
    const at = bytes.length;
    const endless = Buffer.alloc(2 + 65_535 * 12 + 4);
    endless.writeUInt16LE(65_535, 0);
    endless.writeUInt32LE(at, endless.length - 4);
    bytes.writeUInt32LE(at, second + 2 + bytes.readUInt16LE(second) * 12);
    const whole = Buffer.concat([bytes, endless]);
    const taken = await cpuTime(() => expect(hasLocation(whole)).toBe(true));
    expect(taken).toBeLessThan(2_000);
  });

  test.each(['gif', 'webp'] as const)(
    'ATT-11: a moving %s is a picture by its first frame, however many follow',
    async (format) => {
      const frame = { width: 3_000, height: 2_500 };
      const frames = Array.from({ length: 10 }, (_, at) =>
        sharp({ create: { ...frame, channels: 3, background: { r: at * 20, g: 9, b: 9 } } })
          .png({ compressionLevel: 1 })
          .toBuffer(),
      );
      const bytes = await sharp(await Promise.all(frames), { join: { animated: true } })
        .toFormat(format, { effort: 1 })
        .toBuffer();
      expect((await sharp(bytes).metadata()).pages).toBe(10);
      expect(frame.width * frame.height * 10).toBeGreaterThan(PIXELS_MAX);
      const made = await make(bytes, `image/${format}`);
      expect(made).toMatchObject(frame);
      const large = await sharp(made?.variants.at(-1)?.bytes).metadata();
      expect([large.pages, large.width, large.height]).toEqual([undefined, 1_920, 1_600]);
    },
  );

  test.each(['gif', 'webp', 'tiff'] as const)(
    'ATT-11: a page of a %s that is a wall by itself is refused',
    async (format) => {
      const bytes = await pages(1, { width: 9_000, height: 8_001 }).toFormat(format).toBuffer();
      await expect(make(bytes, `image/${format}`)).rejects.toThrow(PictureTooLarge);
    },
  );
});

/** The colour in the middle of the upper and the lower half. */
async function halves(bytes: Buffer): Promise<string[]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  return [0.25, 0.75].map((share) => {
    const at = (Math.floor(info.height * share) * info.width + Math.floor(info.width / 2)) * info.channels;
    return (data[at] ?? 0) > (data[at + 2] ?? 0) ? 'red' : 'blue';
  });
}

test('ATT-11: a photograph that was taken on its side is shown upright in all sizes', async () => {
  const half = (background: string) => ({ create: { width: 60, height: 80, channels: 3 as const, background } });
  const lying = await sharp(half('#f00'))
    .extend({ right: 60, background: '#00f' })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const made = await make(lying, 'image/jpeg');
  expect(made).toMatchObject({ width: 80, height: 120 });
  for (const { bytes, width, height } of made?.variants ?? []) {
    expect([width, height]).toEqual([80, 120]);
    expect(await halves(bytes)).toEqual(['red', 'blue']);
  }
});

/** The picture of a telephone that was held upright: its pixels lie, and a box in front says so. */
function turnedHeic(): Buffer {
  const lying = heicPicture();
  const grown = (kind: string, by: number) => {
    const at = lying.indexOf(kind) - 4;
    lying.writeUInt32BE(lying.readUInt32BE(at) + by, at);
  };
  const turn = Buffer.from([0, 0, 0, 9, ...Buffer.from('irot'), 1]);
  for (const kind of ['meta', 'iprp']) grown(kind, turn.length + 1);
  grown('ipco', turn.length);
  grown('ipma', 1);
  const place = lying.indexOf('iloc');
  const data = lying.indexOf(Buffer.from([0x01, 0x4b]), place);
  lying.writeUInt16BE(0x014b + turn.length + 1, data);
  const named = lying.indexOf('ipma');
  const count = named + 14;
  lying.writeUInt8(3, count);
  return Buffer.concat([
    lying.subarray(0, named - 4),
    turn,
    lying.subarray(named - 4, count + 3),
    Buffer.from([0x83]),
    lying.subarray(count + 3),
  ]);
}

test('ATT-11: a heic that was taken on its side is shown upright', async () => {
  expect(await make(turnedHeic(), 'image/heic')).toMatchObject({ width: 96, height: 128 });
});

describe('texts', () => {
  const cp1251 = (...bytes: number[]) => Buffer.from([...bytes, 0x3b, 0x31, 0x0d, 0x0a]);
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

  test.each([
    ['BM', Buffer.from('BMW во дворе мешает проезду, вызовите эвакуатор')],
    ['MZ', Buffer.from('MZ-12: показания за май')],
    ['%PDF', Buffer.from('%PDF так начинается сломанный файл')],
    ['«яна» in cp1251', cp1251(0xff, 0xed, 0xe0)],
    ['«явка» in cp1251', cp1251(0xff, 0xe2, 0xea, 0xe0)],
    ['«яма» in cp1251', cp1251(0xff, 0xec, 0xe0)],
    ['«яю» in cp1251', cp1251(0xff, 0xfe, 0xe0)],
    ['a mark of UTF-16', utf16('Показания за май')],
    ['a mark of UTF-16 the other way round', utf16('Показания за май').swap16()],
  ])('ATT-09: one that begins with %s is taken as txt and csv', async (_what, bytes) => {
    expect(await acceptedType(bytes, 'письмо.txt')).toBe('text/plain');
    expect(await acceptedType(bytes, 'список.csv')).toBe('text/csv');
  });

  test.each([
    ['a bmp', bmpPicture()],
    ['a program', Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, ...Array(60).fill(0)])],
    ['a sound', Buffer.from([0xff, 0xfd, 0x84, 0x04, ...Array(300).fill(0)])],
    ['an archive', zip()],
    ['bytes behind a mark of UTF-16', Buffer.from([0xff, 0xfe, 0, 0, 1, 0, 2, 0])],
  ])('ATT-09: %s named .txt or .csv is refused', async (_what, bytes) => {
    expect(await acceptedType(bytes, 'письмо.txt')).toBeNull();
    expect(await acceptedType(bytes, 'список.csv')).toBeNull();
  });
});

test('a picture of a request is not handed out as it came, to nobody who reads the request', async () => {
  const attachments = [await upload('двор.jpg', await pictureWithPlace())];
  const id = await createRequest(admin, demo, { attachments });
  const said = await admin.post(`/api/crm/tasks/${id}/comments/`, {
    message: 'Ещё снимок',
    attachments: [await upload('двор.jpg', await pictureWithPlace()), await uploadText(admin)],
  });
  for (const body of [await details(admin, id), said.body]) {
    const text = JSON.stringify(body);
    const addresses = [...text.matchAll(/"(\/api\/files\/[^"]+)"/g)].map(([, address]) => String(address));
    expect(addresses.length).toBeGreaterThanOrEqual(3);
    for (const address of addresses) {
      const { bytes } = await app.call('GET', address);
      expect(bytes.includes(Buffer.from('Secret Photographer'))).toBe(false);
    }
  }
});
