import { TASKS_PATH } from '#resources/protocol/requests/tasks.ts';
import { EVERYTHING_PATH, type EverythingAnswer, everythingAnswer } from '#resources/protocol/search/everything.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { buildSearchFixture, type SearchFixture } from '#tests/support/server/search-fixture.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let fixture: SearchFixture;
let keeper: Person;
let request = 0;
beforeAll(async () => {
  app = await openTestApp();
  fixture = await buildSearchFixture(app);
  const db = app.database.kysely;
  const { company_id } = await db.selectFrom('buildings').select('company_id').orderBy('id').executeTakeFirstOrThrow();
  // «ул. Калинина» 48, and a flat 48 in its neighbour.
  for (const [number, label] of [
    ['48', '1'],
    ['2', '48'],
    ['12к1', '5'],
  ]) {
    const place = { company_id, complex_id: null, subsidiary_id: null, submit_start_day: null, submit_end_day: null };
    const building = await db
      .insertInto('buildings')
      .values({ ...place, street: 'ул. Калинина', number: String(number), floor_count: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const at = { building_id: building.id };
    const porch = await db
      .insertInto('porches')
      .values({ ...at, number: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const inside = { ...at, porch_id: porch.id };
    const floor = await db
      .insertInto('floors')
      .values({ ...inside, number: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('units')
      .values({ ...inside, floor_id: floor.id, pipe_id: null, label: String(label) })
      .execute();
  }
  keeper = await newPerson(app);
  await db
    .updateTable('users')
    .set({ chat_id: 'usrKEEPERAAAAA', last_name: 'Хранитель', phone: '+79026791234' })
    .where('id', '=', keeper.id)
    .execute();
  const made = await keeper.post(TASKS_PATH, {
    service: 1,
    information: { description: 'Свистит форточка на чердаке' },
    target_type: 'building',
    target: { building: fixture.buildings[0] },
  });
  request = Number(made.body.params?.id);
  await keeper.post('/api/crm/cameras/', {
    name: 'Голубятня у гаражей',
    link: 'https://cam.example.org/1',
    buildings: [fixture.buildings[0]],
  });
  await keeper.post('/api/records/passes', { guest: 'Почтальон Печкин', house: fixture.buildings[2] });
  const { id: announcement } = await db
    .insertInto('news')
    .values({
      title: 'Выставка кактусов во дворе',
      description: 'Приходите в субботу, будет чай с баранками.',
      type: 'info',
      author_id: keeper.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('news_targets')
    .values({
      news_id: announcement,
      kind: 'building',
      building_id: fixture.buildings[0],
      porch_id: null,
      floor_id: null,
      pipe_id: null,
      unit_id: null,
    })
    .execute();
  const topic = await db
    .insertInto('chat_topics')
    .values({
      name: 'grpDUTYAAAAAA',
      kind: 'grp',
      owner_id: keeper.id,
      public: JSON.stringify({ fn: 'Дежурные слесари' }),
      aux: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('chat_subscriptions')
    .values({ topic_id: topic.id, user_id: keeper.id, private: null, deleted_at: null })
    .execute();
});
afterAll(() => app.close());

async function find(q: string, by = keeper, buildings: readonly number[] = []): Promise<EverythingAnswer['results']> {
  const near = buildings.length ? `&buildings_id=${buildings.join(',')}` : '';
  const answer = await by.get(`${EVERYTHING_PATH}?q=${encodeURIComponent(q)}${near}`);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return everythingAnswer.parse(answer.body).results;
}

const short = ({ kind, title, place, unit }: EverythingAnswer['results'][number]) =>
  kind === 'building' || kind === 'flat'
    ? `${kind} ${place?.street.replace('ул. ', '')} ${place?.number}${unit ? `/${unit.label}` : ''}`
    : `${kind} ${title}`;

const REQUEST = 'request Свистит форточка на чердаке';
const NEWS = 'news Выставка кактусов во дворе';
const CAMERA = 'camera Голубятня у гаражей';
const RECORD = 'record Почтальон Печкин';
const CHAT = 'chat Дежурные слесари';

test.each([
  // Flats: street, building, flat; with words, marks, other layout.
  ['проверочная 5 12', 'flat Проверочная 5/12'],
  ['Проверочная, 5, 12', 'flat Проверочная 5/12'],
  ['проверочная 5 кв 12', 'flat Проверочная 5/12'],
  ['проверочная 5 кв. 12', 'flat Проверочная 5/12'],
  ['проверочная д5 кв12', 'flat Проверочная 5/12'],
  ['ул. Проверочная, д. 5, кв. 12', 'flat Проверочная 5/12'],
  ['проверочная 5а 12', 'flat Проверочная 5А/12'],
  ['проверочная 5 а 12', 'flat Проверочная 5А/12'],
  ['проверочная 15 1', 'flat Проверочная 15/1'],
  ['проверочная 15 кв 7', 'flat Проверочная 15/7'],
  ['проверочная 5-12', 'flat Проверочная 5/12'],
  ['ghjdthjxyfz 5 12', 'flat Проверочная 5/12'],
  ['Ghjdthjxyfz 15 rd 7', 'flat Проверочная 15/7'],
  ['пров 15 7', 'flat Проверочная 15/7'],
  ['проверочная 15 под 2 кв 10', 'flat Проверочная 15/10'],
  ['проверочная 5 оф 2', 'flat Проверочная 5/оф. 2'],
  ['калинина 2 48', 'flat Калинина 2/48'],
  ['калинина 12к1 5', 'flat Калинина 12к1/5'],
  ['калинина 12 к1 кв 5', 'flat Калинина 12к1/5'],
  ['калинина 12 корп. 1 кв 5', 'flat Калинина 12к1/5'],
  ['калинина кв 48', 'flat Калинина 2/48'],
  ['кв 48', 'flat Калинина 2/48'],
  ['rd 48', 'flat Калинина 2/48'],
  ['стан 5 12', 'flat Проверочная 5/12'],
  ['зеленый стан 5 12', 'flat Проверочная 5/12'],
  ['жк зелёный стан 5а 12', 'flat Проверочная 5А/12'],
  ['проверочная дом 5 квартира 12', 'flat Проверочная 5/12'],
  ['проверочная, 5, кв.12', 'flat Проверочная 5/12'],
  ['ул проверочная 5 12', 'flat Проверочная 5/12'],
  ['проверочная ул 5 12', 'flat Проверочная 5/12'],
  ['улица Проверочная дом 5 кв 12', 'flat Проверочная 5/12'],
  ['ПРОВЕРОЧНАЯ 5 КВ 12', 'flat Проверочная 5/12'],
  ['Проверочная 5А, 12', 'flat Проверочная 5А/12'],
  ['проверочная 5А кв.12', 'flat Проверочная 5А/12'],
  ['проверочная 15 подъезд 2 квартира 10', 'flat Проверочная 15/10'],
  ['проверочная 15 п2 кв 10', 'flat Проверочная 15/10'],
  ['проверочная 15 18', 'flat Проверочная 15/18'],
  ['кв 12 проверочная 5', 'flat Проверочная 5/12'],
  ['ghjdthjxyfz 15 7', 'flat Проверочная 15/7'],
  ['калинина 2-48', 'flat Калинина 2/48'],
  ['калинина 2, 48', 'flat Калинина 2/48'],
  ['калинина 2 кв48', 'flat Калинина 2/48'],
  ['калинина, дом 2, кв. 48', 'flat Калинина 2/48'],
  ['rfkbybyf 2 48', 'flat Калинина 2/48'],
  ['калинина 12к1-5', 'flat Калинина 12к1/5'],
  ['калинина 48 1', 'flat Калинина 48/1'],
  ['калинина 48 кв 1', 'flat Калинина 48/1'],
  ['квартира 48', 'flat Калинина 2/48'],
  ['кв.48', 'flat Калинина 2/48'],
  ['КВ 48', 'flat Калинина 2/48'],
  ['проверочная 5 офис 2', 'flat Проверочная 5/оф. 2'],
  // Buildings.
  ['калинина 48', 'building Калинина 48'],
  ['КАЛИНИНА 48', 'building Калинина 48'],
  ['калинина д 48', 'building Калинина 48'],
  ['rfkbybyf 48', 'building Калинина 48'],
  ['48 калинина', 'building Калинина 48'],
  ['калинина 12к1', 'building Калинина 12к1'],
  ['калинина 12 к 1', 'building Калинина 12к1'],
  ['калинина 12 корпус 1', 'building Калинина 12к1'],
  ['12к1', 'building Калинина 12к1'],
  ['калинина 12', 'building Калинина 12к1'],
  ['проверочная 5', 'building Проверочная 5'],
  ['проверочная 5а', 'building Проверочная 5А'],
  ['проверочная 15', 'building Проверочная 15'],
  ['проверочная', 'building Проверочная 5'],
  ['улица проверочная', 'building Проверочная 5'],
  ['ghjdthjxyfz', 'building Проверочная 5'],
  ['зелёный стан', 'building Проверочная 5'],
  ['зеленый стан', 'building Проверочная 5'],
  ['жк зелёный стан', 'building Проверочная 5'],
  ['лесная 12', 'building Лесная 12'],
  ['Лесная 14', 'building Лесная 14'],
  ['ktcyfz 12', 'building Лесная 12'],
  ['ktcyfz? 14', 'building Лесная 14'],
  ['проверочная д. 5', 'building Проверочная 5'],
  ['проверочная дом 5', 'building Проверочная 5'],
  ['5 проверочная', 'building Проверочная 5'],
  ['пров 5', 'building Проверочная 5'],
  ['провер 15', 'building Проверочная 15'],
  ['ПРОВЕРОЧНАЯ 5А', 'building Проверочная 5А'],
  ['проверочная, 5 а', 'building Проверочная 5А'],
  ['калинина 2', 'building Калинина 2'],
  ['калинина, 2', 'building Калинина 2'],
  ['калин 48', 'building Калинина 48'],
  ['калинина 12 корп1', 'building Калинина 12к1'],
  ['ул. Калинина, 12к1', 'building Калинина 12к1'],
  ['12 к 1 калинина', 'building Калинина 12к1'],
  ['лес 12', 'building Лесная 12'],
  ['ЛЕСНАЯ, 14', 'building Лесная 14'],
  ['улица лесная дом 14', 'building Лесная 14'],
  ['калинина д. 48, кв. 1', 'flat Калинина 48/1'],
  ['проверочная, д. 15', 'building Проверочная 15'],
  // People by name: case, order, beginnings, ё and е, other layout.
  ['ежов', 'resident Ежов Пётр'],
  ['Ежов Пётр', 'resident Ежов Пётр'],
  ['петр ежов', 'resident Ежов Пётр'],
  ['ежова', 'resident Ежова Ксения'],
  ['ежова ксения', 'resident Ежова Ксения'],
  ['ежова кс', 'resident Ежова Ксения'],
  ['t;jdf', 'resident Ежова Ксения'],
  ['иванов семен', 'resident Иванов Семён'],
  ['иванов семён', 'resident Иванов Семён'],
  ['семён иванов', 'resident Иванов Семён'],
  ['bdfyjd ctvty', 'resident Иванов Семён'],
  ['иванова анна', 'resident Иванова Анна'],
  ['анна иванова', 'resident Иванова Анна'],
  ['иванов 12', 'resident Иванов Семён'],
  ['ежов 15', 'resident Ежов Пётр'],
  ['хранитель', 'employee Хранитель Иван'],
  ['хранитель иван', 'employee Хранитель Иван'],
  ['[hfybntkm', 'employee Хранитель Иван'],
  ['удалённый', null],
  ['Ёжов', 'resident Ежов Пётр'],
  ['ЕЖОВА', 'resident Ежова Ксения'],
  ['ежов п', 'resident Ежов Пётр'],
  ['п ежов', 'resident Ежов Пётр'],
  ['t;jd', 'resident Ежов Пётр'],
  ['ежов пётр 15', 'resident Ежов Пётр'],
  ['ежова 5', 'resident Ежова Ксения'],
  ['иванова 12', 'resident Иванова Анна'],
  ['иванов   семён', 'resident Иванов Семён'],
  ['ИВАНОВ СЕМЕН', 'resident Иванов Семён'],
  ['хран', 'employee Хранитель Иван'],
  ['иван хранитель', 'employee Хранитель Иван'],
  // Telephones, whole and by their last digits.
  ['+7 916 408-22-17', 'resident Ежов Пётр'],
  ['8 916 408 22 17', 'resident Ежов Пётр'],
  ['9164082217', 'resident Ежов Пётр'],
  ['4082217', 'resident Ежов Пётр'],
  ['22-17', 'resident Ежов Пётр'],
  ['2217', 'resident Ежов Пётр'],
  ['9999', 'resident Иванов Семён'],
  ['1831', 'resident Иванова Анна'],
  ['550-18-31', 'resident Иванова Анна'],
  ['+79164082217', 'resident Ежов Пётр'],
  ['89164082217', 'resident Ежов Пётр'],
  ['7 916 408 22 17', 'resident Ежов Пётр'],
  ['+7 (916) 408-22-17', 'resident Ежов Пётр'],
  ['408 22 17', 'resident Ежов Пётр'],
  ['82217', 'resident Ежов Пётр'],
  ['113-99-99', 'resident Иванов Семён'],
  ['+7 925 113 99 99', 'resident Иванов Семён'],
  ['9035501831', 'resident Иванова Анна'],
  ['+79026791234', 'employee Хранитель Иван'],
  ['679-12-34', 'employee Хранитель Иван'],
  // The last digits that look like the beginning of a whole number.
  ['791234', 'employee Хранитель Иван'],
  // Requests by words, anywhere in the text, with an address.
  ['форточка', REQUEST],
  ['форточк', REQUEST],
  ['свистит форточка', REQUEST],
  ['форточка чердак', REQUEST],
  ['ajhnjxrf', REQUEST],
  ['проверочная 5 форточка', REQUEST],
  ['форточка проверочная', REQUEST],
  ['форточка проверочная 15', null],
  ['ФОРТОЧКА', REQUEST],
  ['чердак', REQUEST],
  ['на чердаке форточка', REQUEST],
  ['cdbcnbn', REQUEST],
  ['проверочная, 5, форточка', REQUEST],
  ['проверочная форточка чердак', REQUEST],
  // Requests by number, with and without its sign.
  ['№ #', REQUEST],
  ['№#', REQUEST],
  ['заявка #', REQUEST],
  ['Заявка № #', REQUEST],
  ['ЗАЯВКА №#', REQUEST],
  ['pfzdrf #', REQUEST],
  // Announcements, cameras, chats, records of added sections.
  ['выставка кактусов', NEWS],
  ['кактусы', null],
  ['кактус', NEWS],
  ['баранками', NEWS],
  ['rfrnec', NEWS],
  ['голубятня', CAMERA],
  ['голубятня гараж', CAMERA],
  ['ujke,znyz', CAMERA],
  ['дежурные слесари', CHAT],
  ['слесари', CHAT],
  ['cktcfhb', CHAT],
  ['печкин', RECORD],
  ['почтальон', RECORD],
  ['gtxrby', RECORD],
  ['выставка', NEWS],
  ['ВЫСТАВКА КАКТУСОВ', NEWS],
  ['чай с баранками', NEWS],
  ['dscnfdrf', NEWS],
  ['голуб', CAMERA],
  ['гаражей', CAMERA],
  ['Голубятня у гаражей', CAMERA],
  ['дежурные', CHAT],
  ['дежурные слес', CHAT],
  ['Дежурные слесари', CHAT],
  ['Почтальон Печкин', RECORD],
  ['печк', RECORD],
  ['Печкин', RECORD],
  // Nothing.
  ['zzzzzz', null],
  ['№', null],
  ['…', null],
  ['', null],
  ['%', null],
  ['_', null],
  ['   ', null],
  ['()', null],
  ['форточка кактус', null],
  ['ежов кактус', null],
  ['печкин голубятня', null],
])('SHELL-25, RES-02: of everything «%s» finds %s first', async (typed, expected) => {
  const [first] = await find(typed.replace('#', String(request)));
  expect(first ? short(first) : null).toBe(expected);
});

test('TASK-19: a request is found by its number alone too', async () => {
  expect((await find(`№ ${request}`))[0]).toMatchObject({ kind: 'request', id: request });
  expect((await find(String(request))).some(({ kind, id }) => kind === 'request' && id === request)).toBe(true);
});

test('PERM-01: what is found is of open sections and entrances only', async () => {
  const [own, other] = [fixture.porches[0][0], fixture.porches[2][0]];
  const porter = await newPerson(app, { porches: [own], levels: { tasks: 'read' } });
  expect((await find('форточка', porter)).map(short)).toEqual([REQUEST]);
  for (const typed of ['ежов', '2217', 'проверочная 5 12', 'голубятня', 'хранитель', 'печкин', 'слесари']) {
    expect((await find(typed, porter)).map(({ kind }) => kind)).toEqual([]);
  }
  expect((await find('проверочная', porter)).map(short)).toEqual(['building Проверочная 5']);
  const away = await newPerson(app, { porches: [other] });
  expect(await find('форточка', away)).toEqual([]);
  expect(await find('кактус', away)).toEqual([]);
  expect(await find('голубятня', away)).toEqual([]);
  expect((await find('ежов', away)).map(short)).toEqual(['resident Ежов Пётр']);
  expect((await find('печкин', away)).map(short)).toEqual([RECORD]);
  expect(await find('иванов семён', away)).toEqual([]);
  expect(await find(`№ ${request}`, away)).toEqual([]);
});

test('SHELL-25: of what fits alike the checked buildings come first', async () => {
  const near = await find('кв 7', keeper, [fixture.buildings[2]]);
  expect(near.map(short)[0]).toBe('flat Проверочная 15/7');
});
