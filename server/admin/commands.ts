import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { text } from '#i18n/text.ts';
import { normalPhoneLoosely } from '#resources/language/kinds/phone.ts';
import { TEXT } from '#resources/limits.ts';
import type { Person } from '#resources/protocol/personal-data/personal-data.ts';
import { trimEnd } from '#resources/trim-end.ts';
import { audit } from '#server/access/audit.ts';
import { resetFactor } from '#server/access/second-factor.ts';
import { endActivation, endRecoveries, issueToken, LIFETIME } from '#server/access/tokens.ts';
import { serverAddress } from '#server/address.ts';
import type { Settings } from '#server/config.ts';
import { hasPeople } from '#server/db/people.ts';
import type { Db } from '#server/db/tables.ts';
import { runInsistently } from '#server/db/transaction.ts';
import { dropBytes } from '#server/files/queries.ts';
import type { FileStore } from '#server/files/store.ts';
import type { Publisher } from '#server/live/bus.ts';
import type { Topics } from '#server/live/topics.ts';
import { personArchive } from '#server/sections/personal-data/archive.ts';
import { erasePerson } from '#server/sections/personal-data/erase-queries.ts';
import { findPerson } from '#server/sections/personal-data/queries.ts';
import { emptyDemo, headCompany, holdsDemo, personOfPhone } from '#server/sections/setup/admin-queries.ts';
import { insertAdministrator, issueSetUpLink, SETUP_LINK_LIFE } from '#server/sections/setup/queries.ts';
import { StartError } from '#server/start-error.ts';

/** Dependencies of a command. */
export interface AdminDeps {
  db: Db;
  /** Tells the processes on this database that hold sockets. */
  publisher: Publisher<Topics>;
  files: FileStore;
  settings: Pick<Settings, 'publicUrl' | 'host' | 'port'>;
  now(): Date;
  /** Asks a question at the terminal. @returns the answer */
  ask(question: string): Promise<string>;
}

const HOUR = 3_600_000;

/** The author in the audit log: a person at the machine itself. */
const CLI_ACTOR = { user: null, request: 'npm run admin' } as const;

function phoneFrom(typed = ''): string {
  const phone = normalPhoneLoosely(typed);
  if (!phone) throw new StartError(text('admin.badPhone', { phone: typed.slice(0, 40) }));
  return phone;
}

const linkTo = ({ settings }: AdminDeps, page: string, token: string): string =>
  `${trimEnd(settings.publicUrl ?? serverAddress(settings.host, settings.port), '/')}/${page}?token=${token}`;

/**
 * `create +7… [first name, last name]`: a new administrator with a one-time link to set a password; where the database
 * has no people yet, the link that opens the company, for this phone alone.
 * @throws StartError with a sentence: the phone is wrong or taken
 */
async function create(deps: AdminDeps, [typed, ...names]: readonly string[]): Promise<string> {
  const { db, now } = deps;
  const phone = phoneFrom(typed);
  const [first_name = text('admin.firstName'), ...rest] = names;
  const last_name = rest.join(' ') || text('admin.lastName');
  if ([first_name, last_name].some(({ length }) => length < 1 || length > TEXT.personName.max)) {
    throw new StartError(text('admin.badName'));
  }
  if (!(await hasPeople(db))) {
    const named = { ...(names.length ? { first_name } : {}), ...(rest.length ? { last_name } : {}) };
    const token = await issueSetUpLink(db, now(), { phone, ...named });
    return text('admin.setUp', { link: linkTo(deps, 'setup', token), hours: SETUP_LINK_LIFE / HOUR });
  }
  const token = await db.transaction().execute(async (trx) => {
    const person = await personOfPhone(trx, phone);
    if (person)
      throw new StartError(text(person.role === 'resident' ? 'admin.takenByResident' : 'admin.taken', { phone }));
    const company = await headCompany(trx);
    if (company === null) throw new StartError(text('admin.noCompany'));
    const administrator = {
      first_name,
      last_name,
      phone,
      company,
      position: text('setup.position'),
      passwordHash: null,
    };
    const user = await insertAdministrator(trx, administrator, now());
    const after = { role: 'admin', first_name, last_name, phone };
    await audit(trx, { ...CLI_ACTOR, action: 'create', resource: 'employees', record: user, after });
    return issueToken(trx, user, 'activation', now());
  });
  const name = `${first_name} ${last_name}`;
  return text('admin.created', {
    name,
    link: linkTo(deps, 'registration', token),
    days: LIFETIME.activation / HOUR / 24,
  });
}

/**
 * `link +7…`: a one-time link by which an employee sets a password, where no SMS reaches them.
 * @throws StartError with a sentence: no employee has the phone, or they are suspended
 */
