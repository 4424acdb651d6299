import WebSocket from 'ws';
import { allows, type Level } from '#resources/language/access.ts';
import type { Access, ExampleCall, Method, World } from '#server/http/declaration.ts';
import type { DeclaredRoute } from '#server/http/route.ts';
import { Authenticator } from './authenticator.ts';
import { heardSoFar } from './channel-messages.ts';
import type { DemoCompany } from './demo-company.ts';
import { newPerson, type Person, setLevels, setPorches } from './people.ts';
import { addPasskey, codeOf, firstStep, ORIGIN } from './second-factor.ts';
import { type Answer, PASSWORD, type TestApp } from './test-app.ts';

/** Everybody the matrix asks about. */
export const ACTORS = [
  'anonymous',
  'resident',
  'denied',
  'read',
  'write',
  'performer',
  'other building',
  'other entrance',
  'suspended',
  'deleted',
] as const;
export type Actor = (typeof ACTORS)[number];

const LEVEL: Partial<Record<Actor, Level>> = { denied: 'denied', read: 'read', performer: 'performer' };
/** Name of the generic section of the test installation. */
const GENERIC = 'passes';

/** The status an actor must get of a route: the table of `server/http/declaration.ts`. */
export function expected(route: Pick<DeclaredRoute, 'access' | 'ok'>, actor: Actor): number {
  const { access, ok } = route;
  if (access.kind === 'public' || access.kind === 'loopback') return ok;
  if (access.kind === 'address') return ['resident', 'suspended', 'deleted'].includes(actor) ? 404 : ok;
  if (access.kind === 'chat') return ['suspended', 'deleted'].includes(actor) ? 401 : ok;
  if (actor === 'anonymous' || actor === 'suspended' || actor === 'deleted') return 401;
  if (actor === 'resident') return 403;
  if (access.kind === 'section' || access.kind === 'definition') {
    const section = access.kind === 'section' ? access.section : GENERIC;
    if (!allows(section, LEVEL[actor] ?? 'write', access.action)) return 403;
  }
  if (access.scope !== 'buildings') return ok;
  if (actor === 'other building') return access.outside.building;
  return actor === 'other entrance' ? access.outside.entrance : ok;
}

/** The demo as an example of a route may use it, with calls made by this person. */
function worldOf(app: TestApp, demo: DemoCompany, person: Person): World {
  let made = 0;
  return {
    home: demo.home,
    away: demo.away,
    // Somebody else: what the actor lacks must not show in calls about signing in.
    account: async () => ({ phone: (await newPerson(app, { levels: 'denied' })).phone, password: PASSWORD }),
    generic: {
      name: GENERIC,
      reference: 'camera',
      move: 'let-in',
      state: 'ordered',
      payload: (building) => {
        made += 1;
        return { guest: `Гость ${made}`, house: building, kind: 'foot' };
      },
    },
    secondStep: async () => {
      const other = await newPerson(app, { levels: 'denied' });
      const { recovery } = await addPasskey(app, other);
      const { pending } = await firstStep(app, other);
      return { user: other.id, pending, recoveryCode: recovery[0] ?? '' };
    },
    appCode: (secret) => codeOf(app, secret),
    makePasskey: (options) => new Authenticator(ORIGIN).make(options),
    send: async (method: Method, call: ExampleCall) => {
      const answer = await person.call(method, call);
      if (answer.status >= 300) throw new Error(`${method} ${call.url} answered ${answer.status}: ${answer.text}`);
      return answer.text === '' ? undefined : answer.body;
    },
  };
}

/** Takes away from somebody who has everything what the actor lacks. */
async function become(app: TestApp, demo: DemoCompany, person: Person, actor: Actor, access: Access): Promise<void> {
  const { kysely } = app.database;
  const set = (change: object) => kysely.updateTable('users').set(change).where('id', '=', person.id).execute();
  const level = LEVEL[actor];
  if (level) {
    const section = access.kind === 'section' ? access.section : access.kind === 'definition' ? GENERIC : null;
    // No other right helps out: the level of this one section alone decides.
    await setLevels(app, person.id, section ? { [section]: level } : level);
  }
  if (actor === 'other building') await setPorches(app, person.id, [demo.away.porch]);
  if (actor === 'other entrance') await setPorches(app, person.id, [demo.home.otherPorch]);
  if (actor === 'resident') await set({ role: 'resident' });
  if (actor === 'suspended' || actor === 'deleted') await set({ status: actor });
}

function callAs(app: TestApp, route: DeclaredRoute, call: ExampleCall, token: string | null): Promise<Answer> {
  if (!route.socket || !token) return app.call(route.method, call, token);
  return app.call(route.method, { ...call, url: withToken(call.url, { token }) }, null);
}

const withToken = (url: string, { token }: Pick<Person, 'token'>) =>
  `${url}${url.includes('?') ? '&' : '?'}token=${token}`;

/** Somebody who has every right that a route may ask for. */
const whoMay = (app: TestApp, { access }: DeclaredRoute): Promise<Person> =>
  newPerson(app, access.kind === 'administrator' || (access.kind === 'address' && access.of) ? { role: 'admin' } : {});

