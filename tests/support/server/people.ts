import { type Level, SECTIONS } from '#resources/language/access.ts';
import { issueToken } from '#server/access/tokens.ts';
import type { Role } from '#server/db/tables/access.ts';
import type { ExampleCall, Method } from '#server/http/declaration.ts';
import { heardSoFar } from './channel-messages.ts';
import { type Answer, phoneOf, type TestApp } from './test-app.ts';

/** Somebody with a session. */
export interface Person {
  id: number;
  /** On the wire: `+7…`. */
  phone: string;
  token: string;
  call(method: Method, call: string | ExampleCall): Promise<Answer>;
  get(url: string): Promise<Answer>;
  post(url: string, body?: unknown): Promise<Answer>;
  put(url: string, body?: unknown): Promise<Answer>;
  remove(url: string): Promise<Answer>;
}

function personOf(app: TestApp, id: number, phone: string, token: string): Person {
  const call: Person['call'] = (method, what) => app.call(method, what, token);
  return {
    id,
    phone,
    token,
    call,
    get: (url) => call('GET', url),
    post: (url, body) => call('POST', { url, body }),
    put: (url, body) => call('PUT', { url, body }),
    remove: (url) => call('DELETE', url),
  };
}

/** A session of the demo account NN, without the wait for the password's hash. */
export async function demoPerson(app: TestApp, account: number): Promise<Person> {
  const { id } = await app.database.kysely
    .selectFrom('users')
    .select('id')
    .where('phone', '=', phoneOf(account))
    .executeTakeFirstOrThrow();
  return personOf(app, id, phoneOf(account), await issueToken(app.database.kysely, id, 'session', app.now()));
}

let made = 0;

/** What a made-up member of staff has. */
export interface PersonOptions {
  role?: Role;
  /** Level of every section, or of those named; the rest is denied. */
  levels?: Level | Readonly<Record<string, Level>>;
  /** Ids of entrances; all there are when left out. */
  porches?: readonly number[];
  /** Sections besides the built-in ones that a single level is for. */
  sections?: readonly string[];
}

/** A member of staff of his own with a live session and the demo accounts' password. */
export async function newPerson(app: TestApp, options: PersonOptions = {}): Promise<Person> {
  const db = app.database.kysely;
  made += 1;
  const phone = `+7951${String(made).padStart(7, '0')}`;
  const company = await db.selectFrom('companies').select('id').orderBy('id').executeTakeFirstOrThrow();
  const demo = await db.selectFrom('users').select('password_hash').where('phone', '=', phoneOf(1)).executeTakeFirst();
  const { id } = await db
    .insertInto('users')
    .values({
      role: options.role ?? 'employee',
      phone,
      // The demo accounts' own, so that nobody waits for another hash.
      password_hash: demo?.password_hash ?? null,
      status: 'active',
      first_name: 'Иван',
      last_name: `Проверкин-${made}`,
      gender: 'male',
      email: null,
      position: 'инженер',
      company_id: company.id,
      avatar_file_id: null,
      chat_id: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setLevels(app, id, options.levels ?? 'write', options.sections);
  const porches = options.porches ?? (await db.selectFrom('porches').select('id').execute()).map((row) => row.id);
  await setPorches(app, id, porches);
  // What was just written is told to the sockets of this person: had before he opens one.
  await heardSoFar(app.database);
  return personOf(app, id, phone, await issueToken(db, id, 'session', app.now()));
}

/** Gives a person these levels and no others. */
export async function setLevels(
  app: TestApp,
  id: number,
  levels: Level | Readonly<Record<string, Level>>,
  extra: readonly string[] = ['passes', 'rules'],
): Promise<void> {
  const db = app.database.kysely;
  const table =
    typeof levels === 'string'
      ? [...SECTIONS, ...extra].map((section) => [section, levels] as const)
      : Object.entries(levels);
  await db.deleteFrom('levels').where('user_id', '=', id).execute();
  if (table.length) {
    await db
      .insertInto('levels')
      .values(table.map(([section, level]) => ({ user_id: id, section, level })))
      .execute();
  }
}

/** Gives a person these entrances and no others. */
export async function setPorches(app: TestApp, id: number, porches: readonly number[]): Promise<void> {
  const db = app.database.kysely;
  await db.deleteFrom('user_porches').where('user_id', '=', id).execute();
  if (porches.length) {
    await db
      .insertInto('user_porches')
      .values(porches.map((porch) => ({ user_id: id, porch_id: porch })))
      .execute();
  }
}
