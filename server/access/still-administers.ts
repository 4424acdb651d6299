import { sql } from 'kysely';
import type { Reader } from './reader.ts';

/** SQL condition: the reader is still an administrator, so that a write after losing the role changes no row. */
export const stillAdministers = ({ user }: Pick<Reader, 'user'>) =>
  sql<boolean>`exists (select 1 from users as administrator where administrator.id = ${user}::integer
    and administrator.role in ('admin', 'superuser') and administrator.status = 'active')`;
