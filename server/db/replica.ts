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
import { isPoolExhausted, isUnreachable } from './failures.ts';
import { types } from './parsers.ts';
import { connectionFailureText, prepareConnection } from './postgres.ts';
import { STATEMENT_TIMEOUT_MS } from './statement-limit.ts';
import type { Db, Tables } from './tables.ts';

/** Connections of one process for reads; one more is used for health checks. */
const POOL_SIZE = 5;
/** Timeout of connecting to the replica and of its position queries, ms. */
const REPLICA_TIMEOUT_MS = 3_000;
/** Longest pause between two position queries, ms. */
const MAX_PAUSE_MS = 50;
/** Maximum number of unreached positions kept to compute the lag: one hour of health checks. */
const MAX_UNREACHED = 1_800;

/** SQLSTATEs that the primary would return too: statement timeout, write in a read-only transaction. */
const CALLER_ERRORS: ReadonlySet<unknown> = new Set(['57014', '25006']);

/** A position in the write-ahead log, and the database it belongs to. */
interface LogPosition {
  /** Position in the log, bytes. */
  position: bigint;
  system: string;
  database: string;
  timeline: number;
}

/** Position of the replica. */
interface ReplicaPosition extends LogPosition {
  isStandby: boolean;
}

const DATABASE_ID = '(select oid::text from pg_database where datname = current_database())';
/**
 * Position of the primary: everything visible to a transaction that starts now lies before it. Without `synchronous_commit`,
 * commits are visible before they are flushed, so the insert position is used then.
 */
const PRIMARY_POSITION_SQL = `select pg_wal_lsn_diff(case current_setting('synchronous_commit')
    when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end, '0/0')::text as position,
  system_identifier::text as system, ${DATABASE_ID} as database,
  ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer as timeline
  from pg_control_system()`;
/** Position of the replica. */
const REPLICA_POSITION_SQL = `select pg_is_in_recovery() as "isStandby",
  coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::text as position,
  system_identifier::text as system, ${DATABASE_ID} as database, min_recovery_end_timeline as timeline
  from pg_control_system(), pg_control_recovery()`;

/** The replica responds, but must not be used. */
class UnfitReplicaError extends Error {
  override readonly name = 'UnfitReplicaError';
}

/** Why the other server is not a replica of this primary; null when it is one. */
function unfitReason(replica: ReplicaPosition, primaryPosition: LogPosition): string | null {
  if (!replica.isStandby) return 'it is no standby';
  if (replica.system !== primaryPosition.system) return 'it is a standby of another server';
  if (replica.database !== primaryPosition.database) return 'it is another database of the server';
  // After a failover, positions of the old timeline say nothing about the new one.
  if (replica.timeline !== primaryPosition.timeline) return 'it follows another timeline';
  return null;
}

/** Options of a replica. */
interface ReplicaOptions {
  url: string;
  primary: Db;
  /** How long a read waits for the replica to catch up with the primary, ms. */
  maxLag: number;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

/**
 * A streaming replica of PostgreSQL for heavy reads. It answers a read only after replaying everything committed on the primary
 * when the read started, so neither the data nor the rights in the WHERE are older than on the primary. A replica that is late,
 * down or unsuitable is taken out of use, and the primary answers instead; `checkHealth` puts it back into use.
 */
export class Replica {
  /**
   * Query builder for reads outside of transactions: each query is answered by the replica if possible, otherwise by the primary.
   * Without a replica `ServerContext.heavyReads` is the primary.
   */
  readonly reads: Db;
  readonly #options: ReplicaOptions;
  readonly #client: pg.ClientConfig;
  #pool: pg.Pool;
  /** Connections that are running a query. */
  readonly #busyClients = new Set<pg.PoolClient>();
  /** Connection of the health checks; null while there is none. */
  #healthClient: pg.Client | null = null;
  /** Null before the first health check. */
  #isInUse: boolean | null = null;
  #isClosed = false;
  /** Positions not reached at the last health check, with their time (`performance.now`). */
  #unreached: { position: bigint; at: number }[] = [];
  /** How long the replica needed to reach the last position that it reached in time, ms. */
  #catchUpMs = 0;

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.#client = {
      connectionString: options.url,
      types,
      application_name: 'upravdom',
      connectionTimeoutMillis: REPLICA_TIMEOUT_MS,
      keepAlive: true,
    };
    this.#pool = this.#openPool();
    this.reads = new Kysely<Tables>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => statelessDriver((query) => this.#runQuery(query)),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    });
  }

