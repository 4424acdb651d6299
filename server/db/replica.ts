import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely';
import pg from 'pg';
import { isBusy, isOutOfReach } from './failures.ts';
import { types } from './parsers.ts';
import { connectionFailureText, prepareConnection } from './postgres.ts';
import { STATEMENT_MS } from './statement-limit.ts';
import type { Db, Tables } from './tables.ts';

/** Connections of one process for reads; one more looks whether the replica is fit. */
const CONNECTIONS = 5;
/** How long the replica may take to let a connection in, or to say how far it is, ms. */
const PATIENCE_MS = 3_000;
/** Longest pause before the replica is asked again how far it is, ms. */
const PAUSE_MOST_MS = 50;
/** How many unreached marks are kept to tell the lag of the replica: one hour of looks. */
const MARKS_MOST = 1_800;

/** SQL states that the primary would answer with as well: a statement cancelled for its length, a write in a read-only transaction. */
const OWN_FAILURES: ReadonlySet<unknown> = new Set(['57014', '25006']);

/** A place in the write-ahead log, and of which database. */
interface LogPlace {
  /** Bytes of the log. */
  position: bigint;
  system: string;
  database: string;
  timeline: number;
}

/** A place of the replica. */
interface ReplicaPlace extends LogPlace {
  isStandby: boolean;
}

const DATABASE_ID = '(select oid::text from pg_database where datname = current_database())';
/**
 * Where the primary is: all that a transaction begun now can see lies before it. Commits are visible before they are flushed
 * only without `synchronous_commit`.
 */
const PRIMARY_PLACE = `select pg_wal_lsn_diff(case current_setting('synchronous_commit')
    when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end, '0/0')::text as position,
  system_identifier::text as system, ${DATABASE_ID} as database,
  ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer as timeline
  from pg_control_system()`;
/** Where the replica is. */
const REPLICA_PLACE = `select pg_is_in_recovery() as "isStandby",
  coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::text as position,
  system_identifier::text as system, ${DATABASE_ID} as database, min_recovery_end_timeline as timeline
  from pg_control_system(), pg_control_recovery()`;

/** The replica answers, and must not be read. */
class UnfitReplicaError extends Error {
  override readonly name = 'UnfitReplicaError';
}

/** Why the other server is not a replica of this primary, whatever it has replayed; null when it is one. */
function misfit(replica: ReplicaPlace, mark: LogPlace): string | null {
  if (!replica.isStandby) return 'it is no standby';
  if (replica.system !== mark.system) return 'it is a standby of another server';
  if (replica.database !== mark.database) return 'it is another database of the server';
  // After a failover places of the old branch of the log say nothing of the new one.
  if (replica.timeline !== mark.timeline) return 'it follows another timeline';
  return null;
}

/** Dependencies of a replica. */
interface ReplicaOptions {
  url: string;
  primary: Db;
  /** How long a read waits for the replica to have what the primary had, ms. */
  maxLag: number;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

/**
 * A streaming replica of PostgreSQL for heavy reads. A read is answered by it once it has replayed all that was committed on the
 * primary when the read began: it is never older than an answer of the primary, nor are the rights in its WHERE. A replica
 * that does not get there in time, is down or is of something else is left aside, and the primary answers; `look` takes it up again.
 */
export class Replica {
  /**
   * Queries outside of transactions, each of which the replica answers where it can and the primary where not.
   * Without a replica `ServerContext.heavyReads` is the primary.
   */
  readonly reads: Db;
  readonly #options: ReplicaOptions;
  readonly #client: pg.ClientConfig;
  #pool: pg.Pool;
  /** Connections that a query has. */
  readonly #busy = new Set<pg.PoolClient>();
  /** The connection that looks; null while there is none. */
  #watch: pg.Client | null = null;
  /** Null before the first look. */
  #isInUse: boolean | null = null;
  #isClosed = false;
  /** Marks that the replica had not reached when it was looked at, with their moments by `performance.now`. */
  #unreached: { position: bigint; at: number }[] = [];
  /** How long the replica took to reach the newest mark that it reached in time, ms. */
  #caughtUpIn = 0;

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.#client = {
      connectionString: options.url,
      types,
      application_name: 'upravdom',
      connectionTimeoutMillis: PATIENCE_MS,
      keepAlive: true,
    };
    this.#pool = this.#openPool();
    this.reads = new Kysely<Tables>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => statelessDriver((query) => this.#answer(query)),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    });
  }

