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
 * Every table of the backend in the box, by area in `tables/`. Names are snake_case as in SQL; the same SQL runs on PGlite
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

/** The database as queries see it. A transaction is one too: inside it pass it on, never the pool. */
export type Db = Kysely<Tables>;
