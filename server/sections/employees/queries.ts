import { type ExpressionBuilder, sql } from 'kysely';
import { type Level, SECTIONS } from '#resources/language/access.ts';
import { getPhonePatterns } from '#resources/rules/search/text.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import { employeeFields } from './change-queries.ts';
import type { EmployeeQuery, SortName } from './page.ts';

/** Query of the staff who are not deleted, joined with their company. */
const selectStaff = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('companies', 'companies.id', 'users.company_id')
    .where('users.role', 'in', ['admin', 'superuser', 'employee'])
    .where('users.status', '!=', 'deleted');

const COLUMNS = [
  ...employeeFields.columns.map((column) => `users.${column}` as const),
  'users.id as user',
  'users.role',
  'users.email',
  'users.status',
  'users.avatar_file_id',
  'users.chat_id',
  'companies.id as company_id',
  'companies.label as company_label',
  'companies.is_tenant',
] as const;

const levelsColumn = (eb: ExpressionBuilder<Tables, 'users'>) =>
  eb
    .selectFrom('levels')
    .whereRef('levels.user_id', '=', 'users.id')
    .select(sql<Record<string, Level> | null>`jsonb_object_agg(section, level)`.as('levels'))
    .as('levels');

/** Number of buildings in which an employee holds an entrance: `objects_count` of their row. */
const BUILDING_COUNT = `(select count(distinct porches.building_id) from user_porches
  join porches on porches.id = user_porches.porch_id where user_porches.user_id = users.id)`;

/** Number of sections open to an employee; added sections count as in `effectiveLevels`. */
const countOpenSections = (
  extra: readonly string[],
) => sql`(select count(*) from unnest(${[...SECTIONS, ...extra]}::text[]) as known(section)
  left join levels on levels.user_id = users.id and levels.section = known.section
  where coalesce(levels.level, case when users.role in ('admin', 'superuser') and known.section = any(${[...extra]}::text[])
    then 'write' else 'denied' end) <> 'denied')`;

const NAME = ['users.last_name', 'users.first_name'] as const;
const ORDERS = {
  name: ['users.first_name', 'users.last_name'],
  company: ['companies.label', ...NAME],
  objects: [BUILDING_COUNT, ...NAME],
  sections: NAME,
  // In the alphabetical order of the labels: «Активен», «Заблокирован», «Приглашён».
  status: [
    "array_position(array['active','suspended','created'], users.status)",
    'users.first_name',
    'users.last_name',
  ],
} as const satisfies Partial<Record<SortName, readonly string[]>>;

/** Sort expressions of a column; a scalar field sorts by its database column. */
function sortExpressions(name: SortName): readonly string[] {
  const column = employeeFields.getColumn(name);
  if (column && !Object.hasOwn(ORDERS, name)) return [`users.${column}`, ...NAME];
  return ORDERS[name as keyof typeof ORDERS];
}

function sortOrder(sort: string, extra: readonly string[]) {
  const name = sort.replace('-', '') as SortName;
  const direction = sql.raw(sort.startsWith('-') ? 'desc' : 'asc');
  const expressions = [...sortExpressions(name), 'users.id'].map((expression) => sql.raw(expression));
  if (name === 'sections') expressions.unshift(countOpenSections(extra));
  return sql`${sql.join(expressions.map((part) => sql`${part} ${direction} nulls last`))}`;
}

/** Escapes the wildcards of `like` in a search text. */
const escapeLike = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** Minimum number of digits searched for; fewer would match too many phones. */
const PHONE_DIGITS_MIN = 3;

function searchStaff(db: Db, search: string) {
  const numbers = getPhonePatterns(search, PHONE_DIGITS_MIN);
  return selectStaff(db).$if(search !== '', (query) =>
    query.where((eb) =>
      eb.or([
        sql<boolean>`users.search like '%' || fold(${escapeLike(search)}) || '%'`,
        sql<boolean>`lower(users.position) like '%' || lower(${escapeLike(search)}) || '%'`,
        ...numbers.map((digits) => sql<boolean>`users.phone like ${`%${digits}%`}`),
      ]),
    ),
  );
}

export type StaffRow = NonNullable<Awaited<ReturnType<typeof staffRow>>>;

/** A page of the staff, sorted. @param extra sections that the installation added */
export function staffRows(
  db: Db,
  { page, page_size, sort, search }: EmployeeQuery,
  extra: readonly string[],
): Promise<StaffRow[]> {
  return searchStaff(db, search)
    .select(COLUMNS)
    .select(levelsColumn)
    .orderBy(sortOrder(sort, extra))
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
}

/** Number of staff on all pages. */
export async function countStaff(db: Db, search: string): Promise<number> {
  const row = await searchStaff(db, search)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** One member of staff; null for a resident, a deleted person or an unknown id. */
export async function staffRow(db: Db, id: number) {
  const row = await selectStaff(db).where('users.id', '=', id).select(COLUMNS).select(levelsColumn).executeTakeFirst();
  return row ?? null;
}

/** Staff with access to an entrance of a building, by name. */
export function selectBuildingStaff(db: Db, building: number): Promise<StaffRow[]> {
  return selectStaff(db)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('user_porches')
          .innerJoin('porches', 'porches.id', 'user_porches.porch_id')
          .where('porches.building_id', '=', building)
          .whereRef('user_porches.user_id', '=', 'users.id')
          .select('porches.id'),
      ),
    )
    .select(COLUMNS)
    .select(levelsColumn)
    .orderBy('users.first_name')
    .orderBy('users.last_name')
    .orderBy('users.id')
    .execute();
}

/** Services of a performer. */
export function selectEmployeeServices(db: Db, user: number) {
  return db
    .selectFrom('user_services')
    .innerJoin('services', 'services.id', 'user_services.service_id')
    .where('user_services.user_id', '=', user)
    .select(['services.id', 'services.name', 'services.icon'])
    .orderBy('services.id')
    .execute();
}

/** When the valid invitation was sent; null if there is none or it has not been sent yet. */
export async function findInvitationTime(db: Db, user: number, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('tokens')
    .leftJoin('invitations', 'invitations.user_id', 'tokens.user_id')
    .where('tokens.user_id', '=', user)
    .where('tokens.purpose', '=', 'activation')
    .where('tokens.used_at', 'is', null)
    .where('tokens.expires_at', '>', now)
    // The row of an invitation sent long ago is deleted; only its token remains.
    .where(({ eb, or }) => or([eb('invitations.user_id', 'is', null), eb('invitations.sent', '=', true)]))
    .select(({ fn }) => fn.coalesce('invitations.ended_at', 'tokens.created_at').as('at'))
    .orderBy('tokens.id', 'desc')
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Recipient of an invitation; null if the person no longer has a phone. */
export async function findAddressee(
  db: Db,
  user: number,
): Promise<{ name: string; company: string; phone: string } | null> {
  const row = await db
    .selectFrom('users')
    .leftJoin('companies', 'companies.id', 'users.company_id')
    .where('users.id', '=', user)
    .select(['users.phone', 'users.first_name as name', 'companies.label as company'])
    .executeTakeFirst();
  return row?.phone ? { name: row.name, company: row.company ?? '', phone: row.phone } : null;
}
