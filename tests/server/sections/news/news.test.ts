import { announcement, NEWS_URL, publish, resultsOf, seenBy } from '#tests/support/server/announcements.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { picture } from '#tests/support/server/files.ts';
import { demoPerson, newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let demo: DemoCompany;
let admin: Person;
/** Holds one entrance of the home building and nothing else. */
let half: Person;
beforeAll(async () => {
  app = await openTestApp();
  demo = await readDemoCompany(app);
  admin = await demoPerson(app, 1);
  half = await newPerson(app, { porches: [demo.home.porch] });
});
afterAll(() => app.close());

const one = (by: Person, id: number) => by.get(`${NEWS_URL}${id}/`);
/** Parts of an entrance, by table; of units the flats. */
const inside = async (table: 'floors' | 'pipes' | 'units', porch: number) => {
  const rows = await app.database.kysely
    .selectFrom(table)
    .select('id')
    .where('porch_id', '=', porch)
    .$if(table === 'units', (query) => query.where('unit_type' as never, '=', 'flat' as never))
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
};

describe('the feed', () => {
  test('NEWS-04, API-09: a page has count, next, previous and 20 results, the newest first', async () => {
    const { status, body } = await admin.get(`${NEWS_URL}?buildings_id=${demo.buildings.join(',')}&page_size=20`);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['count', 'next', 'previous', 'results']);
    expect(body).toMatchObject({ count: 37, previous: null });
    const results = resultsOf({ body } as never);
    expect(results).toHaveLength(20);
    const dates = results.map((item) => String(item.date));
    expect(dates).toEqual([...dates].sort().reverse());
  });

  test('NEWS-05: the next link is a path that carries the choice of buildings and ends with the last page', async () => {
    const first = await admin.get(`${NEWS_URL}?buildings_id=${demo.home.building}&page_size=5`);
    expect(String(first.body.next)).toMatch(/^\/api\/crm\/news\/\?buildings_id=\d+&page_size=5&before=/);
    const all = await seenBy(admin, `&buildings_id=${demo.home.building}`);
    expect(all).toHaveLength(Number(first.body.count));
    expect(new Set(all).size).toBe(all.length);
  });

  test('NEWS-05: what is published while one scrolls moves nothing: no announcement is skipped or comes twice', async () => {
    const expected = await seenBy(admin);
    const first = await admin.get(`${NEWS_URL}?page_size=10`);
    const fresh = await publish(admin, { buildings: [demo.home.building] });
    const seen = resultsOf(first).map((item) => Number(item.id));
    let next: unknown = first.body.next;
    while (next) {
      const page = await admin.get(String(next));
      seen.push(...resultsOf(page).map((item) => Number(item.id)));
      next = page.body.next;
    }
    expect(seen).toEqual(expected);
    expect(await seenBy(admin)).toEqual([fresh, ...expected]);
  });

  test('NEWS-05: of two that were published in one moment neither is lost between two pages', async () => {
    const ids = [
      await publish(admin, { porches: [demo.away.porch] }),
      await publish(admin, { porches: [demo.away.porch] }),
    ];
    const created_at = new Date(Date.now() + 60_000);
    await app.database.kysely.updateTable('news').set({ created_at }).where('id', 'in', ids).execute();
    const first = await admin.get(`${NEWS_URL}?page_size=1`);
    const second = await admin.get(String(first.body.next));
    expect([...resultsOf(first), ...resultsOf(second)].map((item) => item.id)).toEqual(ids.reverse());
  });

  test('NEWS-04: without buildings_id all that is in reach, with one only what is for that building', async () => {
    const home = await publish(admin, { buildings: [demo.home.building] });
    const away = await publish(admin, { buildings: [demo.away.building] });
    expect(await seenBy(admin)).toEqual(expect.arrayContaining([home, away]));
    const narrowed = await seenBy(admin, `&buildings_id=${demo.home.building}`);
    expect(narrowed).toContain(home);
    expect(narrowed).not.toContain(away);
    expect(await seenBy(admin, '&buildings_id=999999')).toEqual([]);
  });

  test.each([
    'page_size=0',
    'page_size=501',
    'page_size=много',
    'before=вчера',
    'before=1-99999999999',
    'buildings_id=x',
  ])('API-21: ?%s answers 400 in Russian', async (query) => {
    const answer = await admin.get(`${NEWS_URL}?${encodeURI(query)}`);
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(/[а-яё]/i);
  });
});

