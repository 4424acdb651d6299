import { access, constants, mkdir, readdir } from 'node:fs/promises';
import { text } from '#i18n/text.ts';
import type { Settings } from './config.ts';
import { StartError } from './start-error.ts';

/**
 * Checks that the configured folders are usable before anything is opened. The folder of definitions may be missing and created
 * later, but it must not be a file or unreadable.
 * @throws StartError with a message for the operator
 */
export async function checkFolders(settings: Settings): Promise<void> {
  const { dataDir, resourcesDir, databaseUrl, uploadsUrl, stagingUrl } = settings;
  if (!stagingUrl && !(databaseUrl && uploadsUrl)) {
    await checkFolder('start.dataDirUnusable', dataDir, async () => {
      await mkdir(dataDir, { recursive: true });
      await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    });
  }
  await checkFolder('start.resourcesDirUnusable', resourcesDir, () =>
    readdir(resourcesDir).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }),
  );
}

async function checkFolder(key: string, dir: string, check: () => Promise<unknown>): Promise<void> {
  try {
    await check();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const reason = KNOWN_ERROR_CODES.has(code) ? text(`start.folder.${code}`) : message;
    throw new StartError(text(key, { dir, reason }), { cause: error });
  }
}

const KNOWN_ERROR_CODES: ReadonlySet<string> = new Set(['EACCES', 'EEXIST', 'ENOTDIR', 'EROFS']);
