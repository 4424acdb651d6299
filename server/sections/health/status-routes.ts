import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { STATUS_PATH, type Status, statusAnswer } from '#resources/protocol/status/status.ts';
import { summarizeBackups } from '#server/backup/folder.ts';
import type { ServerContext } from '#server/context.ts';
import { route } from '#server/http/route.ts';
import { waitingJobs } from '#server/jobs/job-queries.ts';
import { singleFlight } from '#server/metrics/metrics.ts';
import { selectQueueLengths, selectSchemaVersion } from '#server/metrics/queries.ts';
import { VERSION } from '#server/version.ts';
import { checkReadiness, readDiskSpace } from './checks.ts';
import { countRefusalsSince, countSignedInUsers, measureStoredFiles, readDatabaseSize } from './queries.ts';

/** Timeout of each check. */
const CHECK_TIMEOUT_MS = 5_000;
const DAY_MS = 86_400_000;

async function readProcessStatus({ limits, metrics, now }: ServerContext): Promise<Status['process']> {
  return {
    started_at: new Date(now().getTime() - Math.round(process.uptime() * 1_000)).toISOString(),
    memory: process.memoryUsage.rss(),
    sockets: [...limits.routes.values()].reduce((all, count) => all + count, 0),
    errors: await metrics.countFailedRequests(),
  };
}

async function readBackupStatus(
  { settings: { backups } }: ServerContext,
  log: FastifyBaseLogger,
): Promise<Status['backups']> {
  const schedule = { every: backups.every, encrypted: Boolean(backups.key) };
  try {
    const { count, newest } = await summarizeBackups(backups);
    const newestBackup = newest && { made_at: new Date(newest.madeAt).toISOString(), size: newest.size };
    return { ...schedule, readable: true, count, newest: newestBackup };
  } catch (error) {
    log.warn({ err: error }, 'the folder of backups cannot be read');
    return { ...schedule, readable: false, count: 0, newest: null };
  }
}

async function readJobStatus({ db, now }: ServerContext): Promise<Status['jobs']> {
  const queues = await waitingJobs(db, now());
  const waitingSince = queues.flatMap(({ since }) => (since ? [since.toISOString()] : []));
  return {
    waiting: queues.reduce((all, { waiting }) => all + waiting, 0),
    since: waitingSince.toSorted()[0] ?? null,
  };
}

function readReplicaStatus({ replica }: ServerContext): Pick<Status['database'], 'replica'> {
  if (!replica) return {};
  const { isInUse, lag } = replica.state();
  return { replica: { is_used: isInUse, lag: lag === null ? null : Math.round(lag) } };
}

async function collectStatus(context: ServerContext, log: FastifyBaseLogger): Promise<Status> {
  const { settings, database, db, files, lifecycle, now } = context;
  const dayAgo = new Date(now().getTime() - DAY_MS);
  const [readiness, schema, processStatus, size, fileTotals, disk, backups, signedInCount, queues, jobs, refusals] =
    await Promise.all([
      checkReadiness({ settings, database, files, lifecycle }, CHECK_TIMEOUT_MS),
      selectSchemaVersion(db),
      readProcessStatus(context),
      readDatabaseSize(db),
      measureStoredFiles(db),
      readDiskSpace(settings),
      readBackupStatus(context, log),
      countSignedInUsers(db, now()),
      selectQueueLengths(db),
      readJobStatus(context),
      countRefusalsSince(db, dayAgo),
    ]);
  return {
    version: VERSION,
    schema,
    checks: readiness.checks,
    process: processStatus,
    database: { kind: database.kind, size, ...readReplicaStatus(context) },
    files: fileTotals,
    disk,
    backups,
    people: { signed_in: signedInCount, waiting: queues.invitations ?? 0, failing: queues.invitations_tried ?? 0 },
    jobs,
    security: { failed_sign_ins: refusals.signIns, refusals: refusals.others },
  };
}

/** Status of the installation: checks, database, files, disk, backups, sessions and refusals; for administrators. */
export function statusRoutes(app: FastifyInstance, context: ServerContext): void {
  const { settings, metrics } = context;
  const measureDisk = singleFlight(() => readDiskSpace(settings));
  metrics.gauge('upravdom_disk_free_bytes', 'Room on the disk of the data folder', [], async (gauge) => {
    const free = (await measureDisk())?.free;
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
