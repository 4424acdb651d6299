import { join } from 'node:path';
import type { Settings } from '#server/config.ts';
import { createBucketStore } from './bucket.ts';
import { createFolderStore, type FileStore } from './store.ts';

/**
 * Opens the store of uploads: `UPLOADS_URL`, else a folder in `DATA_DIR`.
 * @throws StartError if the URL is incomplete
 */
export function openStore({ uploadsUrl, dataDir }: Pick<Settings, 'uploadsUrl' | 'dataDir'>): FileStore {
  return uploadsUrl ? createBucketStore(uploadsUrl) : createFolderStore(join(dataDir, 'files'));
}
