import { TASKS_PATH, taskDetails, taskSaved } from '#resources/protocol/requests/tasks.ts';
import { type AnnouncementListeners, listenToAnnouncements } from '#tests/support/server/announcement-listeners.ts';
import { setServices } from '#tests/support/server/employee-rights.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import {
  createRequest,
  details,
  historyOf,
  move,
  patch,
  taskRow,
  taskUrl,
  undo,
} from '#tests/support/server/requests.ts';

let room: AnnouncementListeners;
let dispatcher: Person;
let kim: Person;
beforeAll(async () => {
  room = await listenToAnnouncements();
  dispatcher = await newPerson(room.app, { levels: { tasks: 'write' } });
  kim = await newPerson(room.app, { levels: { tasks: 'performer' } });
});
afterEach(() => room.leave());
afterAll(() => room.close());

const ofPorches = (...porches: number[]) => ({ target_type: 'porches', target: { porches } });
const ofBuilding = (building: number) => ({ target_type: 'building', target: { building } });

describe('what a request says', () => {
  test('takes another text, service and address in one change, and the history names them', async () => {
    const { home, away } = room.demo;
    const id = await createRequest(dispatcher, room.demo);
    const saved = taskSaved.parse(
      await move(dispatcher, id, {
        information: { description: 'Не горит свет' },
        service: 2,
        place: ofPorches(home.otherPorch, home.porch),
      }),
    );
    expect(saved.params).toMatchObject({
      information: { description: 'Не горит свет' },
      service: { id: 2 },
      target_type: 'porches',
      target: { building: home.building },
    });
    expect(saved.params.target.porches.map(({ id: porch }) => porch).sort()).toEqual(
      [home.porch, home.otherPorch].sort(),
    );
    const { street, number } = saved.params.target;
    expect(await historyOf(dispatcher, id)).toEqual([
      ['field_change', 'stage', 'created'],
      ['field_change', 'description', 'Не горит свет'],
      ['field_change', 'service', saved.params.service.name],
      ['field_change', 'place', `${street}, ${number}, под. 1, 2`],
    ]);
    await move(dispatcher, id, { place: ofBuilding(away.building) });
    expect(await details(dispatcher, id)).toMatchObject({
      target_type: 'building',
      target: { building: away.building, porches: [] },
    });
  });

  test('takes no place that is not the person’s, no service that is none, and nothing once it is done', async () => {
    const { home, away } = room.demo;
    const near = await newPerson(room.app, { levels: { tasks: 'write' }, porches: [home.porch] });
    const id = await createRequest(near, room.demo, ofPorches(home.porch));
    const refusals: [object, string][] = [
      [{ place: ofBuilding(away.building) }, 'place'],
      [{ place: ofPorches(away.porch) }, 'place'],
      [{ place: ofBuilding(home.building) }, 'place'],
      [{ place: { target_type: 'porches', target: { porches: [] } } }, 'place'],
      [{ service: 999_999 }, 'service'],
    ];
    for (const [body, field] of refusals) {
      const { status, body: said } = await patch(near, id, body);
      expect([status, Object.keys(said).some((key) => key.startsWith(field))]).toEqual([400, true]);
    }
    await move(near, id, { stage: 'done', resolution: 'canceled', resolution_description: 'повтор' });
    expect((await patch(near, id, { service: 2 })).body).toMatchObject({
      service: ['завершённую заявку изменить нельзя'],
    });
  });

  test('is not overwritten by who has not seen another’s change of it: 409 with who made it; other parts and who says nothing are not held up', async () => {
    const { home } = room.demo;
    const other = await newPerson(room.app, { levels: { tasks: 'write' } });
    const id = await createRequest(dispatcher, room.demo, ofPorches(home.porch));
    const { information, service } = taskDetails.parse(await details(dispatcher, id));
    const was = {
      description: information.description,
      service: service.id,
      place: { building: home.building, porches: [home.porch], floors: [] },
    };
    await move(other, id, { information: { description: 'Свет горит' }, was: { description: was.description } });
    const said = await patch(dispatcher, id, {
      information: { description: 'Темно' },
      was: { description: was.description },
    });
    expect([said.status, said.body]).toEqual([
      409,
      expect.objectContaining({
        code: 'record_changed',
        changed: expect.objectContaining({ by: expect.objectContaining({ user: other.id }) }),
      }),
    ]);
    expect(await details(dispatcher, id)).toMatchObject({ information: { description: 'Свет горит' } });
    // The same words by both are no quarrel, and another part is nobody's business.
    await move(dispatcher, id, { information: { description: 'Свет горит' }, was: { description: was.description } });
    await move(dispatcher, id, { service: 2, was: { service: was.service } });
    await move(other, id, { place: ofPorches(home.otherPorch), was: { place: was.place } });
    const moved = await patch(dispatcher, id, { place: ofPorches(home.porch), was: { place: was.place } });
    expect([moved.status, moved.body.code]).toEqual([409, 'record_changed']);
    await move(dispatcher, id, { information: { description: 'Темно' } });
    expect(await details(dispatcher, id)).toMatchObject({ information: { description: 'Темно' } });
  });

  test('goes to no service that its performer does not do, unless another one is named with it', async () => {
    await setServices(room.app, kim.id, [1]);
    const any = await newPerson(room.app, { levels: { tasks: 'performer' } });
    const id = await createRequest(dispatcher, room.demo, { performer: kim.id });
    const refused = await patch(dispatcher, id, { service: 2 });
    expect(refused.status).toBe(400);
    expect(String(refused.body.service)).toMatch(/^исполнитель этой заявки не работает/);
    await move(dispatcher, id, { service: 2, performer: any.id });
    expect((await taskRow(room.app, id)).performer_id).toBe(any.id);
    await setServices(room.app, kim.id, []);
  });

  test('forgets the move before it, whose performer may not do the new service', async () => {
    const id = await createRequest(dispatcher, room.demo);
    await move(dispatcher, id, { stage: 'in_progress', performer: kim.id });
    await move(dispatcher, id, { stage: 'created' });
    await move(dispatcher, id, { service: 2 });
    expect((await undo(dispatcher, id)).status).toBe(409);
  });
});

