import {
  announcement,
  fileRow,
  NEWS_URL,
  publish,
  seenBy,
  targetRows,
  uploadText,
} from '#tests/support/server/announcements.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { demoPerson, newPerson, type Person } from '#tests/support/server/people.ts';
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

const whole = () => ({ buildings: [demo.home.building] });
const stored = (id: number) =>
  app.database.kysely.selectFrom('news').selectAll().where('id', '=', id).executeTakeFirst();
/** How many rows there are of what an announcement is made of. */
const traces = async () => {
  const tables = ['news', 'news_targets', 'news_files', 'notifications', 'audit'] as const;
  const counts: unknown[] = [];
  for (const table of tables) {
    const { kysely } = app.database;
    counts.push(
      await kysely
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow(),
    );
  }
  return counts;
};

describe('publishing', () => {
  test('NEWS-49, API-06: answers 201 with data.params and stores what was said', async () => {
    const attachment = await uploadText(admin);
    const answer = await admin.post(NEWS_URL, announcement(whole(), { type: 'alert', attachments: [attachment] }));
    expect(answer.status).toBe(201);
    const { params } = answer.body.data ?? {};
    expect(params).toEqual({
      id: expect.any(Number),
      title: 'Отключение воды',
      description: 'Завтра с 10 до 14 часов не будет холодной воды.',
      type: 'alert',
      attachments: [attachment],
    });
    expect(await stored(Number(params?.id))).toMatchObject({ author_id: admin.id, type: 'alert', deleted_at: null });
    expect(await fileRow(app, attachment)).toMatchObject({ linked: true });
  });

  test('NEWS-50: all objects become the buildings of the author', async () => {
    const id = await publish(admin, { for_all_objects: true });
    expect(await stored(id)).toMatchObject({ for_all_objects: true });
    expect((await targetRows(app, id)).map((row) => row.building_id).sort()).toEqual([...demo.buildings].sort());
  });

  test('NEWS-50, NEWS-33: and his single entrances; others who hold neither do not see it', async () => {
    const author = await newPerson(app, { porches: [demo.home.porch] });
    const id = await publish(author, { for_all_objects: true });
    expect(await targetRows(app, id)).toMatchObject([{ kind: 'porch', porch_id: demo.home.porch }]);
    const neighbour = await newPerson(app, { porches: [demo.home.otherPorch] });
    expect(await seenBy(neighbour)).not.toContain(id);
  });

  test.each(['porches', 'floors', 'pipes', 'units'] as const)(
    'NEWS-51: %s are resolved to their places',
    async (part) => {
      const { building, porch } = demo.home;
      const rows =
        part === 'porches'
          ? [{ id: porch }]
          : await app.database.kysely
              .selectFrom(part)
              .select('id')
              .where('porch_id', '=', porch)
              .$if(part === 'units', (query) => query.where('unit_type' as never, '=', 'flat' as never))
              .orderBy('id')
              .limit(3)
              .execute();
      const ids = rows.map((row) => row.id);
      const id = await publish(admin, { [part]: ids });
      const written = await targetRows(app, id);
      expect(written).toHaveLength(ids.length);
      expect(new Set(written.map((row) => `${row.building_id} ${row.porch_id}`))).toEqual(
        new Set([`${building} ${porch}`]),
      );
      const { body } = await admin.get(`${NEWS_URL}${id}/`);
      expect(body.target).toEqual({ [part]: ids });
    },
  );

  test('others who may see it are told, by building and by entrance; the author is not', async () => {
    await publish(admin, { buildings: [demo.away.building], porches: [demo.home.porch] }, { type: 'accident' });
    const notice = await app.database.kysely
      .selectFrom('notifications')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(notice).toMatchObject({
      type: 'news',
      subtype: 'accident',
      message: 'Отключение воды',
      sender_id: admin.id,
      building_ids: [demo.away.building],
      porch_ids: [demo.home.porch],
    });
  });
});

