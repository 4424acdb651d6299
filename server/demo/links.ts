import { sql } from 'kysely';
import { trimEnd } from '#resources/trim-end.ts';
import type { Db } from '#server/db/tables.ts';
import { accountPhone, STAFF } from './staff.ts';

/**
 * Updates the links in the demo data to the current URL of the console, which may change with the port.
 * @param baseUrl URL of the console
 */
export async function updateDemoLinks(db: Db, baseUrl: string): Promise<void> {
  const base = trimEnd(baseUrl, '/');
  await sql`update cameras set link = ${base}::text || substring(link from '/demo/cameras/[a-z-]+[.]html$')
    where link ~ '^https?://[^/]+/demo/cameras/[a-z-]+[.]html$' and not starts_with(link, ${`${base}/`}::text)`.execute(
    db,
  );
  const invited = STAFF.find(({ status }) => status === 'created')?.account;
  if (!invited) return;
  await sql`update outbox set text = regexp_replace(text, 'https?://[^/ ]+/registration', ${`${base}/registration`}::text)
    where recipient = ${accountPhone(invited)} and position(${`${base}/registration`}::text in text) = 0`.execute(db);
}
