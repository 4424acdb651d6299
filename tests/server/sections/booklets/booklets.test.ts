import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { demoPerson, newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const URL = '/api/crm/booklets/';
let app: TestApp;
let demo: DemoCompany;
let admin: Person;
beforeAll(async () => {
  app = await openTestApp();
  demo = await readDemoCompany(app);
  admin = await demoPerson(app, 1);
});
afterAll(() => app.close());

interface Frame {
  title: string;
  description: string;
  duration: number | null;
  background_content: { type: string; large: { file: string } };
}
const framesOf = async (id: number) => (await admin.get(`${URL}${id}/`)).body.frames as unknown as Frame[];
const idsOf = async (by: Person, query = '') => (await by.get(`${URL}${query}`)).list.map((item) => Number(item.id));

describe('the strip', () => {
  test('STORY-01: the newest first, each with a cover that opens', async () => {
    const { status, list } = await admin.get(`${URL}?buildings_id=${demo.buildings.join(',')}`);
    expect(status).toBe(200);
    expect(list.length).toBeGreaterThan(3);
    expect(list[0]).toMatchObject({ id: expect.any(Number), title: expect.any(String) });
    for (const item of list) {
      const cover = item.cover as unknown as { medium: { file: string } };
      expect((await app.call('GET', cover.medium.file)).status).toBe(200);
      expect(item).not.toHaveProperty('frames');
    }
  });

  test('STORY-16: a building without stories has none', async () => {
    expect(await idsOf(admin, '?buildings_id=999999')).toEqual([]);
    expect(await idsOf(await newPerson(app, { porches: [] }))).toEqual([]);
  });

  test('PERM-25: a reader gets the stories of his buildings, through any entrance of them', async () => {
    const home = await idsOf(admin, `?buildings_id=${demo.home.building}`);
    const away = await idsOf(admin, `?buildings_id=${demo.away.building}`);
    const half = await newPerson(app, { porches: [demo.home.otherPorch] });
    expect(await idsOf(half)).toEqual(home);
    const other = await newPerson(app, { porches: [demo.away.porch] });
    expect(await idsOf(other)).toEqual(away);
    const hidden = home.filter((id) => !away.includes(id));
    expect(hidden.length).toBeGreaterThan(0);
    for (const id of hidden) expect((await other.get(`${URL}${id}/`)).status).toBe(404);
  });
});

describe('a story', () => {
  test('API-15, STORY-03: title, duration, cover and frames with their backgrounds', async () => {
    const [id] = await idsOf(admin);
    const { body } = await admin.get(`${URL}${id}/`);
    expect(body).toMatchObject({
      id,
      title: expect.any(String),
      cover: { medium: { file: expect.any(String) }, large: { file: expect.any(String) } },
    });
    expect(body).toHaveProperty('duration');
    for (const frame of await framesOf(Number(id))) {
      expect(frame).toMatchObject({ title: expect.any(String), description: expect.any(String) });
      expect(['image', 'video']).toContain(frame.background_content.type);
      expect((await app.call('GET', frame.background_content.large.file)).status).toBe(200);
    }
  });

  test('STORY-13: a film comes as it is, in the parts a player asks for', async () => {
    const all = (await Promise.all((await idsOf(admin)).map(framesOf))).flat();
    const film = all.find((frame) => frame.background_content.type === 'video')?.background_content.large.file ?? '';
    const whole = await app.call('GET', film);
    expect(whole.headers).toMatchObject({ 'content-type': 'video/webm', 'accept-ranges': 'bytes' });
    const { length } = whole.bytes;
    const part = (range: string) => app.call('GET', film, null, { range });

    const start = await part('bytes=0-1023');
    expect(start.status).toBe(206);
    expect(start.headers['content-range']).toBe(`bytes 0-1023/${length}`);
    expect(start.bytes.equals(whole.bytes.subarray(0, 1024))).toBe(true);
    const rest = await part(`bytes=${length - 100}-`);
    expect(rest.bytes.equals(whole.bytes.subarray(-100))).toBe(true);
    expect((await part('bytes=-10')).bytes.equals(whole.bytes.subarray(-10))).toBe(true);
    const beyond = await part(`bytes=${length}-`);
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${length}`]);
  });

  test('API-21: one that there is not is not found', async () => {
    for (const id of ['999999', '0', 'abc']) expect((await admin.get(`${URL}${id}/`)).status).toBe(404);
  });
});
