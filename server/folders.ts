import { access, constants, mkdir, readdir } from 'node:fs/promises';
import { text } from '#i18n/text.ts';
import type { Settings } from './config.ts';
import { StartError } from './start-error.ts';

/**
 * Looks whether the folders of the settings can be used, before anything is opened. A folder of definitions may be missing
 * and come later; one that is a file, or may not be read, never comes.
 * @throws StartError with a sentence
 */
export async function checkFolders(settings: Settings): Promise<void> {
  const { dataDir, resourcesDir, databaseUrl, uploadsUrl, stagingUrl } = settings;
  if (!stagingUrl && !(databaseUrl && uploadsUrl)) {
    await named('start.dataDirUnusable', dataDir, async () => {
      await mkdir(dataDir, { recursive: true });
      await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    });
  }
  await named('start.resourcesDirUnusable', resourcesDir, () =>
    readdir(resourcesDir).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }),
  );
}

async function named(key: string, dir: string, look: () => Promise<unknown>): Promise<void> {
  try {
    await look();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const reason = REASONS.has(code) ? text(`start.folder.${code}`) : message;
    throw new StartError(text(key, { dir, reason }), { cause: error });
  }
}

const REASONS: ReadonlySet<string> = new Set(['EACCES', 'EEXIST', 'ENOTDIR', 'EROFS']);