describe('what is refused, with nothing stored', () => {
  const refused = async (by: Person, body: object, fields: object) => {
    const before = await traces();
    const answer = await by.post(NEWS_URL, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject(fields);
    expect(await traces()).toEqual(before);
  };

  test.each([
    ['NEWS-40', { title: '' }, { title: ['обязательное поле'] }],
    ['NEWS-40', { title: 'я'.repeat(7) }, { title: ['слишком мало'] }],
    ['NEWS-40', { title: 'я'.repeat(101) }, { title: ['слишком много'] }],
    ['NEWS-41', { description: undefined }, { description: ['обязательное поле'] }],
    ['NEWS-41', { description: 'я'.repeat(19) }, { description: ['слишком мало'] }],
    ['NEWS-41', { description: 'я'.repeat(401) }, { description: ['слишком много'] }],
    ['NEWS-29', { type: 'joke' }, { type: ['выберите из списка'] }],
    ['NEWS-42', { target: undefined }, { target: ['выберите объект'] }],
    ['NEWS-43', { target: { units: [1, 2] } }, { target: ['укажите минимум 3 квартиры'] }],
    ['NEWS-44', { target: { buildings: [] } }, { target: ['Выберите хотя бы одно значение'] }],
    ['NEWS-45', { target: { porches: [] } }, { target: ['Выберите хотя бы один подъезд'] }],
    ['NEWS-46', { target: { floors: [] } }, { target: ['Выберите хотя бы один этаж'] }],
    ['NEWS-47', { target: { pipes: [] } }, { target: ['Выберите хотя бы один стояк'] }],
  ])('%s: %j', (_item, change, fields) => refused(admin, announcement(whole(), change), fields));

  test('NEWS-40, NEWS-41: the bounds themselves are taken', async () => {
    for (const [title, description] of [
      [8, 20],
      [100, 400],
    ] as const) {
      const says = { title: 'я'.repeat(title), description: 'я'.repeat(description) };
      expect((await admin.post(NEWS_URL, announcement(whole(), says))).status).toBe(201);
    }
  });

  test('NEWS-39: a building that there is no more', async () => {
    const gone = { target: ['Такого здания больше нет'] };
    await refused(admin, announcement({ buildings: [999_999] }), gone);
    await refused(admin, announcement({ buildings: [demo.home.building, 999_999] }), gone);
    await refused(admin, announcement({ porches: [999_999] }), gone);
    await refused(admin, announcement({ porches: [demo.home.porch, 999_999] }), gone);
    await refused(admin, announcement({ units: [999_997, 999_998, 999_999] }), gone);
  });

  test('NEWS-39: one that was torn down while the form stood open', async () => {
    const { kysely } = app.database;
    const { id } = await kysely
      .insertInto('buildings')
      .values({ company_id: 1, street: 'ул. Снесённая', number: '1', floor_count: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const porch = await kysely
      .insertInto('porches')
      .values({ building_id: id, number: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await kysely.insertInto('user_porches').values({ user_id: admin.id, porch_id: porch.id }).execute();
    await publish(admin, { buildings: [id] });
    await kysely.deleteFrom('buildings').where('id', '=', id).execute();
    await refused(admin, announcement({ buildings: [id] }), { target: ['Такого здания больше нет'] });
  });

  test('PERM-25: a target out of the author’s reach', async () => {
    const { home, away } = demo;
    const half = await newPerson(app, { porches: [home.porch] });
    const flats = await app.database.kysely
      .selectFrom('units')
      .select('id')
      .where('porch_id', '=', home.otherPorch)
      .limit(3)
      .execute();
    await refused(half, announcement({ buildings: [away.building] }), { target: ['Такого здания больше нет'] });
    await refused(half, announcement({ buildings: [home.building] }), {
      target: [expect.stringMatching(/часть дома/)],
    });
    await refused(half, announcement({ porches: [home.porch, home.otherPorch] }), { target: ['такого нет'] });
    await refused(half, announcement({ units: flats.map((row) => row.id) }), { target: [expect.any(String)] });
    await refused(await newPerson(app, { porches: [] }), announcement({ for_all_objects: true }), {
      target: ['Выберите хотя бы одно значение'],
    });
  });

  test('PERM-25: a riser through the whole house is for who holds the whole house, and offered to no other', async () => {
    const { home, away } = demo;
    const { kysely } = app.database;
    const { id } = await kysely
      .insertInto('pipes')
      .values({ building_id: home.building, porch_id: null, name: 'Общий' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const offered = async (by: Person, path: string) => {
      const { body } = await by.get(`/api/crm/${path}/`);
      return (body.pipes as unknown as { id: number }[]).some((pipe) => pipe.id === id);
    };
    const half = await newPerson(app, { porches: [home.porch] });
    expect([await offered(admin, `buildings/${home.building}`), await offered(half, `porches/${home.porch}`)]).toEqual([
      true,
      false,
    ]);
    await publish(admin, { pipes: [id] });
    await refused(half, announcement({ pipes: [id] }), { target: [expect.stringMatching(/часть дома/)] });
    const stranger = await newPerson(app, { porches: [away.porch] });
    await refused(stranger, announcement({ pipes: [id] }), { target: ['Такого здания больше нет'] });
    await kysely.deleteFrom('pipes').where('id', '=', id).execute();
  });

  test('ATT-12: a file of somebody else, one that is in use, one that is gone', async () => {
    const others = await uploadText(await newPerson(app));
    const used = await uploadText(admin);
    await publish(admin, whole(), { attachments: [used] });
    const gone = await uploadText(admin);
    await admin.remove(`/api/authorized/attachments/${gone}/`);
    for (const id of [others, used, gone, 999_999]) {
      await refused(admin, announcement(whole(), { attachments: [id] }), {
        attachments: ['не удалось загрузить файл'],
        [`attachments.${id}`]: ['не удалось загрузить файл'],
      });
    }
    expect(await fileRow(app, others)).toMatchObject({ linked: false });
  });
});
