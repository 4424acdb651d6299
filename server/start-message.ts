import { text } from '#i18n/text.ts';
import { currentDate } from '#resources/clock.ts';
import { trimEnd } from '#resources/trim-end.ts';
import type { Settings } from './config.ts';
import type { Database } from './db/connect.ts';
import { hasPeople, selectPhonesInUse } from './db/people.ts';
import { accountPhone, DEMO_PASSWORD } from './demo/staff.ts';
import { issueSetUpLink, SETUP_LINK_LIFETIME_MS } from './sections/setup/queries.ts';

/** Numbers of the demo accounts (embedded.md). */
const DEMO_ACCOUNTS = Array.from({ length: 10 }, (_, at) => at + 1);

/** Lifetime of the set-up link, hours. */
const SETUP_LINK_HOURS = SETUP_LINK_LIFETIME_MS / 3_600_000;

/**
 * Start-up message for the operator: the URL, the demo accounts if the demo company is present, and the set-up link if the
 * database is empty.
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
        hours: SETUP_LINK_HOURS,
      }),
    );
  }
  const accounts = database && settings.demo ? await presentAccounts(database) : [];
  if (accounts.length > 0) {
    lines.push('', text('start.accounts', { password: DEMO_PASSWORD }));
    for (const account of accounts) {
      lines.push(`  ${formatAccountPhone(accountPhone(account))}  ${text(`start.account.${account}`, { address })}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** Demo accounts that still exist; the database may already hold a real company. */
async function presentAccounts(database: Database): Promise<number[]> {
  const phones = await selectPhonesInUse(database.kysely, DEMO_ACCOUNTS.map(accountPhone));
  return DEMO_ACCOUNTS.filter((account) => phones.has(accountPhone(account)));
}

/** Formats `+79000000001` for reading. */
function formatAccountPhone(phone: string): string {
  return phone.replace(/^(\+7)(\d{3})(\d{3})(\d{2})(\d{2})$/, '$1 $2 $3-$4-$5');
}
