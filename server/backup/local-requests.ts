import * as z from 'zod';
import { sendLocalRequest } from '#server/local-requests.ts';
import type { WrittenBackup } from './write-backup.ts';

const requestShape = z.object({ path: z.string().min(1) });
const answerShape = z.object({ bytes: z.number(), rows: z.number(), files: z.number() });

/**
 * Handler of `npm run backup` in a process that holds the embedded database.
 * @param work writes a backup to a path
 */
export const backupRequests = (work: (path: string) => Promise<WrittenBackup>) => ({
  backup: (body: unknown) => work(requestShape.parse(body).path),
});

/**
 * Asks the process that holds a data folder for a backup.
 * @param path absolute path of the archive
 * @returns null if no process listens there
 * @throws StartError with the reason if it refuses
 */
export async function askForBackup(dataDir: string, path: string): Promise<WrittenBackup | null> {
  const answer = await sendLocalRequest(dataDir, 'backup', { path }, 'backup.stopped');
  return answer === null ? null : answerShape.parse(answer);
}
