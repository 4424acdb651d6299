import { sql } from 'kysely';
import { FIND_LIMITS, readTags } from '#resources/protocol/chat/chat.ts';
import type { Db } from '#server/db/tables.ts';
import type { FindQuery } from '../find-query.ts';
import { type Member, mayTalk, profileColumns } from './people-queries.ts';

/**
 * People matching a `fnd` query (A6) among those one may talk to: best matches first, then by name, limited. Includes suspended
 * people, who can still be written to (CHAT-19).
 */
export async function findPeople(db: Db, self: Member, query: FindQuery) {
  const terms = [...query.all, ...query.any];
  const candidateTerms = query.any.length ? query.any : query.all;
  const { resident, companies, buildings, porches } = readTags(candidateTerms);
  // Candidates have one of the terms; found by index before anything else is checked.
  const residentsOf = (column: 'building_id' | 'porch_id', ids: number[]) =>
    sql`select lived.user_id as id from units flats join residents_units lived on lived.unit_id = flats.id
      where ${sql.ref(`flats.${column}`)} = any(${ids}::integer[])`;
  const sources = [
    ...(buildings.length ? [residentsOf('building_id', buildings)] : []),
    ...(porches.length ? [residentsOf('porch_id', porches)] : []),
    ...(companies.length
      ? [
          sql`select staff.id from users staff where staff.role <> 'resident' and (staff.company_id = any(${companies}::integer[])
            or exists (select 1 from companies heads where heads.is_tenant and heads.id = any(${companies}::integer[])))`,
        ]
      : []),
    ...(resident && !buildings.length && !porches.length
      ? [sql`select residents.id from users residents where residents.role = 'resident'`]
      : []),
    sql`select user_id as id from chat_profiles where tags && ${candidateTerms}::text[]`,
  ];
  const matching = sql<string[]>`array(select tag from unnest(tags) tag where tag = any(${terms}::text[]))`;
  const hasRequiredTerms = query.all.length > 0;
  const rows = await db
    .with('candidates', (inner) =>
      inner
        .selectFrom('users')
        .leftJoin('chat_profiles', 'chat_profiles.user_id', 'users.id')
        .leftJoin('files as avatars', 'avatars.id', 'users.avatar_file_id')
        .where(sql<boolean>`users.id in (${sql.join(sources, sql` union `)})`)
        .where('users.id', '!=', self.id)
        .where('users.status', '!=', 'deleted')
        .where('users.chat_id', 'is not', null)
        .where(mayTalk(self, 'users'))
        .orderBy('users.last_name')
        .orderBy('users.first_name')
        .orderBy('users.id')
        // If every term alone is sufficient, every candidate is a result.
        .$if(!hasRequiredTerms, (limited) => limited.limit(FIND_LIMITS.rows))
        .select([...profileColumns(), 'users.chat_id', 'users.updated_at']),
    )
    .selectFrom('candidates')
    .where(sql<boolean>`tags @> ${query.all}::text[]`)
    .$if(query.any.length > 0, (narrowed) => narrowed.where(sql<boolean>`tags && ${query.any}::text[]`))
    .limit(FIND_LIMITS.rows)
    .selectAll()
    .select(matching.as('matched'))
    .orderBy(sql`cardinality(${matching})`, 'desc')
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('chat_id')
    .execute();
  return rows;
}
