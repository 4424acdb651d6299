import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { backupsIn } from '#server/backup/folder.ts';
import type { Settings } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import type { Replica } from '#server/db/replica.ts';
import { waitingJobs } from '#server/jobs/job-queries.ts';
import type { ConnectionLimits } from '#server/live/connection-limits.ts';
import { VERSION } from '#server/version.ts';
import { queueLengths, schemaVersion } from './queries.ts';

/** Upper bounds of the latencies that are told apart, seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** How long a scrape waits for the database, ms. */
const PATIENCE_MS = 2_000;

/** Of the process: garbage collection, memory, event loop. Made with the first scrape, for its observers never end. */
let processMetrics: Registry | null = null;

function ofProcess(): Registry {
  if (processMetrics) return processMetrics;
  processMetrics = new Registry();
  collectDefaultMetrics({ register: processMetrics });
  return processMetrics;
}

/** Counters and gauges of an app, for `GET /metrics`; sections register their own. Names and labels stand in `docs/integrator.md`. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Histogram({
    name: 'upravdom_http_request_duration_seconds',
    help: 'Time from the first byte of a call to the end of its answer, by pattern of the route',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
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

  /** Measures every call that is no socket. */
  follow(app: FastifyInstance): void {
    app.addHook('onResponse', async (request, reply) => {
      if (request.failed) this.#errors.inc({ code: request.failed });
      if (request.ws || request.headers.upgrade) return;
      // The pattern, never the address: that has ids and words that were searched for.
      const route = request.routeOptions.url ?? 'none';
      const status = `${Math.floor(reply.statusCode / 100)}xx`;
      this.#requests.observe({ method: request.method, route, status }, reply.elapsedTime / 1_000);
    });
  }

  /** Asks the database, the sockets of this process and its folders at each scrape. */
  watch(
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
    const asks = async (ask: Promise<void>) => {
      await ask;
      return true;
    };
    this.gauge(
      'upravdom_database_up',
      'Whether the database answers',
      [],
      isUp(() => asks(database.check())),
    );
    this.gauge(
      'upravdom_listener_up',
      'Whether messages of other processes are heard',
      [],
      isUp(() => asks(database.checkListener())),
    );
    const lengths = singleFlight(() => queueLengths(database.kysely));
    this.gauge('upravdom_queue_length', 'Messages that wait to be sent', ['queue'], async (gauge) => {
      for (const [queue, length] of Object.entries((await lengths()) ?? {})) gauge.set({ queue }, length);
    });
    this.#watchJobs(database, now);
    const schema = singleFlight(() => schemaVersion(database.kysely));
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

  /** Jobs that wait. */
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

  /** Scheduled backups. */
  #watchBackups(settings: Settings): void {
    const backups = singleFlight(() => backupsIn(settings.backups));
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

  /** How many calls were answered with 5xx since the process began. */
  async failedCalls(): Promise<number> {
    const { values } = await this.#errors.get();
    return values.reduce((all, { value }) => all + value, 0);
  }

  /** Everything, in the text format of Prometheus. */
  async text(): Promise<{ type: string; body: string }> {
    const all = Registry.merge([ofProcess(), this.#registry]);
    return { type: all.contentType, body: await all.metrics() };
  }

  /** Registers a counter of a section. */
  counter<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.#registry] });
  }

  /** Registers a gauge, of a section too. @param collect sets it at each scrape; what it leaves out has no sample */
  gauge(name: string, help: string, labelNames: string[], collect: (gauge: Gauge) => Promise<void>): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames,
      registers: [this.#registry],
      collect: async () => {
        gauge.reset();
        // Of a gauge without labels a reset leaves 0.
        if (labelNames.length === 0) gauge.remove();
        await collect(gauge);
      },
    });
  }
}

/**
 * Asks one thing at a time: a database that is silent must not gather the questions of every scrape.
 * @returns null when it fails or is late
 */
export function singleFlight<Result>(ask: () => Promise<Result>): () => Promise<Result | null> {
  let pendingAnswer: Promise<Result | null> | null = null;
  return async () => {
    pendingAnswer ??= ask()
      .catch(() => null)
      .finally(() => {
        pendingAnswer = null;
      });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS, null);
    });
    return Promise.race([pendingAnswer, late]).finally(() => clearTimeout(timer));
  };
}
