import { sql } from 'kysely';
import type { Reader } from './reader.ts';

/** Whether the reader is still an administrator: a write that comes after the right was taken away changes no row. */
export const stillAdministers = ({ user }: Pick<Reader, 'user'>) =>
  sql<boolean>`exists (select 1 from users as administrator where administrator.id = ${user}::integer
    and administrator.role in ('admin', 'superuser') and administrator.status = 'active')`;