  /** Whether the replica answers heavy reads, and its lag, ms (null = unknown). */
  state(): { isInUse: boolean; lag: number | null } {
    const oldest = this.#unreached[0];
    const lagMs = oldest ? performance.now() - oldest.at : this.#catchUpMs;
    return { isInUse: this.#isInUse === true, lag: this.#healthClient ? lagMs : null };
  }

  /** Health check: puts the replica into use or takes it out. @throws when the primary does not report its position */
  async checkHealth(): Promise<void> {
    const primaryPosition = await this.#primaryPosition();
    const startedAt = performance.now();
    this.#unreached.push({ position: primaryPosition.position, at: startedAt });
    if (this.#unreached.length > MAX_UNREACHED) this.#unreached.splice(1, 1);
    try {
      this.#healthClient ??= await this.#connectHealthClient();
      await this.#waitFor(this.#healthClient, primaryPosition);
      this.#catchUpMs = performance.now() - startedAt;
      this.#putIntoUse();
    } catch (error) {
      this.#takeOutOfUse(error);
    }
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#isInUse = false;
    this.#closeHealthClient();
    await this.#pool.end();
  }

  /** Runs a query, on the replica if it is in use. */
  async #runQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { primary, log } = this.#options;
    if (!this.#isInUse) return primary.executeQuery<Row>(query as CompiledQuery<Row>);
    try {
      return await this.#readFromReplica<Row>(query, await this.#primaryPosition());
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (CALLER_ERRORS.has(code)) throw error;
      if (error instanceof UnfitReplicaError || (isUnreachable(error) && !isPoolExhausted(error)))
        this.#takeOutOfUse(error);
      // A query may be cancelled because it conflicts with replay; the replica itself is fine.
      else log.info({ err: error }, 'a query that the replica did not answer is asked of the primary');
      return primary.executeQuery<Row>(query as CompiledQuery<Row>);
    }
  }

  async #readFromReplica<Row>(query: CompiledQuery, primaryPosition: LogPosition): Promise<QueryResult<Row>> {
    const client = await this.#pool.connect();
    let isBroken = true;
    this.#busyClients.add(client);
    try {
      await this.#waitFor(client, primaryPosition);
      const { rows } = await client.query(query.sql, [...query.parameters]);
      isBroken = false;
      return { rows };
    } catch (error) {
      isBroken = !(error instanceof UnfitReplicaError);
      throw error;
    } finally {
      this.#busyClients.delete(client);
      client.release(isBroken);
    }
  }

  /** Current position of the primary. */
  async #primaryPosition(): Promise<LogPosition> {
    const { rows } = await sql
      .raw<LogPosition & { position: string }>(PRIMARY_POSITION_SQL)
      .execute(this.#options.primary);
    const [row] = rows;
    if (!row) throw new Error('The primary does not say where it is');
    return { ...row, position: BigInt(row.position) };
  }

  /** Waits until the replica has replayed up to a position. @throws UnfitReplicaError when it is too late */
  async #waitFor(client: pg.ClientBase, primaryPosition: LogPosition): Promise<void> {
    const { maxLag } = this.#options;
    const deadline = performance.now() + maxLag;
    for (let wait = 1; ; wait = Math.min(2 * wait, MAX_PAUSE_MS)) {
      const positionQuery: pg.QueryConfig & { query_timeout: number } = {
        text: REPLICA_POSITION_SQL,
        query_timeout: REPLICA_TIMEOUT_MS,
      };
      const [row] = (await client.query<ReplicaPosition & { position: string }>(positionQuery)).rows;
      if (!row) throw new UnfitReplicaError('it does not say where it is');
      const replicaPosition = { ...row, position: BigInt(row.position) };
      const reason = unfitReason(replicaPosition, primaryPosition);
      if (reason) throw new UnfitReplicaError(reason);
      this.#unreached = this.#unreached.filter(({ position }) => position > replicaPosition.position);
      if (replicaPosition.position >= primaryPosition.position) return;
      if (performance.now() >= deadline) throw new UnfitReplicaError(`it is more than ${maxLag} ms behind`);
      await pause(wait);
    }
  }

  #putIntoUse(): void {
    if (this.#isInUse || this.#isClosed) return;
    this.#isInUse = true;
    this.#options.log.info('the replica answers heavy reads');
  }

  #takeOutOfUse(error: unknown): void {
    if (this.#isClosed) return;
    if (!(error instanceof UnfitReplicaError)) this.#disconnect();
    if (this.#isInUse === false) return;
    this.#isInUse = false;
    const reason = connectionFailureText(error);
    this.#options.log.warn({ reason }, 'the replica is left aside: the primary answers heavy reads');
  }

  /** Closes all connections, so that queries on a silent one fail and are repeated on the primary. */
  #disconnect(): void {
    this.#closeHealthClient();
    const old = this.#pool;
    this.#pool = this.#openPool();
    const ignore = () => undefined;
    for (const client of this.#busyClients) client.end().catch(ignore);
    old.end().catch(ignore);
  }

  #openPool(): pg.Pool {
    const pool = new pg.Pool({
      ...this.#client,
      max: POOL_SIZE,
      onConnect: async (client) => {
        // An error on a busy connection rejects its query; without a handler it would also crash the process.
        client.on('error', () => undefined);
        await prepareConnection(client, STATEMENT_TIMEOUT_MS);
        await client.query('set default_transaction_read_only = on');
      },
    });
    // The next health check reports a broken idle connection.
    pool.on('error', () => undefined);
    return pool;
  }

  async #connectHealthClient(): Promise<pg.Client> {
    const client = new pg.Client(this.#client);
    client.on('error', () => this.#closeHealthClient(client));
    await client.connect();
    return client;
  }

  /** @param client the broken connection; the current one by default */
  #closeHealthClient(client = this.#healthClient): void {
    if (!client || client !== this.#healthClient) return;
    this.#healthClient = null;
    client.end().catch(() => undefined);
  }
}

/** A driver that may send each query to another server, so it cannot offer transactions. */
function statelessDriver(runQuery: <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>): Driver {
  const refuse = () => Promise.reject(new Error('Heavy reads have no transactions: begin one on the database'));
  const connection: DatabaseConnection = {
    executeQuery: (query) => runQuery(query),
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
