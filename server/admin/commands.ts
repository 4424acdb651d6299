import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { text } from '#i18n/text.ts';
import { normalizeTypedPhone } from '#resources/language/kinds/phone.ts';
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
import { retryOnDeadlock } from '#server/db/transaction.ts';
import { deleteStoredBytes } from '#server/files/queries.ts';
import type { FileStore } from '#server/files/store.ts';
import type { Publisher } from '#server/live/bus.ts';
import type { Topics } from '#server/live/topics.ts';
import { createPersonArchive } from '#server/sections/personal-data/archive.ts';
import { erasePerson } from '#server/sections/personal-data/erase-queries.ts';
import { findPerson } from '#server/sections/personal-data/queries.ts';
import {
  emptyDemoDatabase,
  findHeadCompanyId,
  findPersonByPhone,
  hasDemoCompany,
} from '#server/sections/setup/admin-queries.ts';
import { insertAdministrator, issueSetUpLink, SETUP_LINK_LIFETIME_MS } from '#server/sections/setup/queries.ts';
import { StartError } from '#server/start-error.ts';

/** Dependencies of the commands. */
export interface AdminDeps {
  db: Db;
  /** Publishes events to the processes on this database that have open sockets. */
  publisher: Publisher<Topics>;
  files: FileStore;
  settings: Pick<Settings, 'publicUrl' | 'host' | 'port'>;
  now(): Date;
  /**
   * Prompts at the terminal.
   * @returns the answer
   */
  ask(question: string): Promise<string>;
}

const HOUR = 3_600_000;

/** Author of audit entries made on the command line. */
const CLI_ACTOR = { user: null, request: 'npm run admin' } as const;

function parsePhone(input = ''): string {
  const phone = normalizeTypedPhone(input);
  if (!phone) throw new StartError(text('admin.badPhone', { phone: input.slice(0, 40) }));
  return phone;
}

const createLink = ({ settings }: AdminDeps, page: string, token: string): string =>
  `${trimEnd(settings.publicUrl ?? serverAddress(settings.host, settings.port), '/')}/${page}?token=${token}`;

/**
 * `create +7… [first name, last name]`: creates an administrator and returns a one-time link to set a password. If the database has
 * no people yet, it creates nobody and returns a link to the company's set-up for this phone.
 * @throws StartError with a message for the user: the phone is invalid or taken, a name is too long or empty, or there is no company
 */
async function create(deps: AdminDeps, [phoneInput, ...names]: readonly string[]): Promise<string> {
  const { db, now } = deps;
  const phone = parsePhone(phoneInput);
  const [first_name = text('admin.firstName'), ...lastNames] = names;
  const last_name = lastNames.join(' ') || text('admin.lastName');
  if ([first_name, last_name].some(({ length }) => length < 1 || length > TEXT.personName.max)) {
    throw new StartError(text('admin.badName'));
  }
  if (!(await hasPeople(db))) {
    const givenNames = { ...(names.length ? { first_name } : {}), ...(lastNames.length ? { last_name } : {}) };
    const token = await issueSetUpLink(db, now(), { phone, ...givenNames });
    return text('admin.setUp', { link: createLink(deps, 'setup', token), hours: SETUP_LINK_LIFETIME_MS / HOUR });
  }
  const token = await db.transaction().execute(async (trx) => {
    const person = await findPersonByPhone(trx, phone);
    if (person)
      throw new StartError(text(person.role === 'resident' ? 'admin.takenByResident' : 'admin.taken', { phone }));
    const company = await findHeadCompanyId(trx);
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
    link: createLink(deps, 'registration', token),
    days: LIFETIME.activation / HOUR / 24,
  });
}

/**
 * `link +7…`: returns a one-time link to set a password, for an employee whom SMS does not reach.
 * @throws StartError with a message for the user: the phone is invalid, no employee has it, or they are suspended
 */
async function link(deps: AdminDeps, [phoneInput]: readonly string[]): Promise<string> {
  const { db, now } = deps;
  const phone = parsePhone(phoneInput);
  return db.transaction().execute(async (trx) => {
    const person = await findPersonByPhone(trx, phone);
    if (!person || person.role === 'resident') throw new StartError(text('admin.unknown', { phone }));
    if (person.status === 'suspended') throw new StartError(text('admin.suspended', { phone }));
    const auditEntry = { ...CLI_ACTOR, resource: 'password', record: person.id };
    await audit(trx, { ...auditEntry, action: 'issue-link' });
    if (person.status === 'created') {
      await endActivation(trx, person.id);
      const token = await issueToken(trx, person.id, 'activation', now());
      return text('admin.activation', {
        link: createLink(deps, 'registration', token),
        days: LIFETIME.activation / HOUR / 24,
      });
    }
    await endRecoveries(trx, person.id);
    const token = await issueToken(trx, person.id, 'recovery', now());
    return text('admin.recovery', {
      link: createLink(deps, 'password-change/', token),
      minutes: LIFETIME.recovery / 60_000,
    });
  });
}