  /** Whether the replica answers heavy reads, and by how much it is behind, ms; null where that is not known. */
  state(): { isInUse: boolean; lag: number | null } {
    const oldest = this.#unreached[0];
    const behind = oldest ? performance.now() - oldest.at : this.#caughtUpIn;
    return { isInUse: this.#isInUse === true, lag: this.#watch ? behind : null };
  }

  /** Looks whether the replica is fit, and takes it up or leaves it aside. @throws when the primary does not say where it is */
  async look(): Promise<void> {
    const mark = await this.#mark();
    const began = performance.now();
    this.#unreached.push({ position: mark.position, at: began });
    if (this.#unreached.length > MARKS_MOST) this.#unreached.splice(1, 1);
    try {
      this.#watch ??= await this.#connectWatch();
      await this.#reach(this.#watch, mark);
      this.#caughtUpIn = performance.now() - began;
      this.#takeUp();
    } catch (error) {
      this.#leave(error);
    }
  }

  /** Ends its connections. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#isInUse = false;
    this.#dropWatch();
    await this.#pool.end();
  }

  /** The answer of a query, from the replica where it is fit. */
  async #answer<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { primary, log } = this.#options;
    if (!this.#isInUse) return primary.executeQuery<Row>(query as CompiledQuery<Row>);
    try {
      return await this.#read<Row>(query, await this.#mark());
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (OWN_FAILURES.has(code)) throw error;
      if (error instanceof UnfitReplicaError || (isOutOfReach(error) && !isBusy(error))) this.#leave(error);
      // A query that was in the way of replaying is cancelled: that says nothing against the replica.
      else log.info({ err: error }, 'a query that the replica did not answer is asked of the primary');
      return primary.executeQuery<Row>(query as CompiledQuery<Row>);
    }
  }

  async #read<Row>(query: CompiledQuery, mark: LogPlace): Promise<QueryResult<Row>> {
    const client = await this.#pool.connect();
    let isBroken = true;
    this.#busy.add(client);
    try {
      await this.#reach(client, mark);
      const { rows } = await client.query(query.sql, [...query.parameters]);
      isBroken = false;
      return { rows };
    } catch (error) {
      isBroken = !(error instanceof UnfitReplicaError);
      throw error;
    } finally {
      this.#busy.delete(client);
      client.release(isBroken);
    }
  }

  /** Where the primary is now. */
  async #mark(): Promise<LogPlace> {
    const { rows } = await sql.raw<LogPlace & { position: string }>(PRIMARY_PLACE).execute(this.#options.primary);
    const [row] = rows;
    if (!row) throw new Error('The primary does not say where it is');
    return { ...row, position: BigInt(row.position) };
  }

  /** Waits until the replica has replayed all that lies before a mark. @throws UnfitReplicaError when it does not in time */
  async #reach(client: pg.ClientBase, mark: LogPlace): Promise<void> {
    const { maxLag } = this.#options;
    const until = performance.now() + maxLag;
    for (let wait = 1; ; wait = Math.min(2 * wait, PAUSE_MOST_MS)) {
      const asked: pg.QueryConfig & { query_timeout: number } = { text: REPLICA_PLACE, query_timeout: PATIENCE_MS };
      const [row] = (await client.query<ReplicaPlace & { position: string }>(asked)).rows;
      if (!row) throw new UnfitReplicaError('it does not say where it is');
      const place = { ...row, position: BigInt(row.position) };
      const reason = misfit(place, mark);
      if (reason) throw new UnfitReplicaError(reason);
      this.#unreached = this.#unreached.filter(({ position }) => position > place.position);
      if (place.position >= mark.position) return;
      if (performance.now() >= until) throw new UnfitReplicaError(`it is more than ${maxLag} ms behind`);
      await pause(wait);
    }
  }

  #takeUp(): void {
    if (this.#isInUse || this.#isClosed) return;
    this.#isInUse = true;
    this.#options.log.info('the replica answers heavy reads');
  }

  #leave(error: unknown): void {
    if (this.#isClosed) return;
    if (!(error instanceof UnfitReplicaError)) this.#disconnect();
    if (this.#isInUse === false) return;
    this.#isInUse = false;
    const reason = connectionFailureText(error);
    this.#options.log.warn({ reason }, 'the replica is left aside: the primary answers heavy reads');
  }

  /** Ends all connections, so that queries on one that has gone silent fail and are asked of the primary. */
  #disconnect(): void {
    this.#dropWatch();
    const old = this.#pool;
    this.#pool = this.#openPool();
    const ignore = () => undefined;
    for (const client of this.#busy) client.end().catch(ignore);
    old.end().catch(ignore);
  }

  #openPool(): pg.Pool {
    const pool = new pg.Pool({
      ...this.#client,
      max: CONNECTIONS,
      onConnect: async (client) => {
        // A connection that breaks in use fails its query; nothing else may end the process.
        client.on('error', () => undefined);
        await prepareConnection(client, STATEMENT_MS);
        await client.query('set default_transaction_read_only = on');
      },
    });
    // The next look tells of a connection that broke while nothing was asked.
    pool.on('error', () => undefined);
    return pool;
  }

  async #connectWatch(): Promise<pg.Client> {
    const client = new pg.Client(this.#client);
    client.on('error', () => this.#dropWatch(client));
    await client.connect();
    return client;
  }

  /** @param client the one that broke; left out: whichever there is */
  #dropWatch(client = this.#watch): void {
    if (!client || client !== this.#watch) return;
    this.#watch = null;
    client.end().catch(() => undefined);
  }
}

/** A driver whose queries may each go elsewhere: it has no connection to keep, and so no transactions. */
function statelessDriver(answer: <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>): Driver {
  const refuse = () => Promise.reject(new Error('Heavy reads have no transactions: begin one on the database'));
  const connection: DatabaseConnection = {
    executeQuery: (query) => answer(query),
    streamQuery: () => {
      throw new Error('Heavy reads are not streamed: read them page by page');
    },
  };
  return {
    init: async () => undefined,
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
  };
}
