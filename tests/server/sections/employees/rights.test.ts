import { LEVELS } from '#resources/language/access.ts';
import { readDemoCompany } from '#tests/support/server/demo-company.ts';
import { rightsOf, setServices, updateOf } from '#tests/support/server/employee-rights.ts';
import { demoPerson, newPerson, type Person, setLevels, setPorches } from '#tests/support/server/people.ts';
import { openTestApp } from '#tests/support/server/test-app.ts';

const app = await openTestApp();
const demo = await readDemoCompany(app);
afterAll(() => app.close());

const URL = '/api/crm/employee/';
const urlOf = (person: { id: number }) => `${URL}${person.id}/`;

let phones = 0;

const update = (person: Person, over: object = {}) => updateOf(app, person, over);

describe('PERM-23 never more than one has', () => {
  test('each refusal says why', async () => {
    const manager = await newPerson(app, { levels: { employees: 'write', tasks: 'read' }, porches: [demo.home.porch] });
    const target = await newPerson(app, { levels: { residents: 'write', tasks: 'write' } });
    const said = async (sections: object) =>
      (await manager.put(urlOf(target), await update(target, { sections }))).body.sections;
    expect(await said({ cameras: 'read' })).toEqual(['Нельзя дать право, которого нет у вас: Камеры']);
    expect(await said({ residents: 'denied' })).toEqual(['Нельзя изменить право, которого нет у вас: Резиденты']);
    expect(await said({ tasks: 'read' })).toEqual(['Нельзя изменить право, которого нет у вас: Заявки']);
    expect(await said({ roofs: 'read' })).toEqual(['Такого раздела нет: roofs']);
    expect(await said({ chats: 'write' })).toEqual(['Такого уровня у раздела нет: Общение']);
    expect(await said({ tasks: 'boss' })).toEqual(['укажите уровень доступа']);
    expect(await said({ residents: 'write', tasks: 'write' })).toBeUndefined();
  });

  test('a phone of somebody with more rights cannot be changed: his account could be taken over by it', async () => {
    const manager = await newPerson(app, { levels: { employees: 'write' } });
    const chief = await newPerson(app);
    phones += 1;
    const phone_number = `+7979${String(1_000_000 + phones)}`;
    const refused = await manager.put(urlOf(chief), await update(chief, { phone_number }));
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      'У сотрудника больше прав, чем у вас, поэтому сменить его номер нельзя',
    ]);
    const same = await manager.put(urlOf(chief), await update(chief, { position: 'Директор' }));
    expect(same.status).toBe(200);
    const equal = await newPerson(app, { levels: { employees: 'read' } });
    expect((await manager.put(urlOf(equal), await update(equal, { phone_number }))).status).toBe(200);
  });

  test('nobody changes, raises, blocks, deletes or looks at himself', async () => {
    const manager = await newPerson(app);
    const calls = [
      await manager.put(urlOf(manager), await update(manager)),
      await manager.post(`${urlOf(manager)}suspend/`, { flag: true }),
      await manager.remove(urlOf(manager)),
      await manager.post(`${urlOf(manager)}view/`),
    ];
    for (const { status, body } of calls) {
      expect([status, body.detail]).toEqual([403, expect.stringContaining('Свои данные и права изменить нельзя')]);
    }
  });

  test('the last administrator can be neither blocked, deleted nor stripped, another one can', async () => {
    const superuser = await demoPerson(app, 2);
    const admin = await demoPerson(app, 1);
    await newPerson(app, { role: 'admin' });
    const others = await app.database.kysely
      .updateTable('users')
      .set({ role: 'employee' })
      .where('role', '=', 'admin')
      .where('id', '!=', admin.id)
      .returning('id')
      .execute();
    expect(others.length).toBeGreaterThan(0);
    const denials = [
      await superuser.post(`${urlOf(admin)}suspend/`, { flag: true }),
      await superuser.remove(urlOf(admin)),
      await superuser.put(urlOf(admin), await update(admin, { sections: { employees: 'read' } })),
    ];
    for (const { status, body } of denials) {
      expect([status, body.detail]).toEqual([403, expect.stringContaining('последний администратор')]);
    }
    const second = await newPerson(app, { role: 'admin' });
    expect((await superuser.post(`${urlOf(second)}suspend/`, { flag: true })).status).toBe(200);
    expect((await superuser.post(`${urlOf(admin)}suspend/`, { flag: true })).status).toBe(403);

    // One who gives no rights any more does not remain an administrator: two steps are no way round.
    const third = await newPerson(app, { role: 'admin' });
    const strip = async (person: Person) =>
      superuser.put(urlOf(person), await update(person, { sections: { employees: 'denied' } }));
    expect((await strip(third)).status).toBe(200);
    const attempts = [
      await superuser.post(`${urlOf(admin)}suspend/`, { flag: true }),
      await superuser.remove(urlOf(admin)),
      await strip(admin),
    ];
    for (const { status, body } of attempts) {
      expect([status, body.detail]).toEqual([403, expect.stringContaining('последний администратор')]);
    }
  });
});