/**
 * `reset-second-factor +7…`: removes an employee's second factor after a lost phone and ends their sessions.
 * @throws StartError with a message for the user: no employee has the phone, or they have no second factor
 */
async function resetSecondFactor({ db, publisher }: AdminDeps, [phoneInput]: readonly string[]): Promise<string> {
  const phone = parsePhone(phoneInput);
  return db.transaction().execute(async (trx) => {
    const person = await findPersonByPhone(trx, phone);
    if (!person || person.role === 'resident') throw new StartError(text('admin.unknown', { phone }));
    if (!(await resetFactor(trx, publisher, person.id))) throw new StartError(text('admin.noFactor', { phone }));
    const auditEntry = { ...CLI_ACTOR, action: 'reset-second-factor', resource: 'employees', record: person.id };
    await audit(trx, auditEntry);
    return text('admin.factorReset', { phone });
  });
}

/**
 * `leave-demo`: deletes the demo company after confirmation; the next start begins with the set-up.
 * @throws StartError if the database has no demo company
 */
async function leaveDemo({ db, files, ask }: AdminDeps, flags: readonly string[]): Promise<string> {
  if (!(await hasDemoCompany(db))) throw new StartError(text('admin.notDemo'));
  if (!flags.includes('--yes')) {
    const answer = (await ask(text('admin.question'))).trim().toLowerCase();
    if (answer !== text('admin.yes')) return text('admin.kept');
  }
  const fileNames = await retryOnDeadlock(db, emptyDemoDatabase);
  if (!fileNames) throw new StartError(text('admin.notDemo'));
  for (const name of fileNames) await files.delete(name);
  return text('admin.left');
}

/**
 * Finds a person by phone, or by id, since deleted people have no phone.
 * @throws StartError if there is none
 */
async function findPersonByInput(db: Db, input = ''): Promise<Person> {
  const id = /^\d{1,9}$/.test(input) ? Number(input) : (await findPersonByPhone(db, parsePhone(input)))?.id;
  const person = id === undefined ? null : await findPerson(db, id);
  if (!person) throw new StartError(text('admin.nobody', { typed: input.slice(0, 40) }));
  return person;
}

/**
 * `export-person +7…|NUMBER FILE`: writes all data about a person into a ZIP archive.
 * @throws StartError with a message for the user: there is no such person, no file is given, or it exists already
 */
async function exportPerson({ db, files }: AdminDeps, [personInput, path]: readonly string[]): Promise<string> {
  const person = await findPersonByInput(db, personInput);
  if (!path) throw new StartError(text('admin.noFile'));
  try {
    await pipeline(
      createPersonArchive({ db, files }, person.id),
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new StartError(text('admin.fileThere', { path }));
    throw error;
  }
  await audit(db, { ...CLI_ACTOR, action: 'export', resource: 'personal-data', record: person.id });
  return text('admin.exported', { name: person.name, path });
}

/**
 * `erase-person +7…|NUMBER`: erases the data of a deleted person after confirmation.
 * @throws StartError with a message for the user: there is no such person, or they are not deleted
 */
async function erase({ db, files, now, ask }: AdminDeps, [personInput, ...flags]: readonly string[]): Promise<string> {
  const person = await findPersonByInput(db, personInput);
  if (!flags.includes('--yes')) {
    const answer = (await ask(text('admin.eraseQuestion', { name: person.name }))).trim().toLowerCase();
    if (answer !== text('admin.yes')) return text('admin.kept');
  }
  const deletedBytes = await db.transaction().execute(async (trx) => {
    const outcome = await erasePerson(trx, person.id, now());
    if (outcome === 'present') throw new StartError(text('personalData.deleteFirst'));
    if (outcome === null || outcome === 'erased') return [];
    await audit(trx, { ...CLI_ACTOR, action: 'erase', resource: 'personal-data', record: person.id });
    return outcome.dropped;
  });
  await deleteStoredBytes(db, files, deletedBytes);
  return text('admin.erased', { id: person.id });
}

/** Commands of `npm run admin` by name; each returns the text to print. */
export const COMMANDS: Readonly<Record<string, (deps: AdminDeps, words: readonly string[]) => Promise<string>>> = {
  create,
  link,
  'reset-second-factor': resetSecondFactor,
  'leave-demo': leaveDemo,
  'export-person': exportPerson,
  'erase-person': erase,
};