describe('a request that goes elsewhere', () => {
  test('is taken off the boards of who saw it where it was, shown to who is there, and told to nobody else', async () => {
    const { home, away } = room.demo;
    const person = (porch: number) => newPerson(room.app, { levels: { tasks: 'read' }, porches: [porch] });
    const [before, after, neither] = await Promise.all([
      person(home.porch),
      person(away.porch),
      person(home.otherPorch),
    ]);
    const id = await createRequest(dispatcher, room.demo, ofPorches(home.porch));
    const boards = [await room.hear(before), await room.hear(after), await room.hear(neither)] as const;
    await move(dispatcher, id, { place: ofPorches(away.porch) });
    const about = ({ type, id: told }: { type?: unknown; id?: unknown }) => type === 'task' && told === id;
    expect(await boards[0].next(about)).toMatchObject({ event: 'removed', task: null });
    expect(await boards[1].next(about)).toMatchObject({ event: 'edited', task: { id } });
    // Frames of one person come in order: the next request is told after this one.
    const marker = await createRequest(dispatcher, room.demo);
    await boards[2].next((message) => message.type === 'task' && message.id === marker);
    expect(boards[2].messages.filter(about)).toEqual([]);
    expect((await before.get(taskUrl(id))).status).toBe(404);
  });

  test('has boards that missed it load anew', async () => {
    const { away, home } = room.demo;
    const id = await createRequest(dispatcher, room.demo);
    const changes = async () =>
      (
        await dispatcher.get(
          `${TASKS_PATH}changes/?buildings_id=${home.building}&since=${(await taskRow(room.app, id)).version - 1}`,
        )
      ).body;
    expect(await changes()).toMatchObject({ reload: false });
    await move(dispatcher, id, { place: ofBuilding(away.building) });
    expect(await changes()).toMatchObject({ reload: true });
  });
});
