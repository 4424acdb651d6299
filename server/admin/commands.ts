import { text } from '#i18n/text.ts';
import { normalPhoneLoosely } from '#resources/language/kinds/phone.ts';
import { TEXT } from '#resources/limits.ts';
import { trimEnd } from '#resources/trim-end.ts';
import { audit } from '#server/access/audit.ts';
import { endActivation, endRecoveries, issueToken, LIFETIME } from '#server/access/tokens.ts';
import { addressOf } from '#server/address.ts';
import type { Settings } from '#server/config.ts';
import { hasPeople } from '#server/db/people.ts';
import type { Db } from '#server/db/tables.ts';
import type { FileStore } from '#server/files/store.ts';
import { emptyDemo, headCompany, holdsDemo, personOfPhone } from '#server/sections/setup/admin-queries.ts';
import { insertAdministrator, issueSetUpLink, SETUP_LINK_LIFE } from '#server/sections/setup/queries.ts';
import { StartError } from '#server/start-error.ts';

/** What a command works on. */
export interface AdminDeps {
  db: Db;
  files: FileStore;
  settings: Pick<Settings, 'publicUrl' | 'host' | 'port'>;
  now(): Date;
  /** Asks whoever typed the command. @returns what was answered */
  ask(question: string): Promise<string>;
}

const HOUR = 3_600_000;

/** Who is written down as having done it: somebody at the machine itself. */
const AT_THE_MACHINE = { user: null, request: 'npm run admin' } as const;

function phoneFrom(typed = ''): string {
  const phone = normalPhoneLoosely(typed);
  if (!phone) throw new StartError(text('admin.badPhone', { phone: typed.slice(0, 40) }));
  return phone;
}

const linkTo = ({ settings }: AdminDeps, page: string, token: string): string =>
  `${trimEnd(settings.publicUrl ?? addressOf(settings.host, settings.port), '/')}/${page}?token=${token}`;

/**
 * `create +7… [first name, last name]`: a new administrator who sets a password by a one-time link; where nobody is in the
 * database yet, the link that opens the company, for this phone alone.
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
    const token = await issueSetUpLink(db, now(), phone);
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
    await audit(trx, { ...AT_THE_MACHINE, action: 'create', resource: 'employees', record: user, after });
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
 * `link +7…`: a one-time link by which an employee sets a password, where no SMS reaches him.
 * @throws StartError with a sentence: nobody of the staff has the phone, or he is suspended
 */
async function link(deps: AdminDeps, [typed]: readonly string[]): Promise<string> {
  const { db, now } = deps;
  const phone = phoneFrom(typed);
  return db.transaction().execute(async (trx) => {
    const person = await personOfPhone(trx, phone);
    if (!person || person.role === 'resident') throw new StartError(text('admin.unknown', { phone }));
    if (person.status === 'suspended') throw new StartError(text('admin.suspended', { phone }));
    const deed = { ...AT_THE_MACHINE, resource: 'password', record: person.id };
    await audit(trx, { ...deed, action: 'issue-link' });
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
 * `leave-demo`: removes the demo company, all of it, after a question; the next start is in set-up.
 * @throws StartError where the database holds no demo company
 */
async function leaveDemo({ db, files, ask }: AdminDeps, flags: readonly string[]): Promise<string> {
  if (!(await holdsDemo(db))) throw new StartError(text('admin.notDemo'));
  if (!flags.includes('--yes')) {
    const answer = (await ask(text('admin.question'))).trim().toLowerCase();
    if (answer !== text('admin.yes')) return text('admin.kept');
  }
  const bytes = await db.transaction().execute((trx) => emptyDemo(trx));
  if (!bytes) throw new StartError(text('admin.notDemo'));
  for (const name of bytes) await files.delete(name);
  return text('admin.left');
}

/** Commands of `npm run admin` by name; each answers what is printed. */
export const COMMANDS: Readonly<Record<string, (deps: AdminDeps, words: readonly string[]) => Promise<string>>> = {
  create,
  link,
  'leave-demo': leaveDemo,
};
