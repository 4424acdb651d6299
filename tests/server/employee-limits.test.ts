import { LEVELS, type Level, offeredLevels, SECTIONS } from '#resources/language/access.ts';
import { rightsOf, servicesOf, setServices, updateOf } from '#tests/support/server/employee-rights.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp } from '#tests/support/server/test-app.ts';

const app = await openTestApp();
afterAll(() => app.close());

const URL = '/api/crm/employee/';
const urlOf = (person: { id: number }) => `${URL}${person.id}/`;
const update = (person: Person, over: object = {}) => updateOf(app, person, over);

/** Levels that somebody with this one may give and take, written down once more by hand (PERM-23). */
const GIVEN_BY: Readonly<Record<string, Partial<Record<Level, readonly Level[]>>>> = {
  news: { denied: ['denied', 'read'], read: ['denied', 'read'], write: ['denied', 'read', 'write'] },
  tasks: {
    denied: ['denied'],
    read: ['denied', 'read'],
    write: ['denied', 'read', 'write', 'performer'],
    performer: ['denied', 'performer'],
  },
  other: { denied: ['denied'], read: ['denied', 'read'], write: ['denied', 'read', 'write'] },
};

/** How a level acts: who leads is more than a performer, chats know no writing, and only requests have performers. */
function acts(role: string, section: string, level: Level = 'denied'): Level {
  if (section === 'chats') return level === 'denied' ? level : 'read';
  if (level !== 'performer') return level;
  return section === 'tasks' && role === 'employee' ? level : 'write';
}