test('PERM-23 the last superuser can be neither blocked, deleted nor stripped, another one can', async () => {
  const superuser = await demoPerson(app, 2);
  const admin = await newPerson(app, { role: 'admin' });
  const other = await newPerson(app, { role: 'superuser' });
  expect((await admin.post(`${urlOf(other)}suspend/`, { flag: true })).status).toBe(200);
  const attempts = [
    await admin.post(`${urlOf(superuser)}suspend/`, { flag: true }),
    await admin.remove(urlOf(superuser)),
    await admin.put(urlOf(superuser), await update(superuser, { sections: { employees: 'read' } })),
  ];
  for (const { status, body } of attempts) {
    expect([status, body.detail]).toEqual([403, expect.stringContaining('последний суперпользователь')]);
  }
});

describe('PERM-23 PERM-06 the level of a performer', () => {
  test.each(['employee', 'admin'] as const)(
    'PERM-23 what the form offers is what the server takes, by every level and to every level: %s',
    async (role) => {
      for (const own of LEVELS) {
        const manager = await newPerson(app, { role, levels: { employees: 'write', tasks: own } });
        await setServices(app, manager.id, [1]);
        for (const had of LEVELS) {
          const target = await newPerson(app, { levels: { tasks: had } });
          await setServices(app, target.id, [1]);
          const { may_give } = (await manager.get(urlOf(target))).body;
          const taken: string[] = [];
          for (const level of LEVELS.filter((each) => each !== had)) {
            const payload = await update(target, { sections: { tasks: level }, services: [1] });
            const { status } = await manager.put(urlOf(target), payload);
            expect([200, 400]).toContain(status);
            if (status === 200) taken.push(level);
            await setLevels(app, target.id, { tasks: had });
          }
          const offered = Object.values(may_give?.tasks ?? {}).map(String);
          expect([role, own, had, offered.filter((level) => level !== had)]).toEqual([role, own, had, taken]);
        }
      }
    },
  );
});

