import { text } from '#i18n/text.ts';
import { currentDate } from '#resources/clock.ts';
import { trimEnd } from '#resources/trim-end.ts';
import type { Settings } from './config.ts';
import type { Database } from './db/connect.ts';
import { hasPeople, phonesInUse } from './db/people.ts';
import { accountPhone, DEMO_PASSWORD } from './demo/staff.ts';
import { issueSetUpLink, SETUP_LINK_LIFE } from './sections/setup/queries.ts';

/** Demo accounts of embedded.md, by their number. */
const ACCOUNTS = Array.from({ length: 10 }, (_, at) => at + 1);

/** How long the set-up link works. */
const HOURS = SETUP_LINK_LIFE / 3_600_000;

/**
 * Text for the operator when the product listens: the address, how to sign in where the demo company is in, and the
 * link that opens a company in an empty database.
 */
export async function startMessage(settings: Settings, address: string, database: Database | null): Promise<string> {
  const lines = [text('start.listening', { product: settings.productName, address })];
  if (!database) lines.push(text('start.staging', { address: settings.stagingUrl }));
  if (database && !(await hasPeople(database.kysely))) {
    const token = await issueSetUpLink(database.kysely, currentDate());
    lines.push(
      '',
      text('start.setUp', {
        link: `${trimEnd(settings.publicUrl ?? address, '/')}/setup?token=${token}`,
        hours: HOURS,
      }),
    );
  }
  const accounts = database && settings.demo ? await present(database) : [];
  if (accounts.length > 0) {
    lines.push('', text('start.accounts', { password: DEMO_PASSWORD }));
    for (const account of accounts) {
      lines.push(`  ${spaced(accountPhone(account))}  ${text(`start.account.${account}`, { address })}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** The accounts that are in this database: it may hold a company of its own by now. */
async function present(database: Database): Promise<number[]> {
  const there = await phonesInUse(database.kysely, ACCOUNTS.map(accountPhone));
  return ACCOUNTS.filter((account) => there.has(accountPhone(account)));
}

/** `+79000000001` as people write it. */
function spaced(phone: string): string {
  return phone.replace(/^(\+7)(\d{3})(\d{3})(\d{2})(\d{2})$/, '$1 $2 $3-$4-$5');
}