/** Prepares a route's example with every right, takes away what the actor lacks, and makes the call. */
export async function attempt(app: TestApp, demo: DemoCompany, route: DeclaredRoute, actor: Actor): Promise<Answer> {
  const person = await whoMay(app, route);
  const call = await exampleOf(route)(worldOf(app, demo, person));
  await become(app, demo, person, actor, route.access);
  return callAs(app, route, call, actor === 'anonymous' ? null : person.token);
}

/**
 * Prepares a route's example once and makes the call as each actor, by one person with one token: what the actor lacks is taken away
 * at once before the call and given back at once after it. Only the last actor's call may change anything.
 */
export async function attemptAsEach(
  app: TestApp,
  demo: DemoCompany,
  route: DeclaredRoute,
  actors: readonly Actor[],
): Promise<Answer[]> {
  const person = await whoMay(app, route);
  const call = await exampleOf(route)(worldOf(app, demo, person));
  const rights = await readRights(app, person);
  const answers: Answer[] = [];
  for (const actor of actors) {
    await become(app, demo, person, actor, route.access);
    answers.push(await callAs(app, route, call, actor === 'anonymous' ? null : person.token));
    await giveBack(app, person, actor, rights);
  }
  return answers;
}

/**
 * Opens a real socket as an actor, who had everything until then. @param host where the app listens
 * @returns 101 when it is opened and stays so for a frame each way, else the status of the refusal
 */
export async function openAs(
  app: TestApp,
  demo: DemoCompany,
  host: string,
  route: DeclaredRoute,
  actor: Actor,
): Promise<number> {
  const person = await whoMay(app, route);
  const { url } = await exampleCallOf(app, demo, route, person);
  await become(app, demo, person, actor, route.access);
  // The loss of a right is told to open sockets before this one is opened.
  await heardSoFar(app.database);
  const socket = new WebSocket(`ws://${host}${actor === 'anonymous' ? url : withToken(url, person)}`);
  const status = await new Promise<number>((resolve, reject) => {
    socket.once('open', () => socket.ping());
    socket.once('pong', () => resolve(101));
    socket.once('close', (code) => resolve(code));
    socket.once('unexpected-response', (request, response) => {
      request.destroy();
      resolve(response.statusCode ?? 0);
    });
    socket.once('error', reject);
  });
  socket.terminate();
  return status;
}

/** Ids of what a list answers: all of it, or its page. */
function idsIn({ list, body }: Answer): string[] {
  const parts: unknown[] = [body.results, body.params, body.tasks];
  const items: readonly { id?: unknown }[] = parts.find(Array.isArray) ?? list;
  return items.map((item) => String(item.id));
}

/** The records of a list that a person with these entrances alone sees, by id. */
export async function seenFrom(
  app: TestApp,
  demo: DemoCompany,
  route: DeclaredRoute,
  porch: number,
): Promise<Set<string>> {
  const person = await whoMay(app, route);
  const call = await exampleOf(route)(worldOf(app, demo, person));
  await setPorches(app, person.id, [porch]);
  return new Set(idsIn(await callAs(app, route, call, person.token)));
}

/** What the tables say of a person's rights. */
async function readRights(app: TestApp, { id }: Person) {
  const db = app.database.kysely;
  const user = await db.selectFrom('users').select(['role', 'status']).where('id', '=', id).executeTakeFirstOrThrow();
  const levels = await db.selectFrom('levels').where('user_id', '=', id).selectAll().execute();
  const porches = await db.selectFrom('user_porches').where('user_id', '=', id).select('porch_id').execute();
  return {
    user,
    levels: Object.fromEntries(levels.map(({ section, level }) => [section, level])),
    porches: porches.map((row) => row.porch_id),
  };
}

/** Undoes what `become` has taken away. */
async function giveBack(
  app: TestApp,
  { id }: Person,
  actor: Actor,
  { user, levels, porches }: Awaited<ReturnType<typeof readRights>>,
): Promise<void> {
  if (LEVEL[actor]) await setLevels(app, id, levels);
  if (actor === 'other building' || actor === 'other entrance') await setPorches(app, id, porches);
  if (actor === 'resident' || actor === 'suspended' || actor === 'deleted')
    await app.database.kysely.updateTable('users').set(user).where('id', '=', id).execute();
}

/** The same call by somebody else who has every right. */
export async function attemptByAnother(app: TestApp, demo: DemoCompany, route: DeclaredRoute): Promise<Answer> {
  const call = await exampleOf(route)(await worldOf(app, demo, await whoMay(app, route)));
  return callAs(app, route, call, (await whoMay(app, route)).token);
}

/** A valid call of a route, prepared by somebody who has every right. */
export async function exampleCallOf(
  app: TestApp,
  demo: DemoCompany,
  route: DeclaredRoute,
  person?: Person,
): Promise<ExampleCall> {
  return exampleOf(route)(await worldOf(app, demo, person ?? (await whoMay(app, route))));
}

function exampleOf(route: DeclaredRoute): NonNullable<DeclaredRoute['example']> {
  if (!route.example) throw new Error(`${route.method} ${route.url} has no example`);
  return route.example;
}