/** The same numbers at every run, evenly spread. */
function seeded(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

describe('PERM-23 never more than one has', () => {
  const random = seeded(2026);
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
  // With one that the installation added.
  const sections = [...SECTIONS, 'passes'];
  const someLevels = () => Object.fromEntries(sections.map((section) => [section, pick(LEVELS)]));
  const somePorches = (all: readonly number[]) => all.filter(() => random(2) === 0);

  const roleOf = async ({ id }: Person) =>
    (await app.database.kysely.selectFrom('users').where('id', '=', id).select('role').executeTakeFirstOrThrow()).role;
  const somebody = async (over: Parameters<typeof newPerson>[1] = {}) => {
    const person = await newPerson(app, { levels: someLevels(), porches: somePorches(porches), ...over });
    await setServices(
      app,
      person.id,
      services.filter(() => random(3) === 0),
    );
    return person;
  };
  const all = async (person: Person) => ({
    ...(await rightsOf(app, person.id)),
    services: await servicesOf(app, person.id),
  });
  const ROLES = ['employee', 'employee', 'superuser', 'admin'] as const;
  const { kysely } = app.database;
  let porches: number[] = [];
  let services: number[] = [];
  beforeAll(async () => {
    porches = (await kysely.selectFrom('porches').select('id').execute()).map(({ id }) => id);
    services = (await kysely.selectFrom('services').select('id').orderBy('id').limit(4).execute()).map(({ id }) => id);
  });
  /** Who acts on whom: as often as not on somebody who has more. */
  const pair = async () => {
    const levels = { ...someLevels(), employees: pick(['write', 'write', 'read', 'performer'] as const) };
    const actor = await somebody({ role: pick(ROLES), levels });
    return { actor, target: random(8) === 0 ? actor : await somebody({ role: pick(ROLES) }) };
  };

  test('PERM-23 random changes: for random actors, targets and payloads nobody ends with more than the actor had', async () => {
    const outcomes = new Set<number>();
    for (let round = 0; round < 70; round += 1) {
      const { actor, target } = await pair();
      const [before, own] = [await all(target), await all(actor)];
      const roles = { actor: await roleOf(actor), target: await roleOf(target) };
      const named = random(3) ? sections : ['tasks'];
      const payload = await update(target, {
        sections: Object.fromEntries(
          named
            .filter((section) => section === 'tasks' || random(3) === 0)
            .map((section) => {
              // Often what it is already, so that not every payload is refused for one of its sections.
              const had = offeredLevels(section).find((level) => level === before.levels[section]);
              return [section, (random(2) && had) || pick(offeredLevels(section))];
            }),
        ),
        ...(random(2) ? { porches: somePorches(random(2) ? porches : [...own.porches, ...before.porches]) } : {}),
        ...(random(4) ? {} : { phone_number: `+7978${String(3_000_000 + round)}` }),
        ...(random(4)
          ? { services: random(2) ? [...own.services, ...before.services] : services.slice(random(3)) }
          : {}),
      });
      const answer = await actor.put(urlOf(target), payload);
      outcomes.add(answer.status);
      expect([200, 400, 403]).toContain(answer.status);
      const after = await all(target);
      const levelOf = (section: string) => acts(roles.actor, section, own.levels[section]);
      for (const [section, level] of Object.entries(after.levels)) {
        const had = before.levels[section];
        const mine = (GIVEN_BY[section] ?? GIVEN_BY.other)?.[levelOf(section)] ?? [];
        const moved = level !== had;
        const fair = !moved || [level, had].every((each) => mine.includes(acts(roles.target, section, each)));
        expect([round, section, had, level, own.levels[section], fair]).toContain(true);
      }
      const changes = (was: number[], is: number[]) => [
        ...is.filter((id) => !was.includes(id)),
        ...was.filter((id) => !is.includes(id)),
      ];
      expect(changes(before.porches, after.porches).filter((porch) => !own.porches.includes(porch))).toEqual([]);
      // Who only performs gives what is his, who moves no requests nothing at all; what a new performer was left with counts.
      const counts = after.levels.tasks === 'performer' && before.levels.tasks !== 'performer' ? after.services : [];
      const work = [...changes(before.services, after.services), ...counts];
      // Who names none does them all.
      const performed = own.services.length ? own.services : services;
      const his: number[] = { write: services, performer: performed, read: [], denied: [] }[levelOf('tasks')];
      expect([round, work.filter((id) => !his.includes(id))]).toEqual([round, []]);
      if (answer.status !== 200) expect(after).toEqual(before);
      if (target === actor) expect(answer.status).toBe(403);
      else expect(await all(actor)).toEqual(own);
    }
    // The rounds are of use only when all ways were gone.
    expect([...outcomes].sort()).toEqual([200, 400, 403]);
  }, 60_000);

  test('PERM-23 EMP-26 random new employees: whatever is named, none begins with more than announcements', async () => {
    const outcomes = new Set<number>();
    for (let round = 0; round < 12; round += 1) {
      const { actor, target } = await pair();
      const own = await rightsOf(app, actor.id);
      const wanted = {
        sections: someLevels(),
        porches: somePorches(porches),
        services,
        role: 'admin',
        status: 'active',
      };
      const phone_number = `+7976${String(3_000_000 + round)}`;
      const made = await actor.post(URL, { ...(await update(target)), ...wanted, phone_number });
      outcomes.add(made.status);
      expect([round, made.status]).toEqual([round, own.levels.employees === 'read' ? 403 : 201]);
      const stored = await kysely.selectFrom('users').where('phone', '=', phone_number).selectAll().executeTakeFirst();
      expect(stored === undefined).toBe(made.status === 403);
      if (!stored) continue;
      const { levels, porches: doors } = await rightsOf(app, stored.id);
      const open = Object.entries(levels).filter(([, level]) => level !== 'denied');
      expect([stored.role, stored.status, open, doors]).toEqual(['employee', 'created', [['news', 'read']], []]);
      expect(await servicesOf(app, stored.id)).toEqual([]);
    }
    expect([...outcomes].sort()).toEqual([201, 403]);
  });

  test('PERM-23 random blocking, deleting and taking back: no rights move, and never one’s own', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 30; round += 1) {
      const { actor, target } = await pair();
      const [before, own] = [await all(target), await all(actor)];
      const [act, gone] = pick([
        [() => actor.post(`${urlOf(target)}suspend/`, { flag: true }), 'suspended'],
        [() => actor.remove(urlOf(target)), 'deleted'],
      ] as const);
      const { status } = await act();
      outcomes.add(`${gone} ${status}`);
      const may = target !== actor && own.levels.employees !== 'read';
      expect([round, gone, status]).toEqual([round, gone, may ? 200 : 403]);
      const stands = await kysely.selectFrom('users').where('id', '=', target.id).select('status').executeTakeFirst();
      expect([round, stands?.status]).toEqual([round, may ? gone : 'active']);
      expect(await all(target)).toEqual(before);
      if (!may) continue;
      const back = gone === 'deleted' ? 'restore/' : 'suspend/';
      expect((await actor.post(`${urlOf(target)}${back}`, { flag: false })).status).toBe(200);
      expect([await all(target), await roleOf(target)]).toEqual([before, await roleOf(target)]);
      expect(await all(actor)).toEqual(own);
    }
    expect([...outcomes].sort()).toEqual(['deleted 200', 'deleted 403', 'suspended 200', 'suspended 403']);
  });

  test('PERM-23 who only performs gives nothing that sees more than he does; who leads gives everything', async () => {
    const [mine, other] = services as [number, number];
    const own = { employees: 'write', tasks: 'performer' } as const;
    const plain = await newPerson(app, { levels: own });
    await setServices(app, plain.id, [mine]);
    const lead = await newPerson(app, { role: 'admin', levels: own });
    const give = async (by: Person, to: Person, level: Level, work: number[] = [mine]) =>
      by.put(urlOf(to), await update(to, { sections: { tasks: level }, services: work }));
    const giving = 'Нельзя дать право, которого нет у вас: Заявки';
    for (const level of ['read', 'write'] as const) {
      const target = await newPerson(app, { levels: 'denied' });
      expect((await give(plain, target, level, [])).body.sections).toEqual([giving]);
      expect((await plain.get(urlOf(target))).body.may_give).toMatchObject({ tasks: ['denied', 'performer'] });
      expect((await give(lead, target, level, [])).status).toBe(200);
      // What he could not give he cannot take either.
      const taken = await give(plain, target, 'denied', []);
      expect(taken.body.sections).toEqual(['Нельзя изменить право, которого нет у вас: Заявки']);
      expect((await plain.get(urlOf(target))).body.may_give).toMatchObject({ tasks: [], cameras: ['denied'] });
      expect((await lead.get(urlOf(target))).body.may_give).toMatchObject({
        tasks: ['denied', 'read', 'write', 'performer'],
      });
    }
    // An administrator leads with the level of a performer: that is more than the same level of an employee.
    const admin = await newPerson(app, { role: 'admin', levels: { news: 'read' } });
    expect((await give(plain, admin, 'performer')).body.sections).toEqual([giving]);

    const target = await newPerson(app, { levels: 'denied' });
    const foreign = 'Нельзя дать или забрать услугу, которой нет у вас';
    expect((await give(plain, target, 'performer', [mine, other])).body.services).toEqual([foreign]);
    await setServices(app, target.id, [mine, other]);
    const leftWith = await plain.put(urlOf(target), await update(target, { sections: { tasks: 'performer' } }));
    expect(leftWith.body.services).toEqual([foreign]);
    await setServices(app, target.id, []);
    expect((await give(plain, target, 'performer')).status).toBe(200);
    expect((await give(lead, target, 'performer', [mine, other])).status).toBe(200);
    // Who names none does them all, and so has more.
    const everything = await newPerson(app, { levels: { tasks: 'performer' } });
    expect((await plain.post(`${urlOf(everything)}view/`)).status).toBe(403);
    expect((await lead.post(`${urlOf(everything)}view/`)).status).toBe(200);
    const less = await newPerson(app, { levels: { tasks: 'performer' } });
    await setServices(app, less.id, [mine]);
    expect((await plain.post(`${urlOf(less)}view/`)).status).toBe(200);
    // He no longer sees through the eyes, or gets the telephone, of who performs more than he does.
    expect((await plain.post(`${urlOf(target)}view/`)).status).toBe(403);
    const reader = await newPerson(app, { levels: { employees: 'write', tasks: 'read' } });
    const asked = await reader.put(urlOf(target), await update(target, { services: [mine] }));
    expect(asked.body.services).toEqual([foreign]);
    expect(await servicesOf(app, target.id)).toEqual([mine, other]);
    expect((await give(plain, target, 'performer', [mine, other])).status).toBe(200);
  });
});
