import { sql } from 'kysely';
import type { Reader } from './reader.ts';

/** Whether who asks still administers the installation: what they write after that right was taken changes no row. */
export const stillAdministers = ({ user }: Pick<Reader, 'user'>) =>
  sql<boolean>`exists (select 1 from users as administrator where administrator.id = ${user}::integer
    and administrator.role in ('admin', 'superuser') and administrator.status = 'active')`;
