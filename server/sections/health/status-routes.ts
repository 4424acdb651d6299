import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { STATUS_PATH, type Status, statusAnswer } from '#resources/protocol/status/status.ts';
import { backupsIn } from '#server/backup/folder.ts';
import type { ServerContext } from '#server/context.ts';
import { route } from '#server/http/route.ts';
import { waitingJobs } from '#server/jobs/job-queries.ts';
import { singleFlight } from '#server/metrics/metrics.ts';
import { queueLengths, schemaVersion } from '#server/metrics/queries.ts';
import { VERSION } from '#server/version.ts';
import { diskSpace, readiness } from './checks.ts';
import { databaseSize, refusalsSince, signedIn, storedFiles } from './queries.ts';

/** How long each check may take. */
const CHECK_TIMEOUT_MS = 5_000;
const DAY = 86_400_000;

async function readProcessStatus({ limits, metrics, now }: ServerContext): Promise<Status['process']> {
  return {
    started_at: new Date(now().getTime() - Math.round(process.uptime() * 1_000)).toISOString(),
    memory: process.memoryUsage.rss(),
    sockets: [...limits.routes.values()].reduce((all, count) => all + count, 0),
    errors: await metrics.failedCalls(),
  };
}

async function readBackupStatus(
  { settings: { backups } }: ServerContext,
  log: FastifyBaseLogger,
): Promise<Status['backups']> {
  const schedule = { every: backups.every, encrypted: Boolean(backups.key) };
  try {
    const { count, newest } = await backupsIn(backups);
    const made = newest && { made_at: new Date(newest.madeAt).toISOString(), size: newest.size };
    return { ...schedule, readable: true, count, newest: made };
  } catch (error) {
    log.warn({ err: error }, 'the folder of backups cannot be read');
    return { ...schedule, readable: false, count: 0, newest: null };
  }
}

async function readJobStatus({ db, now }: ServerContext): Promise<Status['jobs']> {
  const queues = await waitingJobs(db, now());
  const moments = queues.flatMap(({ since }) => (since ? [since.toISOString()] : []));
  return {
    waiting: queues.reduce((all, { waiting }) => all + waiting, 0),
    since: moments.toSorted()[0] ?? null,
  };
}

function readReplicaStatus({ replica }: ServerContext): Pick<Status['database'], 'replica'> {
  if (!replica) return {};
  const { isInUse, lag } = replica.state();
  return { replica: { is_used: isInUse, lag: lag === null ? null : Math.round(lag) } };
}

async function collectStatus(context: ServerContext, log: FastifyBaseLogger): Promise<Status> {
  const { settings, database, db, files, lifecycle, now } = context;
  const dayAgo = new Date(now().getTime() - DAY);
  const [ready, schema, processStatus, size, fileTotals, disk, backups, people, queues, jobs, refused] =
    await Promise.all([
      readiness({ settings, database, files, lifecycle }, CHECK_TIMEOUT_MS),
      schemaVersion(db),
      readProcessStatus(context),
      databaseSize(db),
      storedFiles(db),
      diskSpace(settings),
      readBackupStatus(context, log),
      signedIn(db, now()),
      queueLengths(db),
      readJobStatus(context),
      refusalsSince(db, dayAgo),
    ]);
  return {
    version: VERSION,
    schema,
    checks: ready.checks,
    process: processStatus,
    database: { kind: database.kind, size, ...readReplicaStatus(context) },
    files: fileTotals,
    disk,
    backups,
    people: { signed_in: people, waiting: queues.invitations ?? 0, failing: queues.invitations_tried ?? 0 },
    jobs,
    security: { failed_sign_ins: refused.signIns, refusals: refused.others },
  };
}

/** How the installation is: checks, database, files, disk, backups, sessions and refusals, for administrators. */
export function statusRoutes(app: FastifyInstance, context: ServerContext): void {
  const { settings, metrics } = context;
  const space = singleFlight(() => diskSpace(settings));
  metrics.gauge('upravdom_disk_free_bytes', 'Room on the disk of the data folder', [], async (gauge) => {
    const free = (await space())?.free;
    if (free !== undefined) gauge.set(free);
  });
  // Concurrent calls share one check.
  let collecting: Promise<Status> | null = null;
  route(app, {
    method: 'GET',
    url: STATUS_PATH,
    summary: 'Состояние сервера: проверки, база, файлы, диск, резервные копии, сеансы',
    access: { kind: 'administrator', scope: 'none' },
    answer: statusAnswer,
    example: () => ({ url: STATUS_PATH }),
    handle: () => {
      collecting ??= collectStatus(context, app.log).finally(() => {
        collecting = null;
      });
      return collecting;
    },
  });
}
