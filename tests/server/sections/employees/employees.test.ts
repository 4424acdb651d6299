// Runs on PostgreSQL too: collation.

import { readDemoCompany } from '#tests/support/server/demo-company.ts';
import { demoPerson, newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp } from '#tests/support/server/test-app.ts';

const app = await openTestApp();
const demo = await readDemoCompany(app);
afterAll(() => app.close());

const URL = '/api/crm/employee/';
const people = { admin: await demoPerson(app, 1) };
let phones = 0;

async function companies() {
  return (await people.admin.get('/api/crm/scenarios/companies/')).list;
}

/** A valid payload of a new employee. */
async function body(over: object = {}) {
  phones += 1;
  const [company] = await companies();
  const person = { first_name: ' Пётр ', last_name: 'Новиков', gender: 'male', position: 'Электрик' };
  return { ...person, company: company?.id, phone_number: `+7 (977) ${String(2_000_000 + phones)}`, ...over };
}

async function hire(by: Person = people.admin, over: object = {}): Promise<number> {
  const made = await by.post(URL, await body(over));
  expect([made.status, made.text]).toEqual([201, expect.stringContaining('"created"')]);
  return Number(made.body.params?.user);
}

describe('reading', () => {
  test('EMP-02 pages with page and page_size, ten by default, and counts', async () => {
    const first = await people.admin.get(URL);
    expect(first.body).toMatchObject({ number: 1, page_size: 10, previous: null });
    const results = first.body.results as unknown as { user: number }[];
    expect(results).toHaveLength(10);
    expect(Number(first.body.count)).toBeGreaterThan(15);
    const second = await people.admin.get(String(first.body.next));
    const others = second.body.results as unknown as { user: number }[];
    expect(others.filter(({ user }) => results.some((known) => known.user === user))).toEqual([]);
    expect((await people.admin.get(`${URL}?page_size=501`)).status).toBe(400);
    expect((await people.admin.get(`${URL}?page=0`)).status).toBe(400);
    expect((await people.admin.get(`${URL}?sort=phone`)).status).toBe(400);
  });

  test('EMP-01 sorts over all pages by name, position, organisation and status, both ways', async () => {
    for (const sort of ['name', 'position', 'company', 'status']) {
      const up = (await people.admin.get(`${URL}?page_size=500&sort=${sort}`)).body.results as never as object[];
      const down = (await people.admin.get(`${URL}?page_size=500&sort=-${sort}`)).body.results as never as object[];
      expect(up.length).toBe(down.length);
      const key = (row: unknown) => {
        const { first_name, position, company, status } = row as Record<string, { label?: string } & string>;
        return { name: first_name, position, company: company?.label, status }[sort];
      };
      expect([sort, key(up[0])]).not.toEqual([sort, key(down[0])]);
      const names = up.map(key).filter(Boolean);
      if (sort !== 'status') expect(names).toEqual([...names].sort((a, b) => String(a).localeCompare(String(b), 'ru')));
    }
  });

  test('EMP-01 sorts by how many houses and how many sections are open, those of nobody too', async () => {
    interface Row {
      objects_count: number;
      sections: Record<string, string>;
    }
    const counts = {
      objects: (row: Row) => row.objects_count,
      sections: (row: Row) => Object.values(row.sections).filter((level) => level !== 'denied').length,
    };
    await newPerson(app, { levels: 'denied', porches: [] });
    for (const [sort, count] of Object.entries(counts)) {
      const rows = async (way: string) =>
        (await people.admin.get(`${URL}?page_size=500&sort=${way}${sort}`)).body.results as never as Row[];
      const up = (await rows('')).map(count);
      expect([sort, up]).toEqual([sort, up.toSorted((a, b) => a - b)]);
      expect([sort, (await rows('-')).map(count)]).toEqual([sort, up.toSorted((a, b) => b - a)]);
      expect(new Set(up).size).toBeGreaterThan(1);
    }
  });

  test('EMP-03 API-17 a whole house and single entrances of another are told apart, residents and deleted left out', async () => {
    const list = (await people.admin.get(`${URL}?page_size=500`)).body.results as never as Record<string, unknown>[];
    expect(list.map(({ first_name }) => first_name)).not.toEqual(expect.arrayContaining(['Роман']));
    const editor = list.find(({ last_name }) => last_name === 'Одинцова') as unknown as {
      user: number;
      objects_count: number;
      buildings: unknown[];
      porches: { building: { id: number } }[];
    };
    expect(editor.objects_count).toBe(editor.buildings.length + new Set(editor.porches.map((p) => p.building.id)).size);
    const one = (await people.admin.get(`${URL}${editor.user}/`)).body;
    expect(Object.keys(one)).toEqual(
      expect.arrayContaining(
        'user first_name last_name gender position company phone_number email status avatar user_chat_id tenant buildings porches sections services'.split(
          ' ',
        ),
      ),
    );
    expect(Object.keys(one.sections ?? {})).toEqual(
      expect.arrayContaining(['news', 'tasks', 'chats', 'residents', 'readings', 'cameras', 'employees', 'buildings']),
    );
    expect((await people.admin.get(`${URL}8/`)).status).toBe(404);
    expect((await people.admin.get(`${URL}abc/`)).status).toBe(404);
  });

  test('search finds names in either order, positions and phones, and takes signs of patterns as they are', async () => {
    const count = async (search: string) =>
      Number((await people.admin.get(`${URL}?search=${encodeURIComponent(search)}`)).body.count);
    expect(await count('ольга троф')).toBe(1);
    expect(await count('трофимова ольга')).toBe(1);
    expect(await count('бухгалтер')).toBe(1);
    expect(await count('00-00-03')).toBeGreaterThan(0);
    for (const typed of ['89000000003', '8 (900) 000-00-03', '+7 900 000 00 03']) expect(await count(typed)).toBe(1);
    for (const few of ['89', '%']) expect(await count(few)).toBe(0);
    expect(await count('нетникого')).toBe(0);
  });

  test('EMP-24 companies say which is the head one', async () => {
    const list = await companies();
    expect(list.filter(({ is_tenant }) => is_tenant as unknown as boolean)).toHaveLength(1);
    expect(list[0]).toEqual({ id: expect.any(Number), label: expect.any(String), is_tenant: true });
  });
});

