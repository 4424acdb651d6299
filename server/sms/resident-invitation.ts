import { text } from '#i18n/text.ts';
import type { Db } from '#server/db/tables.ts';
import { headCompany } from './queries.ts';

/** What an invited resident is sent: who invites him, and how he comes in. The same for one and for a list (B§2.4). */
export async function residentInvitation(db: Db): Promise<string> {
  return text('sms.residentInvitation', { company: (await headCompany(db)) ?? text('sms.company') });
}
