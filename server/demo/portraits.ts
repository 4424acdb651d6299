import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import type { Company } from './company.ts';

/** Whose portrait a file is. */
export interface Portrait {
  user: number;
  file: number;
}

/** Orders the portraits of those who have one. */
export function takePortraits({ people, desk, calendar }: Company): Portrait[] {
  return [...people.staff, ...people.residents].flatMap(({ id, avatar }) => {
    if (avatar === null) return [];
    const order = { name: 'Портрет', kind: 'avatar', owner: id, at: calendar.ago(20, '12:00') } as const;
    return { user: id, file: desk.order({ content: `portrait:${avatar}`, ...order }) };
  });
}

/** Gives people their portraits: files belong to people and people have files, so one of the two comes later. */
export async function hangPortraits(trx: Db, portraits: readonly Portrait[]): Promise<void> {
  await sql`update users set avatar_file_id = portrait.file
    from jsonb_to_recordset(${JSON.stringify(portraits)}::jsonb) portrait ("user" integer, file integer)
    where users.id = portrait."user"`.execute(trx);
}
