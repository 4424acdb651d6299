import type { Kysely } from 'kysely';
import type { AccessTables } from './tables/access.ts';
import type { AnswerTables, ChatTables } from './tables/chat.ts';
import type { ImportTables } from './tables/import.ts';
import type { NewsTables } from './tables/news.ts';
import type { OperationTables } from './tables/operations.ts';
import type { PlaceTables } from './tables/places.ts';
import type { SystemTables } from './tables/system.ts';
import type { TaskTables } from './tables/tasks.ts';

/**
 * All tables of the built-in backend, by area in `tables/`. Column names are snake_case as in SQL; the same SQL runs on PGlite
 * and on PostgreSQL 15 and later.
 */
export interface Tables
  extends AccessTables,
    PlaceTables,
    NewsTables,
    TaskTables,
    OperationTables,
    ChatTables,
    AnswerTables,
    ImportTables,
    SystemTables {}

/** A query builder: the pool or a transaction. Inside a transaction pass the transaction on, never the pool. */
export type Db = Kysely<Tables>;
