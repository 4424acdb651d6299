import { tokenHash } from '#server/access/tokens.ts';
import type { Db } from '#server/db/tables.ts';
import type { Company } from './company.ts';
import { digest } from './seeded.ts';
import { accountPhone, STAFF } from './staff.ts';

/** The activation link of a demonstration lives this long, ms: longer than a real one, so that it can be tried any day. */
const YEAR = 365 * 86_400_000;

/** Puts the activation link of the invited account into the outbox (embedded.md, account 09). */
export async function invite(trx: Db, { calendar, baseUrl, people }: Company): Promise<void> {
  const account = STAFF.find(({ status }) => status === 'created')?.account;
  const person = people.staff.find(({ member }) => member?.account === account);
  if (!account || !person) return;
  const token = Buffer.from(digest(`activation ${person.id}`), 'hex').toString('base64url');
  await trx
    .insertInto('tokens')
    .values({
      user_id: person.id,
      hash: tokenHash(token),
      purpose: 'activation',
      created_at: calendar.now,
      expires_at: new Date(calendar.now.getTime() + YEAR),
    })
    .execute();
  await trx
    .insertInto('outbox')
    .values({
      recipient: accountPhone(account),
      text: `${person.first}, вас пригласили в консоль УК «Северный дом». Задайте пароль: ${baseUrl}/registration?token=${token}`,
      at: calendar.now,
    })
    .execute();
}
