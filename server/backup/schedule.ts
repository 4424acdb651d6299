import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { ServerContext } from '#server/context.ts';
import { backUpToFolder, newestBackupTime } from './folder.ts';

/** Interval of checking whether a backup is due, ms. */
const CHECK_INTERVAL_MS = 60_000;

/** Dependencies of scheduled backups. */
export type ScheduleContext = Pick<ServerContext, 'database' | 'files' | 'settings' | 'now'>;

/**
 * Makes a backup if the newest in the folder is old enough; only one process does it.
 * @returns whether a backup was made
 */
export async function backUpWhenDue(
  { database, files, settings, now }: ScheduleContext,
  log: Pick<FastifyBaseLogger, 'info'>,
): Promise<boolean> {
  const { backups, resourcesDir } = settings;
  const backup = await database.tryWithLock('backup', async () => {
    const newest = await newestBackupTime(backups);
    if (newest !== null && now().getTime() - newest < backups.every) return null;
    return backUpToFolder({ database, files, definitions: resourcesDir, now }, backups);
  });
  if (backup) log.info(backup, 'backup written');
  return backup !== null;
}

/** Starts making backups every `BACKUP_EVERY`; closing the app waits for a backup in progress. */
export function startBackups(app: FastifyInstance, context: ScheduleContext): void {
  if (context.settings.backups.every === 0) return;
  let running: Promise<unknown> = Promise.resolve();
  const check = () => {
    running = running
      .then(() => backUpWhenDue(context, app.log))
      .catch((error: unknown) => app.log.error({ err: error }, 'the backup failed'));
  };
  const timer = setInterval(check, CHECK_INTERVAL_MS);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
}
