import { sql } from 'kysely';
import pg from 'pg';

const MARK = '/* prepared */';
const MARKED_START = `select ${MARK} `;
/** PostgreSQL's code for a statement whose prepared plan no longer fits the tables, for example after a migration. */
const PLAN_OUTDATED = '0A000';

/**
 * Front modifier of a query that each connection parses and plans once instead of every time. For a query of every request whose best
 * plan is the same for all parameters.
 */
export const prepared = sql`${sql.raw(MARK)}`;

/** Names of prepared statements by their SQL; as many as there are queries with the modifier. */
const names = new Map<string, string>();

function statementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `prepared_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/** A connection that prepares marked queries (see `prepared`). */
export class PreparingClient extends pg.Client {
  // Returns what `query` of pg returns; only `never` fits all the overloads of its type.
  override query(...args: unknown[]): never {
    const query = super.query as (...args: unknown[]) => Promise<unknown>;
    const [text, values, ...rest] = args;
    // Kysely, the only author of marked queries, passes no callback.
    if (typeof text !== 'string' || !text.startsWith(MARKED_START) || rest.length > 0)
      return query.apply(this, args) as never;
    return query.call(this, { name: statementName(text), text, values }).catch((error: unknown) => {
      // Within a transaction this fails as well, with the transaction; marked queries run outside of one.
      if ((error as { code?: unknown } | null)?.code === PLAN_OUTDATED) return query.call(this, text, values);
      throw error;
    }) as never;
  }
}
