// Runs on PostgreSQL too: collation.
import { residentDetails } from '#resources/protocol/people/residents.ts';
import { newPerson } from '#tests/support/server/people.ts';
import {
  app,
  auditActions,
  fixture,
  homes,
  invited,
  keeper,
  newPhone,
  openResidents,
  payload,
  porter,
  present,
  row,
  sms,
  URL,
  unit,
  wait,
} from '#tests/support/server/residents-fixture.ts';

openResidents();

describe('inviting', () => {
  test('RES-35, API-20: POST stores the person, his units in order, and sends the invitation', async () => {
    const phone = newPhone();
    const made = await invited({ phone_number: phone, units: [unit('5/4'), unit('15/9'), unit('5/4')] });
    expect(made).toMatchObject({ status: 'created', invited: true, units: [unit('5/4'), unit('15/9')] });
    expect(made.id).toBe(made.user);
    expect(await row(made.id)).toMatchObject({
      role: 'resident',
      status: 'created',
      phone,
      first_name: 'Дарья',
      gender: 'female',
    });
    expect(await homes(made.id)).toEqual([unit('5/4'), unit('15/9')]);
    const [message] = await sms();
    expect(message?.recipient).toBe(phone);
    expect(message?.text).toMatch(/: вас пригласили в приложение жителя\. Вход по этому номеру$/);
    expect(await auditActions(made.id)).toEqual(['create']);
  });

  test.each([
    ['RES-25', { first_name: '' }, 'first_name', 'должно содержать от 1 до 60 символов'],
    ['RES-25', { first_name: 'а'.repeat(61) }, 'first_name', 'должно содержать от 1 до 60 символов'],
    ['RES-25', { last_name: '   ' }, 'last_name', 'должно содержать от 1 до 60 символов'],
    ['RES-25', { last_name: null }, 'last_name', 'должно содержать от 1 до 60 символов'],
    ['RES-27', { gender: null }, 'gender', 'выберите пол'],
    ['RES-27', { gender: 'other' }, 'gender', 'выберите из списка'],
    ['RES-28', { phone_number: '+7916408221' }, 'phone_number', 'введите корректный номер'],
    ['RES-28', { phone_number: '+4930123456' }, 'phone_number', 'введите корректный номер'],
    ['RES-28', { phone_number: '' }, 'phone_number', 'обязательное поле'],
    ['RES-29', { units: [] }, 'units', 'выберите квартиру'],
    ['RES-29', { units: ['x'] }, 'units', 'такого нет'],
    ['RES-32', { units: Array.from({ length: 11 }, (_, at) => at + 1) }, 'units', 'не больше десяти объектов'],
    ['API-21', { units: [2_147_483_647] }, 'units', 'такого нет'],
    ['API-21', { units: 5 }, 'units', 'выберите из списка'],
  ])('%s: %j is refused at its field and stores nothing', async (_id, change, field, message) => {
    const before = await app.database.kysely.selectFrom('users').select('id').execute();
    const answer = await keeper.post(URL, payload(change));
    expect(answer.status).toBe(400);
    expect(answer.body[field]).toEqual([message]);
    expect(await app.database.kysely.selectFrom('users').select('id').execute()).toHaveLength(before.length);
  });

  test('RES-25, CONST-06: names of 1 and of 60 characters are taken', async () => {
    const long = 'Я'.repeat(60);
    const made = await invited({ first_name: 'Я', last_name: long });
    expect([made.first_name, made.last_name]).toEqual(['Я', long]);
  });

  test('RES-32: ten units are taken', async () => {
    const ten = Array.from({ length: 10 }, (_, at) => unit(`5А/${at + 1}`));
    expect((await invited({ units: ten })).units).toEqual(ten);
  });

  test('RES-41: a telephone of somebody in the system is said of its field, whoever it is', async () => {
    for (const phone_number of [fixture.people.get('Ежов')?.phone, keeper.phone]) {
      const answer = await keeper.post(URL, payload({ phone_number }));
      expect([answer.status, answer.body.phone_number]).toEqual([400, ['человек с таким номером уже есть в системе']]);
    }
  });

  test('RES-41: of two who invite one telephone at once one is refused', async () => {
    const phone_number = newPhone();
    const answers = await Promise.all([1, 2, 3].map(() => keeper.post(URL, payload({ phone_number }))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  });

  test('scope: a unit of an entrance that is not held is no unit', async () => {
    const answer = await porter.post(URL, payload({ units: [unit('5/3'), unit('5/12')] }));
    expect([answer.status, answer.body.units]).toEqual([400, ['такого нет']]);
    expect((await porter.post(URL, payload())).status).toBe(201);
  });

  test('PERM-10: with the right to read nothing can be changed', async () => {
    const { id } = await invited();
    const viewer = await newPerson(app, { levels: { residents: 'read' } });
    expect((await viewer.get(`${URL}${id}/`)).status).toBe(200);
    const answers = [
      await viewer.post(URL, payload()),
      await viewer.put(`${URL}${id}/`, payload()),
      await viewer.post(`${URL}${id}/suspend/`, { flag: true }),
      await viewer.remove(`${URL}${id}/`),
      await viewer.post(`${URL}${id}/restore/`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect(await auditActions(id)).toEqual(['create']);
  });
});

describe('editing', () => {
  test('RES-37, RES-20: GET has what the form needs; id and user are one', async () => {
    const { id } = await invited({ units: [unit('5/3'), unit('15/2')] });
    const one = residentDetails.parse((await keeper.get(`${URL}${id}/`)).body);
    expect(one).toMatchObject({
      id,
      user: id,
      first_name: 'Дарья',
      last_name: 'Калинина',
      gender: 'female',
      email: null,
      status: 'created',
      is_all_units: true,
    });
    expect(
      one.units.map(({ object }) => [
        object.building.number,
        object.label,
        object.porch.number,
        object.floor.number,
        object.pipe?.name,
      ]),
    ).toEqual([
      ['5', '3', 1, 1, '3'],
      ['15', '2', 1, 1, '2'],
    ]);
  });

  test('RES-37: PUT replaces it all', async () => {
    const { id } = await invited();
    wait(60_000);
    const phone_number = newPhone();
    const change = payload({
      first_name: 'Лев',
      last_name: 'Калинин',
      gender: 'male',
      phone_number,
      units: [unit('15/1'), unit('5/3')],
    });
    const answer = await keeper.put(`${URL}${id}/`, change);
    expect([answer.status, answer.body.params]).toEqual([
      200,
      { ...change, id, user: id, status: 'created', invited: true },
    ]);
    expect(await row(id)).toMatchObject({ first_name: 'Лев', phone: phone_number, updated_at: new Date(present()) });
    expect(await homes(id)).toEqual([unit('15/1'), unit('5/3')]);
    expect(await auditActions(id)).toEqual(['create', 'update']);
  });

  test('who was invited by a wrong number is invited by the new one, nobody else is', async () => {
    const { id, phone_number } = await invited();
    const same = await keeper.put(`${URL}${id}/`, payload({ phone_number }));
    expect(same.body.params).not.toHaveProperty('invited');
    const other = await keeper.put(`${URL}${id}/`, payload());
    expect(other.body.params).toMatchObject({ invited: true });
    await app.database.kysely.updateTable('users').set({ status: 'active' }).where('id', '=', id).execute();
    expect((await keeper.put(`${URL}${id}/`, payload())).body.params).not.toHaveProperty('invited');
  });

  test('RES-41: a telephone of somebody else is refused, also when two want it at once', async () => {
    const [first, second] = [await invited(), await invited()];
    const answer = await keeper.put(`${URL}${first.id}/`, payload({ phone_number: second.phone_number }));
    expect([answer.status, answer.body.phone_number]).toEqual([400, ['человек с таким номером уже есть в системе']]);
    const phone_number = newPhone();
    const both = await Promise.all(
      [first, second].map(({ id }) => keeper.put(`${URL}${id}/`, payload({ phone_number }))),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('units of entrances that are not held stay, whatever the payload names', async () => {
    const { id } = await invited({ units: [unit('5/12'), unit('5/3'), unit('15/1')] });
    const seen = residentDetails.parse((await porter.get(`${URL}${id}/`)).body);
    expect(seen.units.map(({ object }) => object.label)).toEqual(['3']);
    expect(seen.is_all_units).toBe(false);
    const answer = await porter.put(`${URL}${id}/`, payload({ units: [unit('5/4')] }));
    expect([answer.status, answer.body.params]).toMatchObject([200, { units: [unit('5/4')] }]);
    expect(await homes(id)).toEqual([unit('5/4'), unit('5/12'), unit('15/1')]);
    const nine = Array.from({ length: 9 }, (_, at) => unit(`5/${at + 1}`));
    const many = await porter.put(`${URL}${id}/`, payload({ units: nine }));
    expect([many.status, many.body.units]).toEqual([400, ['не больше десяти объектов']]);
  });

  test('who lives elsewhere, is staff or is deleted is not found', async () => {
    const { id } = await invited({ units: [unit('15/1')] });
    for (const [by, who] of [
      [porter, id],
      [keeper, keeper.id],
      [keeper, fixture.people.get('Удалённый')?.id],
      [keeper, 2_147_483_647],
    ] as const) {
      expect((await by.get(`${URL}${who}/`)).status).toBe(404);
      expect((await by.put(`${URL}${who}/`, payload())).status).toBe(404);
      expect((await by.post(`${URL}${who}/suspend/`, { flag: true })).status).toBe(404);
      expect((await by.remove(`${URL}${who}/`)).status).toBe(404);
    }
  });
});
