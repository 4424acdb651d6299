// Runs on PostgreSQL too: listeners.
import { allows, SECTIONS } from '#resources/language/access.ts';
import { heardSoFar } from '#tests/support/server/channel-messages.ts';
import { withIntervals, withoutIntervals } from '#tests/support/server/clock.ts';
import { readDemoCompany } from '#tests/support/server/demo-company.ts';
import { type Entrance, fillEntrance } from '#tests/support/server/entrances.ts';
import { FRAME_ACTIONS, type FrameAction } from '#tests/support/server/live-frames.ts';
import { newPerson, type Person, setLevels, setPorches } from '#tests/support/server/people.ts';
import { arrived, listen, openSocket, type TestSocket } from '#tests/support/server/sockets.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let host = '';
let of: Entrance;
const opened: TestSocket[] = [];
beforeAll(async () => {
  withoutIntervals();
  app = await openTestApp();
  of = await fillEntrance(app, await readDemoCompany(app));
  host = await listen(app);
});
afterEach(() => {
  for (const { socket } of opened.splice(0)) socket.terminate();
});
afterAll(async () => {
  await app.close();
  withIntervals();
});

const set = (person: Person, change: object) =>
  app.database.kysely.updateTable('users').set(change).where('id', '=', person.id).execute();
const without = (section: string) =>
  Object.fromEntries(SECTIONS.map((each) => [each, each === section ? ('denied' as const) : ('write' as const)]));

/** The right that a person lacks. It is taken from them before they open their socket, or while it is open. */
type Lack = readonly [what: string, take: (person: Person, action: FrameAction) => Promise<unknown>];
const ELSEWHERE: Lack = ['holds another building', (person) => setPorches(app, person.id, [of.away.porch])];
const BESIDE: Lack = ['holds another entrance', (person) => setPorches(app, person.id, [of.home.otherPorch])];
/** Some sections are open to all staff. */
const DENIED: Lack = ['is denied the section', (person, [, , section]) => setLevels(app, person.id, without(section))];
const GONE: readonly Lack[] = [
  ['was blocked', (person) => set(person, { status: 'suspended' })],
  ['was deleted', (person) => set(person, { status: 'deleted' })],
  ['is a resident now', (person) => set(person, { role: 'resident' })],
  ['has signed out', (person) => person.post('/api/authorized/sign_out/')],
];

async function open(path: string, person: Person): Promise<TestSocket> {
  const socket = await openSocket(host, `${path}?token=${person.token}`);
  opened.push(socket);
  // It listens: the greeting, or the answer to a question.
  if (path === '/ws/complaints') socket.socket.send(JSON.stringify({ type: 'receive_preview_complaints' }));
  await socket.next(({ type }) => type === 'welcome' || type === 'preview_complaints');
  return socket;
}

describe.each(FRAME_ACTIONS)('%s: %s', (...action) => {
  const [path, , section, reach, does] = action;
  const denied = allows(section, 'denied', 'see') ? [] : [DENIED];
  const near = () => newPerson(app, { porches: [of.home.porch] });

  test('PERM-25: is told to who may see it, and not to who may not, or may no longer', async () => {
    const by = await newPerson(app);
    const witness = await open(path, await near());
    const beside = await newPerson(app, { porches: [of.home.otherPorch] });
    const listeners: [string, TestSocket][] = [];
    // A person who lacks it from the first. The complaints are closed to people who may not chat.
    for (const [what, take] of [ELSEWHERE, BESIDE, ...(path === '/ws/complaints' ? [] : denied)]) {
      const person = await near();
      await take(person, action);
      // A socket that is opened later does not end by it.
      await heardSoFar(app.database);
      if (reach === 'entrance' || what !== BESIDE[0]) listeners.push([what, await open(path, person)]);
    }
    // A person who loses it while they listen: no time is left for their socket to close before the action.
    const losing: [Person, Lack][] = [];
    for (const lack of [ELSEWHERE, ...(reach === 'entrance' ? [BESIDE] : []), ...denied, ...GONE]) {
      const person = await near();
      listeners.push([`${lack[0]}, since just now`, await open(path, person)]);
      losing.push([person, lack]);
    }
    const neighbour = reach === 'house' ? await open(path, beside) : null;
    for (const [person, [, take]] of losing) await take(person, action);
    const tells = await does({ app, host, of, by, opened });
    await witness.next(tells);
    await neighbour?.next(tells);
    for (const [what, socket] of listeners) {
      await arrived(socket);
      expect([what, socket.messages.filter(tells)]).toEqual([what, []]);
    }
  });
});
