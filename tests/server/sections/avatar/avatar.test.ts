import sharp from 'sharp';
import { BYTES } from '#resources/limits.ts';
import { hugePicture, picture, pictureWithPlace } from '#tests/support/server/files.ts';
import { demoPerson, newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const URL = '/api/crm/avatar/';
const TOO_LARGE = 'Файл слишком большой(';
let app: TestApp;
let person: Person;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  person = await newPerson(app);
});

const dataUrl = (bytes: Buffer, mime = 'image/png') => `data:${mime};base64,${bytes.toString('base64')}`;
const save = (bytes: Buffer, mime?: string) => person.post(URL, { avatar: dataUrl(bytes, mime) });
const saveForm = (bytes: Buffer, field = 'avatar') =>
  person.call('POST', { url: URL, files: [{ field, name: 'я.png', bytes }] });
const current = async () => (await person.get('/api/crm/profile/current/')).body.avatar;
const fetched = async (address: unknown) => (await app.call('GET', String(address))).bytes;
const rows = () =>
  app.database.kysely.selectFrom('files').where('owner_id', '=', person.id).select(['id', 'linked']).execute();

/** A PNG padded to a size: what stands behind its end is no part of the picture. */
async function padded(size: number): Promise<Buffer> {
  const small = await picture('png', 500, 500);
  return Buffer.concat([small, Buffer.alloc(size - small.length)]);
}

