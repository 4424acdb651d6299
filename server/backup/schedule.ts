import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { ServerContext } from '#server/context.ts';
import { backUpToFolder, newestBackup } from './folder.ts';

/** How often it is asked whether a backup is due, ms. */
const LOOK = 60_000;

/** Dependencies of scheduled backups. */
export type ScheduleContext = Pick<ServerContext, 'database' | 'files' | 'settings' | 'now'>;

/**
 * Makes a backup when the newest in the folder is old enough; of several processes one makes it.
 * @returns whether one was made
 */
export async function backUpWhenDue(
  { database, files, settings, now }: ScheduleContext,
  log: Pick<FastifyBaseLogger, 'info'>,
): Promise<boolean> {
  const { backups, resourcesDir } = settings;
  const backup = await database.unlessBusy('backup', async () => {
    const newest = await newestBackup(backups);
    if (newest !== null && now().getTime() - newest < backups.every) return null;
    return backUpToFolder({ database, files, definitions: resourcesDir, now }, backups);
  });
  if (backup) log.info(backup, 'backup written');
  return backup !== null;
}

/** Makes backups as `BACKUP_EVERY` says, one after the other. Ends with the app, when the one that is being written is whole. */
export function startBackups(app: FastifyInstance, context: ScheduleContext): void {
  if (context.settings.backups.every === 0) return;
  let running: Promise<unknown> = Promise.resolve();
  const look = () => {
    running = running
      .then(() => backUpWhenDue(context, app.log))
      .catch((error: unknown) => app.log.error({ err: error }, 'the backup failed'));
  };
  const timer = setInterval(look, LOOK);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
}