describe('an announcement', () => {
  test('API-14: has every field of the specification, pictures apart from files', async () => {
    const files = [
      { field: 'attachments', name: 'двор.jpg', bytes: await picture('jpeg') },
      { field: 'attachments', name: 'смета.txt', bytes: Buffer.from('Смета') },
    ];
    const uploads = await admin.call('POST', { url: '/api/authorized/attachments/', files });
    const attachments = uploads.list.map((item) => Number(item.id));
    const id = await publish(admin, { buildings: [demo.home.building] }, { attachments });
    const { body } = await one(admin, id);
    expect(body).toMatchObject({
      id,
      title: 'Отключение воды',
      description: 'Завтра с 10 до 14 часов не будет холодной воды.',
      type: 'info',
      target: { buildings: [demo.home.building] },
      author: { name: 'me', avatar: expect.stringMatching(/^\/api\/files\//) },
      image_attachments: [
        {
          id: attachments[0],
          name: 'двор.jpg',
          medium: { file: expect.any(String) },
          large: { file: expect.any(String) },
        },
      ],
      file_attachments: [{ id: attachments[1], name: 'смета.txt', s3_file: { file: expect.any(String) } }],
    });
    expect(Number.isNaN(Date.parse(String(body.date_edit)))).toBe(false);
    const image = (body.image_attachments as unknown as { large: { file: string } }[])[0];
    expect((await app.call('GET', image?.large.file ?? '')).status).toBe(200);
  });

  test('a picture is shown without the file as it came, which may say where it was taken', async () => {
    const page = await admin.get(`${NEWS_URL}?page_size=50`);
    const pictures = resultsOf(page).flatMap((item) => item.image_attachments as unknown as object[]);
    expect(pictures.length).toBeGreaterThan(0);
    for (const shown of pictures) expect(shown).not.toHaveProperty('s3_file');
  });

  test('NEWS-15: the author is «me» for himself and has his name for others', async () => {
    const author = await newPerson(app);
    const id = await publish(author, { buildings: [demo.home.building] });
    expect((await one(author, id)).body).toMatchObject({ author: { name: 'me' }, is_own: true });
    const { body } = await one(admin, id);
    expect(body).toMatchObject({ is_own: false });
    expect(String(body.author?.name)).toMatch(/^Иван Проверкин/);
  });

  test('API-21: one that there is not is not found', async () => {
    for (const id of ['999999', '0', 'abc', '2147483648'])
      expect((await admin.get(`${NEWS_URL}${id}/`)).status).toBe(404);
  });
});

describe('who sees what', () => {
  test('PERM-25: one entrance shows what is for it, for its whole building and for everybody', async () => {
    const [unit = 0, second = 0, third = 0] = await inside('units', demo.home.porch);
    const seen = [
      await publish(admin, { for_all_objects: true }),
      await publish(admin, { buildings: [demo.away.building, demo.home.building] }),
      await publish(admin, { porches: [demo.home.otherPorch, demo.home.porch] }),
      await publish(admin, { floors: (await inside('floors', demo.home.porch)).slice(0, 1) }),
      await publish(admin, { pipes: (await inside('pipes', demo.home.porch)).slice(0, 1) }),
      await publish(admin, { units: [unit, second, third] }),
    ];
    expect(await seenBy(half)).toEqual(expect.arrayContaining(seen));
    for (const id of seen) expect((await one(half, id)).status).toBe(200);
  });

  test('PERM-25: and nothing that is for another entrance, its floors, risers and flats, or another building', async () => {
    const flats = (await inside('units', demo.home.otherPorch)).slice(0, 3);
    const hidden = [
      await publish(admin, { buildings: [demo.away.building] }),
      await publish(admin, { porches: [demo.home.otherPorch] }),
      await publish(admin, { floors: await inside('floors', demo.home.otherPorch) }),
      await publish(admin, { pipes: await inside('pipes', demo.home.otherPorch) }),
      await publish(admin, { units: flats }),
    ];
    const seen = await seenBy(half, `&buildings_id=${demo.buildings.join(',')}`);
    for (const id of hidden) {
      expect(seen).not.toContain(id);
      expect((await one(half, id)).status).toBe(404);
      expect((await half.call('PATCH', { url: `${NEWS_URL}${id}/`, body: { title: 'Чужое объявление' } })).status).toBe(
        404,
      );
      expect((await half.remove(`${NEWS_URL}${id}/`)).status).toBe(404);
    }
    const { body } = await half.get(`${NEWS_URL}?page_size=1`);
    expect(body.count).toBe(seen.length);
  });

  test('PERM-25: of a wider announcement only the recipients in reach are told', async () => {
    const id = await publish(admin, { porches: [demo.home.porch, demo.home.otherPorch, demo.away.porch] });
    const { body } = await one(half, id);
    expect(body).toMatchObject({ target: { porches: [demo.home.porch] }, is_all_places: false });
    expect(String(body.recipients)).toMatch(/подъезд 1$/);
    expect((await one(admin, id)).body).toMatchObject({ is_all_places: true });
  });

  test('PERM-25: a person without entrances sees nothing', async () => {
    const nobody = await newPerson(app, { porches: [] });
    expect((await nobody.get(NEWS_URL)).body).toMatchObject({ count: 0, next: null, results: [] });
  });

  test('PERM-17: news=denied reads like read and writes nothing', async () => {
    const person = await newPerson(app, { levels: 'denied' });
    expect((await person.get(NEWS_URL)).status).toBe(200);
    expect((await person.post(NEWS_URL, announcement({ buildings: [demo.home.building] }))).status).toBe(403);
  });
});

describe('the line of recipients', () => {
  const line = async (target: object) => String((await one(admin, await publish(admin, target))).body.recipients);

  test('NEWS-62: all, whole buildings of one street and of several', async () => {
    const [first = 0, second = 0, third = 0] = demo.buildings;
    expect(await line({ for_all_objects: true })).toBe('Всем объектам');
    expect(await line({ buildings: [first] })).toBe('ул. Лесная, 12');
    expect(await line({ buildings: [second, first] })).toBe('2 дома: ул. Лесная, 12 и 14');
    expect(await line({ buildings: [first, second, third] })).toBe('3 дома: наб. Речников, 3; ул. Лесная, 12 и 14');
  });

  test('NEWS-62: entrances, floors, risers and flats of a building', async () => {
    const { porch, otherPorch } = demo.home;
    const floors = await inside('floors', porch);
    const flats = await inside('units', otherPorch);
    expect(await line({ porches: [porch] })).toBe('ул. Лесная, 12: подъезд 1');
    expect(await line({ porches: [porch, otherPorch] })).toBe('ул. Лесная, 12: подъезды 1 и 2');
    expect(await line({ floors: floors.slice(0, 3) })).toBe('ул. Лесная, 12: подъезд 1, этажи 1–3');
    expect(await line({ floors: floors.slice(1, 2) })).toBe('ул. Лесная, 12: подъезд 1, этаж 2');
    expect(await line({ pipes: await inside('pipes', porch) })).toBe('ул. Лесная, 12: стояки 1 и 2');
    expect(await line({ units: flats.slice(0, 3) })).toBe('ул. Лесная, 12: квартиры 9, 10 и 11');
    expect(await line({ units: flats })).toBe('ул. Лесная, 12: 8 квартир');
  });

  test('NEWS-62: a building and an entrance of another one', async () => {
    expect(await line({ buildings: [demo.home.building], porches: [demo.away.porch] })).toBe(
      'ул. Лесная, 12; ул. Лесная, 14: подъезд 1',
    );
  });
});