describe('saving an avatar', () => {
  test.each([
    ['png', 900, 300],
    ['jpeg', 300, 900],
    ['webp', 400, 400],
    ['gif', 20, 20],
  ] as const)(
    'PROF-11: %s of %px x %px is drawn anew as 400x400 and stands in the profile',
    async (format, width, height) => {
      const answer = await save(await picture(format, width, height), `image/${format}`);
      expect(answer.status).toBe(200);
      const kept = await sharp(await fetched(answer.body.avatar)).metadata();
      expect(kept).toMatchObject({ format: 'webp', width: 400, height: 400 });
      expect(await sharp(await fetched(await current())).metadata()).toMatchObject({ width: 400, height: 400 });
    },
  );

  test('PROF-12: multipart is taken as well', async () => {
    const answer = await saveForm(await picture('jpeg'));
    expect(answer.status).toBe(200);
    expect(await sharp(await fetched(answer.body.avatar)).metadata()).toMatchObject({ width: 400, height: 400 });
  });

  test('PROF-11: nothing of the original is kept: place, author, what stands behind the picture', async () => {
    const answer = await save(Buffer.concat([await pictureWithPlace(), Buffer.from('<script>alert(1)</script>')]));
    const bytes = await fetched(answer.body.avatar);
    const kept = await sharp(bytes).metadata();
    expect([kept.exif, kept.xmp, kept.iptc]).toEqual([undefined, undefined, undefined]);
    expect(bytes.toString('latin1')).not.toMatch(/Secret Photographer|script/);
  });

  test('PROF-11: a picture taken sideways stands upright', async () => {
    const half = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#f00' } })
      .png()
      .toBuffer();
    const sideways = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#00f' } })
      .composite([{ input: half, top: 0, left: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const bytes = await fetched((await save(sideways, 'image/jpeg')).body.avatar);
    const [red = 0, , blue = 0] = await sharp(bytes)
      .extract({ left: 395, top: 200, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect(red).toBeGreaterThan(blue);
  });

  test('PROF-09, CONST-05: 7,168,000 bytes pass, one more is 400 with its text, either way', async () => {
    const most = await padded(BYTES.avatar);
    expect([(await save(most)).status, (await saveForm(most)).status]).toEqual([200, 200]);
    const over = await padded(BYTES.avatar + 1);
    for (const answer of [await save(over), await saveForm(over)]) {
      expect(answer).toMatchObject({ status: 400, body: { avatar: [TOO_LARGE] } });
    }
    expect((await save(await padded(BYTES.avatar + 100_000))).status).toBeGreaterThanOrEqual(400);
  });

  test('PROF-15: what is no picture is refused by its bytes, whatever it is called', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const page = Buffer.from('<!doctype html><script>alert(1)</script>');
    for (const bytes of [
      svg,
      page,
      Buffer.from('%PDF-1.7'),
      Buffer.from([0x89, 0x50, 0x4e, 0x47]),
      await picture('tiff'),
    ]) {
      for (const answer of [await save(bytes), await saveForm(bytes)]) {
        expect(answer.status).toBe(400);
        expect(answer.body.avatar).toEqual(['нужна картинка']);
      }
    }
    expect(await current()).toBeNull();
  });

  test('PROF-11: a picture that breaks off, and one that claims to be a wall, are refused', async () => {
    const whole = await picture('png', 800, 800);
    expect((await save(whole.subarray(0, whole.length - 200))).status).toBe(400);
    const answer = await save(await hugePicture());
    expect(answer.status).toBe(400);
    expect(answer.body.avatar).toHaveProperty('length', 1);
  });

  test.each([
    ['no body', undefined],
    ['an empty one', {}],
    ['null', { avatar: null }],
    ['an address', { avatar: 'https://example.org/me.png' }],
    ['an empty text', { avatar: '' }],
    ['a data URL of a page', { avatar: 'data:text/html;base64,PGh0bWw+' }],
    ['base64 that is none', { avatar: 'data:image/png;base64,!!!!' }],
    ['a list', { avatar: ['data:image/png;base64,AAAA'] }],
    ['a list instead of a body', []],
  ])('PROF-12: %s is 400', async (_what, body) => {
    const answer = await person.post(URL, body);
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(/[а-яё]/i);
  });

  test('PROF-12: a form without the picture is 400', async () => {
    expect(await saveForm(await picture(), 'photo')).toMatchObject({
      status: 400,
      body: { avatar: ['файл ожидается в поле «avatar», а пришёл в другом'] },
    });
    expect((await person.call('POST', { url: URL, fields: { avatar: 'text' } })).status).toBe(400);
  });

  test('PROF-11: the picture before goes, with its bytes; of many at once one stays', async () => {
    const first = (await save(await picture('png', 401, 401))).body.avatar;
    await Promise.all([50, 60, 70].map(async (size) => save(await picture('png', size, size))));
    expect(await rows()).toEqual([{ id: expect.any(Number), linked: true }]);
    expect((await app.call('GET', String(first))).status).toBe(404);
    expect((await fetched(await current())).length).toBeGreaterThan(0);
  });
});

describe('deleting the avatar', () => {
  test('PROF-14: with a body that contains it, then the profile has none', async () => {
    await save(await picture());
    const answer = await person.call('DELETE', { url: `${URL}delete_current/`, body: { avatar: await current() } });
    expect(answer.status).toBe(204);
    expect(await current()).toBeNull();
    expect(await rows()).toEqual([]);
  });

  test('PROF-14: without a body, and when there is none, too', async () => {
    expect((await person.remove(`${URL}delete_current/`)).status).toBe(204);
    expect((await person.remove(`${URL}delete_current/`)).status).toBe(204);
  });

  test('PROF-14: a demo account’s picture may be taken away as well; nobody else loses his', async () => {
    const [one, other] = [await demoPerson(app, 1), await demoPerson(app, 2)];
    await one.remove(`${URL}delete_current/`);
    expect((await one.get('/api/crm/profile/current/')).body.avatar).toBeNull();
    const theirs = (await other.get('/api/crm/profile/current/')).body.avatar;
    expect((await fetched(theirs)).length).toBeGreaterThan(0);
  });
});

describe('the profile', () => {
  test('PROF-01, PROF-02, API-12: answers all the card shows', async () => {
    const three = await demoPerson(app, 3);
    expect((await three.get('/api/crm/profile/current/')).body).toMatchObject({
      user: three.id,
      first_name: expect.any(String),
      last_name: expect.any(String),
      phone_number: three.phone,
      avatar: expect.stringContaining('/api/files/'),
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      position: expect.any(String),
      company: { id: expect.any(Number), label: expect.any(String) },
      sections: { tasks: 'write', employees: 'denied' },
    });
  });

  test('PROF-05: objects with complex and entrances, wholly open ones and the others', async () => {
    const five = await demoPerson(app, 5);
    const { buildings, porches } = (await five.get('/api/crm/profile/current/')).body;
    const whole = buildings as unknown as { street: string; complex: unknown; porches: { number: number }[] }[];
    const parts = porches as unknown as { number: number; building: { street: string } }[];
    expect([whole.length, parts.length]).toEqual([2, 1]);
    for (const { street, porches: doors } of whole) expect([street.length > 0, doors.length > 0]).toEqual([true, true]);
    expect(parts[0]).toMatchObject({ number: expect.any(Number), building: { street: expect.any(String) } });
  });
});
