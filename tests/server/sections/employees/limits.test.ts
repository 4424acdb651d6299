import { LEVELS, type Level, offeredLevels, SECTIONS } from '#resources/language/access.ts';
import { rightsOf, servicesOf, setServices, updateOf } from '#tests/support/server/employee-rights.ts';
import { acts, mayGive, moved, seeded, tally } from '#tests/support/server/given-levels.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp } from '#tests/support/server/test-app.ts';

const app = await openTestApp();
afterAll(() => app.close());

const URL = '/api/crm/employee/';
const urlOf = (person: { id: number }) => `${URL}${person.id}/`;
const update = (person: Person, over: object = {}) => updateOf(app, person, over);

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
  type Roles = readonly [actor: string, target: string];
  type Rights = Awaited<ReturnType<typeof all>>;
  let porches: number[] = [];
  /** The building of each of them. */
  let buildings: number[] = [];
  let services: number[] = [];
  beforeAll(async () => {
    const doors = await kysely.selectFrom('porches').select(['id', 'building_id']).orderBy('id').execute();
    porches = doors.map(({ id }) => id);
    buildings = doors.map(({ building_id }) => building_id);
    services = (await kysely.selectFrom('services').select('id').orderBy('id').limit(4).execute()).map(({ id }) => id);
  });
  /** A person and the one they act on, who has more rights as often as not. */
  const pair = async () => {
    const levels = { ...someLevels(), employees: pick(['write', 'write', 'read', 'performer'] as const) };
    const actor = await somebody({ role: pick(ROLES), levels });
    return { actor, target: random(8) === 0 ? actor : await somebody({ role: pick(ROLES) }) };
  };

  const bag = <Item>(items: readonly Item[], odds: number) => items.filter(() => random(odds) === 0);
  /** A payload that asks for anything at all. */
  const anything = (before: Rights, own: Rights) => ({
    sections: Object.fromEntries(
      (random(3) ? sections : ['tasks'])
        .filter((section) => section === 'tasks' || random(3) === 0)
        .map((section) => {
          // Often what it is already, so that not every payload is refused for one of its sections.
          const had = offeredLevels(section).find((level) => level === before.levels[section]);
          return [section, (random(2) && had) || pick(offeredLevels(section))];
        }),
    ),
    ...(random(2) ? { porches: somePorches(random(2) ? porches : [...own.porches, ...before.porches]) } : {}),
    ...(random(4) ? { services: random(2) ? [...own.services, ...before.services] : services.slice(random(3)) } : {}),
  });
  /** Kinds of work that somebody may give: who moves no requests none, who only performs their own, and who names none does all. */
  const servicesToGive = (role: string, own: Rights): number[] => {
    const performed = own.services.length ? own.services : services;
    const level = acts(role, 'tasks', own.levels.tasks);
    return { write: services, performer: performed, read: [], denied: [] }[level];
  };
  /** A payload that asks for nothing but what the actor may give and take; to make a performer is left to the others. */
  const modest = (before: Rights, own: Rights, [actor, target]: Roles) => {
    const may = (section: string, level: Level | undefined) =>
      mayGive(section, [actor, own.levels[section]], [target, level]);
    const chosen = bag(sections, 2).flatMap((section) => {
      const levels = offeredLevels(section).filter((level) => level !== 'performer' && may(section, level));
      return may(section, before.levels[section]) && levels.length ? [[section, pick(levels)] as const] : [];
    });
    // Whole buildings come and go at once as single entrances do.
    const building = pick(buildings);
    const reach = random(2) ? porches.filter((_, at) => buildings[at] === building) : bag(porches, 2);
    const mine = reach.filter((porch) => own.porches.includes(porch));
    const his = servicesToGive(actor, own);
    const kept = (list: number[], held: number[]) => list.filter((id) => random(2) === 0 || !held.includes(id));
    const work = [...new Set([...kept(before.services, his), ...bag(his, 2)])];
    return {
      sections: Object.fromEntries(chosen),
      porches: [...new Set([...kept(before.porches, own.porches), ...mine])],
      ...(work.length ? { services: work } : {}),
    };
  };
  /** The same with an entrance or a kind of work that is not theirs to give; null where they may give them all. */
  const tooMuch = (key: 'porches' | 'services', before: Rights, own: Rights, roles: Roles) => {
    const has = key === 'porches' ? own.porches : servicesToGive(roles[0], own);
    const foreign = { porches, services }[key].find((id) => !has.includes(id) && !before[key].includes(id));
    if (foreign === undefined) return null;
    const fair = modest(before, own, roles);
    return { ...fair, [key]: [...(fair[key] ?? before[key]), foreign] };
  };

  test('PERM-23 random changes: for random actors, targets and payloads nobody ends with more than the actor had', async () => {
    const outcomes = tally();
    for (let round = 0; round < 70; round += 1) {
      const { actor, target } = await pair();
      const [before, own] = [await all(target), await all(actor)];
      const roles = [await roleOf(actor), await roleOf(target)] as const;
      const way = pick(['fair', 'anything', 'porches', 'services'] as const);
      const greedy = way === 'porches' || way === 'services' ? tooMuch(way, before, own, roles) : null;
      const fair = way === 'anything' ? null : modest(before, own, roles);
      const stale = random(12) === 0;
      const payload = await update(target, {
        ...(greedy ?? fair ?? anything(before, own)),
        ...(fair || random(4) ? {} : { phone_number: `+7978${String(3_000_000 + round)}` }),
        ...(stale ? { version: 7 } : {}),
        // Keys that a payload must not be able to change.
        role: 'admin',
        status: 'active',
        levels: { employees: 'write' },
      });
      const answer = await actor.put(urlOf(target), payload);
      const closed = target === actor || own.levels.employees === 'read';
      const due = closed ? 403 : stale ? 409 : greedy ? 400 : 200;
      if (closed || stale || fair) expect([round, way, answer.status]).toEqual([round, way, due]);
      const after = await all(target);
      for (const [section, level] of Object.entries(after.levels)) {
        const had = before.levels[section];
        if (level === had) continue;
        const held = [roles[0], own.levels[section]] as const;
        const fits = [level, had].every((each) => mayGive(section, held, [roles[1], each]));
        expect([round, section, had, level, held, fits]).toContain(true);
        outcomes.count(LEVELS.indexOf(level) > LEVELS.indexOf(had ?? 'denied') ? 'level given' : 'level taken');
      }
      const doors = moved(before.porches, after.porches);
      expect([...doors.came, ...doors.went].filter((porch) => !own.porches.includes(porch))).toEqual([]);
      outcomes.count('entrance opened', doors.came.length);
      outcomes.count('entrance closed', doors.went.length);
      // Rights that a new performer was left with count as given.
      const counts = after.levels.tasks === 'performer' && before.levels.tasks !== 'performer' ? after.services : [];
      const work = moved(before.services, after.services);
      const his = servicesToGive(roles[0], own);
      const given = [...work.came, ...work.went, ...counts];
      expect([round, given.filter((id) => !his.includes(id))]).toEqual([round, []]);
      outcomes.count('service given', work.came.length);
      outcomes.count('service taken', work.went.length);
      if (answer.status === 200) expect([await roleOf(target), await roleOf(actor)]).toEqual([roles[1], roles[0]]);
      else expect(after).toEqual(before);
      const why = answer.status === 400 ? ['sections', 'porches', 'services'].filter((key) => answer.body[key]) : [];
      for (const key of why) outcomes.count(`refused for its ${key}`);
      outcomes.count(String(answer.status));
      if (target !== actor) expect(await all(actor)).toEqual(own);
    }
    // The rounds are of use only when all ways were gone, and every kind of right moved both ways.
    const said = ['refused for its porches', 'refused for its sections', 'refused for its services'];
    const rights = [
      'entrance closed',
      'entrance opened',
      'level given',
      'level taken',
      'service given',
      'service taken',
    ];
    expect(outcomes.words()).toEqual(expect.arrayContaining(['200', '400', '403', '409', ...rights, ...said]));
  });

  test('PERM-23 EMP-47 random changes without the feature: nobody becomes a performer, and no kind of work moves', async () => {
    const off = await openTestApp({ settings: { featureServices: false } });
    const outcomes = tally();
    try {
      for (let round = 0; round < 12; round += 1) {
        const actor = await newPerson(off, { role: pick(ROLES), levels: { ...someLevels(), employees: 'write' } });
        const target = await newPerson(off, { role: pick(ROLES), levels: someLevels() });
        await setServices(off, target.id, bag(services, 2));
        const [before, work] = [await rightsOf(off, target.id), await servicesOf(off, target.id)];
        const tasks = pick([...LEVELS, 'performer' as const]);
        const answer = await actor.put(urlOf(target), await updateOf(off, target, { sections: { tasks }, services }));
        const { levels } = await rightsOf(off, target.id);
        const stays = before.levels.tasks === 'performer';
        expect([round, levels.tasks === 'performer' && !stays]).toEqual([round, false]);
        expect([round, await servicesOf(off, target.id)]).toEqual([round, work]);
        outcomes.count(`${answer.status}${levels.tasks === before.levels.tasks ? '' : ' moved'}`);
      }
    } finally {
      await off.close();
    }
    expect(outcomes.words()).toEqual(expect.arrayContaining(['200 moved', '400']));
  });

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
      const leads = async (person: Person) => /admin|superuser/.test(await roleOf(person));
      const above = (await leads(target)) && !(await leads(actor));
      const may = target !== actor && own.levels.employees !== 'read' && !above;
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
      // Rights that they could not give they cannot take either.
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
    // A performer who names no service does them all, and so has more.
    const everything = await newPerson(app, { levels: { tasks: 'performer' } });
    expect((await plain.post(`${urlOf(everything)}view/`)).status).toBe(403);
    expect((await lead.post(`${urlOf(everything)}view/`)).status).toBe(200);
    const less = await newPerson(app, { levels: { tasks: 'performer' } });
    await setServices(app, less.id, [mine]);
    expect((await plain.post(`${urlOf(less)}view/`)).status).toBe(200);
    // They no longer see through the eyes, or get the telephone, of who performs more than they do.
    expect((await plain.post(`${urlOf(target)}view/`)).status).toBe(403);
    const reader = await newPerson(app, { levels: { employees: 'write', tasks: 'read' } });
    const asked = await reader.put(urlOf(target), await update(target, { services: [mine] }));
    expect(asked.body.services).toEqual([foreign]);
    expect(await servicesOf(app, target.id)).toEqual([mine, other]);
    expect((await give(plain, target, 'performer', [mine, other])).status).toBe(200);
  });
});
