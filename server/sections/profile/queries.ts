import type { CurrentProfile } from '#resources/protocol/people/profile.ts';
import { listBuildings } from '#server/access/buildings.ts';
import type { Reader } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { shownFile } from '#server/files/addresses.ts';
import { filesById } from '#server/files/queries.ts';

/** The reader's own profile (profile.md), without `sections`. */
export async function readProfile(db: Db, reader: Reader): Promise<Omit<CurrentProfile, 'sections'>> {
  const user = await db
    .selectFrom('users')
    .leftJoin('companies', 'companies.id', 'users.company_id')
    .where('users.id', '=', reader.user)
    .select([
      'users.first_name',
      'users.last_name',
      'users.gender',
      'users.phone',
      'users.email',
      'users.position',
      'users.chat_id',
      'users.created_at',
      'users.avatar_file_id',
      'companies.id as company_id',
      'companies.label as company_label',
      'companies.is_tenant',
    ])
    .executeTakeFirstOrThrow();
  const company = user.company_id === null ? null : { id: user.company_id, label: user.company_label ?? '' };
  return {
    user: reader.user,
    role: reader.role,
    status: reader.status,
    first_name: user.first_name,
    last_name: user.last_name,
    gender: user.gender,
    phone_number: user.phone ?? '',
    email: user.email,
    avatar: await findAvatarUrl(db, reader, user.avatar_file_id),
    date: user.created_at.toISOString(),
    position: user.position,
    company,
    subsidiary: user.is_tenant ? null : company,
    user_chat_id: user.chat_id,
    ...(await findPlaces(db, reader)),
  };
}

async function findAvatarUrl(db: Db, reader: Reader, id: number | null): Promise<string | null> {
  // File URLs are only signed for sessions, not for the token of a link from an SMS.
  const hasSession = id !== null && ['session', 'view'].includes(reader.token.purpose);
  const file = hasSession ? (await filesById(db, [id])).get(id) : undefined;
  if (!file) return null;
  const { medium, s3_file } = shownFile(reader, file);
  return (medium ?? s3_file).file;
}

/** Buildings that are wholly open to the reader, and the open entrances of the others. */
async function findPlaces(db: Db, reader: Reader): Promise<Pick<CurrentProfile, 'buildings' | 'porches'>> {
  const buildings = await listBuildings(db, reader);
  const addresses = buildings.map((building) => {
    const { id, street, number, complex } = building;
    return { building, address: { id, street, number, complex } };
  });
  return {
    buildings: addresses
      .filter(({ building }) => building.is_all_porches)
      .map(({ building, address }) => ({ ...address, porches: building.available_porches })),
    porches: addresses
      .filter(({ building }) => !building.is_all_porches)
      .flatMap(({ building, address }) => building.available_porches.map((porch) => ({ ...porch, building: address }))),
  };
}
