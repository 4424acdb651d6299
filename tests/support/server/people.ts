import { sql } from 'kysely';
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
/** A count in letters, so that no search for digits finds a name: files of one worker share the count. */
const inLetters = (count: number) => [...String(count)].map((digit) => 'абвгдежзик'[Number(digit)]).join('');

/** Rights and places of a made-up member of staff. */
export interface PersonOptions {
  role?: Role;
  /** Level of every section, or of those named; the rest is denied. */
  levels?: Levels;
  /** Ids of entrances; all there are when left out. */
  porches?: readonly number[];
  /** Sections besides the built-in ones that a single level is for. */
  sections?: readonly string[];
}

/** A member of staff of their own with a live session and the demo accounts' password. */
export async function newPerson(app: TestApp, options: PersonOptions = {}): Promise<Person> {
  made += 1;
  const phone = `+7951${String(made).padStart(7, '0')}`;
  const levels = levelTable(options.levels ?? 'write', options.sections);
  const porches = options.porches ?? null;
  // One statement: hundreds of tests each begin with somebody new. The password is the demo accounts' own, so that nobody waits
  // for another hash.
  const { rows } = await sql<{ id: number }>`
    with person as (
      insert into users (role, phone, password_hash, status, first_name, last_name, gender, position, company_id)
      select ${options.role ?? 'employee'}, ${phone}, (select password_hash from users where phone = ${phoneOf(1)}),
        'active', 'Иван', ${`Проверкин-${inLetters(made)}`}, 'male', 'инженер', id
      from companies order by id limit 1
      returning id),
    allowed as (
      insert into levels (user_id, section, level)
      select person.id, given.section, given.level
      from person, unnest(${levels.map(([section]) => section)}::text[], ${levels.map(([, level]) => level)}::text[])
        given (section, level)),
    entered as (
      insert into user_porches (user_id, porch_id)
      select person.id, given.porch from person, unnest(coalesce(${porches}::integer[], array(select id from porches))) given (porch))
    select id from person`.execute(app.database.kysely);
  const [person] = rows;
  if (!person) throw new Error('There is no company yet that somebody could work for');
  const { id } = person;
  // The new rights are told to the sockets of this person before they open one.
  await heardSoFar(app.database);
  return personOf(app, id, phone, await issueToken(app.database.kysely, id, 'session', app.now()));
}

type Levels = Level | Readonly<Record<string, Level>>;

/** Each section's level: of those named, or one of all there are. */
const levelTable = (levels: Levels, extra: readonly string[] = ['passes', 'rules']): (readonly [string, Level])[] =>
  typeof levels === 'string' ? [...SECTIONS, ...extra].map((section) => [section, levels]) : Object.entries(levels);

/** Gives a person these levels and no others. */
export async function setLevels(app: TestApp, id: number, levels: Levels, extra?: readonly string[]): Promise<void> {
  const db = app.database.kysely;
  const table = levelTable(levels, extra);
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
