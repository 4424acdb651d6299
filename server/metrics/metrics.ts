import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { summarizeBackups } from '#server/backup/folder.ts';
import type { Settings } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import type { Replica } from '#server/db/replica.ts';
import { waitingJobs } from '#server/jobs/job-queries.ts';
import type { ConnectionLimits } from '#server/live/connection-limits.ts';
import { VERSION } from '#server/version.ts';
import { selectQueueLengths, selectSchemaVersion } from './queries.ts';

/** Histogram buckets of latencies, s. */
const LATENCY_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Timeout of database queries during a scrape, ms. */
const SCRAPE_TIMEOUT_MS = 2_000;

/** Metrics of the Node process. Created with the first scrape and only once, because its observers never stop. */
let processMetrics: Registry | null = null;

function getProcessMetrics(): Registry {
  if (processMetrics) return processMetrics;
  processMetrics = new Registry();
  collectDefaultMetrics({ register: processMetrics });
  return processMetrics;
}

/**
 * Counters and gauges of an app, for `GET /metrics`; sections register their own. Names and labels are documented in
 * `docs/integrator.md`.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Histogram({
    name: 'upravdom_http_request_duration_seconds',
    help: 'Time from the first byte of a call to the end of its answer, by pattern of the route',
    labelNames: ['method', 'route', 'status'],
    buckets: LATENCY_BUCKETS,
    registers: [this.#registry],
  });
  readonly #errors = new Counter({
    name: 'upravdom_errors_total',
    help: 'Calls answered with 5xx, by the code of the answer',
    labelNames: ['code'],
    registers: [this.#registry],
  });

  constructor() {
    this.gauge('upravdom_build_info', 'The version that runs', ['version'], async (gauge) =>
      gauge.set({ version: VERSION }, 1),
    );
  }

  /** Measures every request except sockets. */
  measureRequests(app: FastifyInstance): void {
    app.addHook('onResponse', async (request, reply) => {
      if (request.failureCode) this.#errors.inc({ code: request.failureCode });
      if (request.ws || request.headers.upgrade) return;
      // The route pattern, never the URL, which contains ids and search terms.
      const route = request.routeOptions.url ?? 'none';
      const status = `${Math.floor(reply.statusCode / 100)}xx`;
      this.#requests.observe({ method: request.method, route, status }, reply.elapsedTime / 1_000);
    });
  }

  /** Registers gauges of the database, the sockets of this process and the backup folder, read at each scrape. */
  registerGauges(
    database: Database,
    {
      limits,
      settings,
      now,
      replica,
    }: { limits: ConnectionLimits; settings: Settings; now: () => Date; replica: Replica | null },
  ): void {
    this.#watchBackups(settings);
    this.#watchReplica(replica);
    this.gauge('upravdom_sockets', 'Open web sockets by route', ['route'], async (gauge) => {
      for (const [route, count] of limits.routes) gauge.set({ route }, count);
    });
    this.gauge('upravdom_database_connections', 'Connections of the pool', ['state'], async (gauge) => {
      const { connections, idle } = database.state();
      gauge.set({ state: 'busy' }, connections - idle);
      gauge.set({ state: 'idle' }, idle);
    });
    this.gauge('upravdom_database_waiting', 'Queries that wait for a connection', [], async (gauge) =>
      gauge.set(database.state().waiting),
    );
    const isUp = (ask: () => Promise<unknown>) => {
      const answers = singleFlight(ask);
      return async (gauge: Gauge) => gauge.set((await answers()) === null ? 0 : 1);
    };
    const succeeds = async (ask: Promise<void>) => {
      await ask;
      return true;
    };
    this.gauge(
      'upravdom_database_up',
      'Whether the database answers',
      [],
      isUp(() => succeeds(database.check())),
    );
    this.gauge(
      'upravdom_listener_up',
      'Whether messages of other processes are heard',
      [],
      isUp(() => succeeds(database.checkListener())),
    );
    const lengths = singleFlight(() => selectQueueLengths(database.kysely));
    this.gauge('upravdom_queue_length', 'Messages that wait to be sent', ['queue'], async (gauge) => {
      for (const [queue, length] of Object.entries((await lengths()) ?? {})) gauge.set({ queue }, length);
    });
    this.#watchJobs(database, now);
    const schema = singleFlight(() => selectSchemaVersion(database.kysely));
    this.gauge('upravdom_schema_info', 'The newest migration of the database', ['schema'], async (gauge) => {
      const name = await schema();
      if (name) gauge.set({ schema: name }, 1);
    });
  }

  #watchReplica(replica: Replica | null): void {
    this.gauge('upravdom_replica_up', 'Whether the replica answers heavy reads', [], async (gauge) => {
      if (replica) gauge.set(replica.state().isInUse ? 1 : 0);
    });
    this.gauge('upravdom_replica_lag_seconds', 'How far the replica is behind', [], async (gauge) => {
      const lag = replica?.state().lag ?? null;
      if (lag !== null) gauge.set(lag / 1_000);
    });
  }

  /** Gauges of waiting jobs. */
  #watchJobs({ kysely }: Database, now: () => Date): void {
    const queues = singleFlight(() => waitingJobs(kysely, now()));
    this.gauge('upravdom_jobs_waiting', 'Jobs that wait to be done, or to be tried again', ['queue'], async (gauge) => {
      for (const { queue, waiting } of (await queues()) ?? []) gauge.set({ queue }, waiting);
    });
    this.gauge('upravdom_jobs_tried', 'Jobs that wait and were tried at least once', ['queue'], async (gauge) => {
      for (const { queue, tried } of (await queues()) ?? []) gauge.set({ queue }, tried);
    });
    const help = 'How long the oldest job that is due has been so';
    this.gauge('upravdom_jobs_overdue_seconds', help, ['queue'], async (gauge) => {
      for (const { queue, since } of (await queues()) ?? []) {
        gauge.set({ queue }, since ? (now().getTime() - since.getTime()) / 1_000 : 0);
      }
    });
  }

  /** Gauges of scheduled backups. */
  #watchBackups(settings: Settings): void {
    const backups = singleFlight(() => summarizeBackups(settings.backups));
    this.gauge(
      'upravdom_backup_newest_timestamp_seconds',
      'When the newest scheduled backup was made',
      [],
      async (gauge) => {
        const newest = (await backups())?.newest;
        if (newest) gauge.set(newest.madeAt / 1_000);
      },
    );
    this.gauge('upravdom_backup_newest_bytes', 'Size of the newest scheduled backup', [], async (gauge) => {
      const newest = (await backups())?.newest;
      if (newest) gauge.set(newest.size);
    });
    this.gauge('upravdom_backup_interval_seconds', 'BACKUP_EVERY; 0: none are scheduled', [], async (gauge) =>
      gauge.set(settings.backups.every / 1_000),
    );
  }

  /** Number of requests answered with 5xx since the start of the process. */
  async countFailedRequests(): Promise<number> {
    const { values } = await this.#errors.get();
    return values.reduce((all, { value }) => all + value, 0);
  }

  /** All metrics in Prometheus text format. */
  async text(): Promise<{ type: string; body: string }> {
    const all = Registry.merge([getProcessMetrics(), this.#registry]);
    return { type: all.contentType, body: await all.metrics() };
  }

  /** Registers a counter of a section. */
  counter<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.#registry] });
  }

  /** Registers a gauge. @param collect sets its values at each scrape; labels that it does not set have no sample */
  gauge(name: string, help: string, labelNames: string[], collect: (gauge: Gauge) => Promise<void>): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames,
      registers: [this.#registry],
      collect: async () => {
        gauge.reset();
        // A reset sets a gauge without labels to 0, so remove that sample.
        if (labelNames.length === 0) gauge.remove();
        await collect(gauge);
      },
    });
  }
}

/**
 * Shares one running call between callers, so that scrapes do not pile up queries on a slow database.
 * @returns null when it fails or times out
 */
export function singleFlight<Result>(work: () => Promise<Result>): () => Promise<Result | null> {
  let pendingAnswer: Promise<Result | null> | null = null;
  return async () => {
    pendingAnswer ??= work()
      .catch(() => null)
      .finally(() => {
        pendingAnswer = null;
      });
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, SCRAPE_TIMEOUT_MS, null);
    });
    return Promise.race([pendingAnswer, timeout]).finally(() => clearTimeout(timer));
  };
}
