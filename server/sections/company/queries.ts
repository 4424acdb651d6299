import type { CompanyProfile } from '#resources/protocol/buildings/settings.ts';
import type { Reader } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { shownFile } from '#server/files/addresses.ts';
import { filesById } from '#server/files/queries.ts';

/** The company the reader works for (SET-44). @returns null if they work for no company */
export async function findOwnCompany(db: Db, reader: Reader): Promise<CompanyProfile | null> {
  const company = await db
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .where('users.id', '=', reader.user)
    .select([
      'companies.id',
      'companies.name_full',
      'companies.name_short',
      'companies.avatar',
      'companies.phones',
      'companies.license_on',
    ])
    .executeTakeFirst();
  if (!company) return null;
  const file = company.avatar === null ? undefined : (await filesById(db, [company.avatar])).get(company.avatar);
  const picture = file && shownFile(reader, file);
  return { ...company, avatar: picture ? (picture.medium ?? picture.s3_file).file : null };
}