describe('a new employee', () => {
  test('EMP-26 is invited by SMS with a link that lets him set a password and see nothing but news', async () => {
    const payload = await body();
    const made = await people.admin.post(URL, payload);
    expect(made.body.params).toEqual({
      user: expect.any(Number),
      status: 'created',
      version: expect.any(String),
      invited: true,
    });
    const phone = `+7977${String(2_000_000 + phones)}`;
    const sent = await app.database.kysely.selectFrom('outbox').selectAll().where('recipient', '=', phone).execute();
    expect(sent).toHaveLength(1);
    const token = /\/registration\?token=([\w-]+)/.exec(sent[0]?.text ?? '')?.[1] ?? '';
    expect(sent[0]?.text).toContain('Пётр, вас пригласили');
    const profile = await app.call('GET', '/api/crm/profile/current/', token);
    expect(profile.body).toMatchObject({ first_name: 'Пётр', status: 'created', phone_number: phone });
    const set = await app.call(
      'POST',
      { url: '/api/crm/profile/set_password/', body: { password: 'Parol2026!' } },
      token,
    );
    expect(set.status).toBe(200);
    const signed = await app.call('POST', { url: '/api/auth', body: { username: phone, password: 'Parol2026!' } });
    const rights = await app.call('GET', '/api/crm/permissions/', String(signed.body.token));
    expect(rights.body.sections).toMatchObject({ news: 'read', tasks: 'denied', employees: 'denied' });
  });

  test('EMP-22 EMP-23 EMP-48 says in Russian what is wrong with each field, and stores nothing', async () => {
    const before = (await people.admin.get(URL)).body.count;
    const empty = await people.admin.post(URL, {});
    expect(empty.status).toBe(400);
    expect(empty.body).toMatchObject({
      first_name: ['должно содержать от 1 до 60 символов'],
      last_name: ['должно содержать от 1 до 60 символов'],
      gender: ['выберите пол'],
      position: ['обязательное поле'],
      company: ['выберите организацию'],
      phone_number: [expect.stringMatching(/обязательное поле|введите корректный номер/)],
    });
    const long = await people.admin.post(URL, await body({ first_name: 'я'.repeat(61), phone_number: '+7 123' }));
    expect(long.body).toMatchObject({
      first_name: ['должно содержать от 1 до 60 символов'],
      phone_number: ['введите корректный номер'],
    });
    const taken = await people.admin.post(URL, await body({ phone_number: people.admin.phone }));
    expect([taken.status, taken.body.phone_number]).toEqual([400, ['уже занято']]);
    expect((await people.admin.post(URL, await body({ company: 99_999 }))).body.company).toEqual(['такого нет']);
    expect((await people.admin.get(URL)).body.count).toBe(before);
  });

  test('one phone at the same moment is taken once', async () => {
    const payload = await body();
    const answers = await Promise.all([1, 2, 3].map(() => people.admin.post(URL, payload)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  });

  test('can be invited again, who is in the system cannot', async () => {
    const id = await hire();
    expect((await people.admin.post(`${URL}${id}/invite/`)).status).toBe(200);
    const refused = await people.admin.post(`${URL}3/invite/`);
    expect([refused.status, refused.body.detail]).toEqual([409, 'Сотрудник уже в системе, приглашение ему не нужно']);
  });
});

describe('PERM-24 EMP-42 EMP-43 entrances', () => {
  test('those the manager does not hold stay, whether named or not; foreign ones cannot be given', async () => {
    const { porch, otherPorch } = demo.home;
    const id = await hire();
    const payload = await body({ porches: [porch, otherPorch, demo.away.porch] });
    expect((await people.admin.put(`${URL}${id}/`, payload)).status).toBe(200);
    const partial = await newPerson(app, { porches: [porch] });
    const { porches: _, ...own } = payload as Record<string, unknown>;
    expect((await partial.put(`${URL}${id}/`, { ...own, porches: [] })).status).toBe(200);
    const held = async () =>
      (await app.database.kysely.selectFrom('user_porches').select('porch_id').where('user_id', '=', id).execute())
        .map((row) => row.porch_id)
        .sort((a, b) => a - b);
    expect(await held()).toEqual([otherPorch, demo.away.porch].sort((a, b) => a - b));
    expect((await partial.put(`${URL}${id}/`, { ...own, porches: [porch, otherPorch] })).status).toBe(200);
    expect(await held()).toEqual([porch, otherPorch, demo.away.porch].sort((a, b) => a - b));
    const stranger = await hire();
    const refused = await partial.put(`${URL}${stranger}/`, { ...(await body()), porches: [otherPorch] });
    expect([refused.status, refused.body.porches]).toEqual([400, ['Нельзя открыть подъезд, который закрыт для вас']]);
    // The greyed ones are seen all the same.
    const seen = (await partial.get(`${URL}${id}/`)).body.porches as never as { id: number }[];
    const whole = (await partial.get(`${URL}${id}/`)).body.buildings as never as { porches: { id: number }[] }[];
    const all = [...seen, ...whole.flatMap(({ porches }) => porches)].map((each) => each.id);
    expect(all).toEqual(expect.arrayContaining([otherPorch, demo.away.porch]));
  });
});

describe('EMP-45 services', () => {
  test('EMP-44 a performer needs one; of others they are kept as sent', async () => {
    const id = await hire();
    const base = await body();
    const none = await people.admin.put(`${URL}${id}/`, { ...base, sections: { tasks: 'performer' }, services: [] });
    expect([none.status, none.body.services]).toEqual([400, ['выберите сервисы для работы по ним в разделе "Заявки"']]);
    const unknown = await people.admin.put(`${URL}${id}/`, { ...base, services: [77_777] });
    expect(unknown.body.services).toEqual(['такого нет']);
    const done = await people.admin.put(`${URL}${id}/`, {
      ...base,
      sections: { tasks: 'performer' },
      services: [2, 1],
    });
    expect(done.status).toBe(200);
    const held = async () => (await people.admin.get(`${URL}${id}/`)).body.services as never as { id: number }[];
    expect(await held()).toEqual([expect.objectContaining({ id: 1 }), expect.objectContaining({ id: 2 })]);
    // None at all is refused, left out they stay.
    const emptied = await people.admin.put(`${URL}${id}/`, { ...base, services: [] });
    expect([emptied.status, emptied.body.services]).toEqual([400, none.body.services]);
    expect((await people.admin.put(`${URL}${id}/`, base)).status).toBe(200);
    expect((await held()).map((service) => service.id)).toEqual([1, 2]);
  });

  test('EMP-44 EMP-45 services left out: nobody becomes a performer without one, who had some goes on with them', async () => {
    const id = await hire();
    const base = { ...(await body()), sections: { tasks: 'performer' } };
    const without = await people.admin.put(`${URL}${id}/`, base);
    expect([without.status, without.body.services]).toEqual([
      400,
      ['выберите сервисы для работы по ним в разделе "Заявки"'],
    ]);
    const level = async () => (await people.admin.get(`${URL}${id}/`)).body.sections;
    expect(await level()).toMatchObject({ tasks: 'denied' });
    expect((await people.admin.put(`${URL}${id}/`, { ...base, services: [3] })).status).toBe(200);
    expect((await people.admin.put(`${URL}${id}/`, { ...base, sections: { tasks: 'read' } })).status).toBe(200);
    expect((await people.admin.put(`${URL}${id}/`, base)).status).toBe(200);
    expect(await level()).toMatchObject({ tasks: 'performer' });
    const { services } = (await people.admin.get(`${URL}${id}/`)).body;
    expect(services).toEqual([expect.objectContaining({ id: 3 })]);
  });
});