async function link(deps: AdminDeps, [typed]: readonly string[]): Promise<string> {
  const { db, now } = deps;
  const phone = phoneFrom(typed);
  return db.transaction().execute(async (trx) => {
    const person = await personOfPhone(trx, phone);
    if (!person || person.role === 'resident') throw new StartError(text('admin.unknown', { phone }));
    if (person.status === 'suspended') throw new StartError(text('admin.suspended', { phone }));
    const auditEntry = { ...CLI_ACTOR, resource: 'password', record: person.id };
    await audit(trx, { ...auditEntry, action: 'issue-link' });
    if (person.status === 'created') {
      await endActivation(trx, person.id);
      const token = await issueToken(trx, person.id, 'activation', now());
      return text('admin.activation', {
        link: linkTo(deps, 'registration', token),
        days: LIFETIME.activation / HOUR / 24,
      });
    }
    await endRecoveries(trx, person.id);
    const token = await issueToken(trx, person.id, 'recovery', now());
    return text('admin.recovery', {
      link: linkTo(deps, 'password-change/', token),
      minutes: LIFETIME.recovery / 60_000,
    });
  });
}

/**
 * `reset-second-factor +7…`: takes the second factor away from an employee after a lost telephone; their sessions end.
 * @throws StartError with a sentence: no employee has the phone, or there is none
 */
async function resetSecondFactor({ db, publisher }: AdminDeps, [typed]: readonly string[]): Promise<string> {
  const phone = phoneFrom(typed);
  return db.transaction().execute(async (trx) => {
    const person = await personOfPhone(trx, phone);
    if (!person || person.role === 'resident') throw new StartError(text('admin.unknown', { phone }));
    if (!(await resetFactor(trx, publisher, person.id))) throw new StartError(text('admin.noFactor', { phone }));
    const auditEntry = { ...CLI_ACTOR, action: 'reset-second-factor', resource: 'employees', record: person.id };
    await audit(trx, auditEntry);
    return text('admin.factorReset', { phone });
  });
}

/**
 * `leave-demo`: removes the demo company, all of it, after asking for confirmation; the next start is in set-up.
 * @throws StartError where the database holds no demo company
 */
async function leaveDemo({ db, files, ask }: AdminDeps, flags: readonly string[]): Promise<string> {
  if (!(await holdsDemo(db))) throw new StartError(text('admin.notDemo'));
  if (!flags.includes('--yes')) {
    const answer = (await ask(text('admin.question'))).trim().toLowerCase();
    if (answer !== text('admin.yes')) return text('admin.kept');
  }
  const bytes = await runInsistently(db, emptyDemo);
  if (!bytes) throw new StartError(text('admin.notDemo'));
  for (const name of bytes) await files.delete(name);
  return text('admin.left');
}

/** A person by phone, or by number, since deleted people have no phone. @throws StartError where there is none */
async function personFrom(db: Db, input = ''): Promise<Person> {
  const id = /^\d{1,9}$/.test(input) ? Number(input) : (await personOfPhone(db, phoneFrom(input)))?.id;
  const person = id === undefined ? null : await findPerson(db, id);
  if (!person) throw new StartError(text('admin.nobody', { typed: input.slice(0, 40) }));
  return person;
}

/**
 * `export-person +7…|NUMBER FILE`: everything that is kept of one person as a ZIP archive.
 * @throws StartError with a sentence: there is no such person, or no file is named, or it is there already
 */
async function exportPerson({ db, files }: AdminDeps, [typed, path]: readonly string[]): Promise<string> {
  const person = await personFrom(db, typed);
  if (!path) throw new StartError(text('admin.noFile'));
  try {
    await pipeline(personArchive({ db, files }, person.id), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new StartError(text('admin.fileThere', { path }));
    throw error;
  }
  await audit(db, { ...CLI_ACTOR, action: 'export', resource: 'personal-data', record: person.id });
  return text('admin.exported', { name: person.name, path });
}

/**
 * `erase-person +7…|NUMBER`: erases what is known of a deleted person, after asking for confirmation.
 * @throws StartError with a sentence: there is no such person, or they are not deleted
 */
async function erase({ db, files, now, ask }: AdminDeps, [typed, ...flags]: readonly string[]): Promise<string> {
  const person = await personFrom(db, typed);
  if (!flags.includes('--yes')) {
    const answer = (await ask(text('admin.eraseQuestion', { name: person.name }))).trim().toLowerCase();
    if (answer !== text('admin.yes')) return text('admin.kept');
  }
  const dropped = await db.transaction().execute(async (trx) => {
    const outcome = await erasePerson(trx, person.id, now());
    if (outcome === 'present') throw new StartError(text('personalData.deleteFirst'));
    if (outcome === null || outcome === 'erased') return [];
    await audit(trx, { ...CLI_ACTOR, action: 'erase', resource: 'personal-data', record: person.id });
    return outcome.dropped;
  });
  await dropBytes(db, files, dropped);
  return text('admin.erased', { id: person.id });
}

/** Commands of `npm run admin` by name; each answers what is printed. */
export const COMMANDS: Readonly<Record<string, (deps: AdminDeps, words: readonly string[]) => Promise<string>>> = {
  create,
  link,
  'reset-second-factor': resetSecondFactor,
  'leave-demo': leaveDemo,
  'export-person': exportPerson,
  'erase-person': erase,
};