describe('races', () => {
  test('two who block one another: one goes through, the other has lost his right', async () => {
    const [one, two] = [await newPerson(app), await newPerson(app)];
    const answers = await Promise.all([
      one.post(`${urlOf(two)}suspend/`, { flag: true }),
      two.post(`${urlOf(one)}suspend/`, { flag: true }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('two administrators deleted at once: one stays', async () => {
    const admins = [await newPerson(app, { role: 'admin' }), await newPerson(app, { role: 'admin' })];
    await app.database.kysely
      .updateTable('users')
      .set({ role: 'employee' })
      .where('role', '=', 'admin')
      .where(
        'id',
        'not in',
        admins.map(({ id }) => id),
      )
      .execute();
    const role = 'superuser';
    const [one, two] = [await newPerson(app, { role }), await newPerson(app, { role })];
    const [a, b] = admins as [Person, Person];
    const answers = await Promise.all([one.remove(urlOf(a)), two.remove(urlOf(b))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  test.each([
    ['the level', { cameras: 'denied' }, undefined, 400],
    ['the entrances', {}, [], 400],
    ['the right to give at all', { employees: 'read' }, undefined, 403],
  ])('PERM-23 %s that is taken away while one waits is not given on', async (_what, lost, porches, status) => {
    const [chief, manager] = [await newPerson(app), await newPerson(app)];
    const target = await newPerson(app, { levels: { news: 'read' }, porches: [] });
    const before = await rightsOf(app, target.id);
    const grant = await update(target, {
      position: 'Директор',
      sections: { cameras: 'write' },
      porches: [demo.home.porch],
    });
    const loss = await update(manager, { sections: lost, ...(porches ? { porches } : {}) });
    // The call has been let in with the rights of before; they go before it has its turn.
    const { kysely: db } = app.database;
    const turn = db.transaction();
    const run = turn.execute.bind(turn);
    let taken = 0;
    turn.execute = async (work) => {
      taken = (await chief.put(urlOf(manager), loss)).status;
      return run(work);
    };
    db.transaction = () => {
      Reflect.deleteProperty(db, 'transaction');
      return turn;
    };
    const given = await manager.put(urlOf(target), grant);
    expect([taken, given.status]).toEqual([200, status]);
    expect(await rightsOf(app, target.id)).toEqual(before);
    expect((await chief.get(urlOf(target))).body.position).toBe('инженер');
    // The same call, made by who has the right, is a good one.
    expect((await chief.put(urlOf(target), grant)).status).toBe(200);
    expect(await rightsOf(app, target.id)).toEqual({
      levels: { ...before.levels, cameras: 'write' },
      porches: [demo.home.porch],
    });
  });
});

describe('rights changed in flight', () => {
  test('PERM-05 every level counts for the very next call', async () => {
    const person = await newPerson(app);
    const other = await newPerson(app, { levels: { news: 'read' } });
    const statuses = async () => [
      (await person.get(URL)).status,
      (await person.put(urlOf(other), await update(other))).status,
    ];
    const expected = { denied: [403, 403], read: [200, 403], write: [200, 200], performer: [200, 200] } as const;
    for (const level of LEVELS) {
      await setLevels(app, person.id, { employees: level });
      expect([level, await statuses()]).toEqual([level, expected[level]]);
    }
    await setPorches(app, person.id, []);
    expect((await person.get(`/api/crm/buildings/${demo.home.building}/access/`)).status).toBe(404);
  });

  test('PERM-05 PERM-09 from write down to read and to performer: what is seen and moved of requests follows at once', async () => {
    const person = await newPerson(app, { levels: { tasks: 'write' } });
    await setServices(app, person.id, [1]);
    const { count: every } = (await person.get('/api/crm/tasks/count/?stage=created&date=0')).body;
    expect(Number(every)).toBeGreaterThan(0);
    const [task] = await app.database.kysely.selectFrom('tasks').select('id').orderBy('id').limit(1).execute();
    const seen = async () => (await person.get('/api/crm/tasks/count/?stage=created&date=0')).body.count;
    const moved = async () =>
      (await person.call('PATCH', { url: `/api/crm/tasks/${task?.id}/`, body: { order: 'first' } })).status;
    // Nothing is moved: what is sent is a bad payload for who may send one.
    expect([await seen(), await moved()]).toEqual([every, 400]);
    await setLevels(app, person.id, { tasks: 'read' });
    expect([await seen(), await moved()]).toEqual([every, 403]);
    await setLevels(app, person.id, { tasks: 'performer' });
    expect(Number(await seen())).toBeLessThan(Number(every));
    await setLevels(app, person.id, { tasks: 'write' });
    expect([await seen(), await moved()]).toEqual([every, 400]);
  });
});
