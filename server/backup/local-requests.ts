import * as z from 'zod';
import { askLocally } from '#server/local-requests.ts';
import type { Written } from './write-backup.ts';

const requestShape = z.object({ path: z.string().min(1) });
const answerShape = z.object({ bytes: z.number(), rows: z.number(), files: z.number() });

/** Answers `npm run backup` in a process that holds the embedded database. @param work writes a backup to a path */
export const backupRequests = (work: (path: string) => Promise<Written>) => ({
  backup: (body: unknown) => work(requestShape.parse(body).path),
});

/**
 * Asks the process that holds a data folder for a backup.
 * @param path where to, absolute
 * @returns null when no process hears there
 * @throws StartError with what it refused it with
 */
export async function askForBackup(dataDir: string, path: string): Promise<Written | null> {
  const answer = await askLocally(dataDir, 'backup', { path }, 'backup.stopped');
  return answer === null ? null : answerShape.parse(answer);
}
