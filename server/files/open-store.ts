import { join } from 'node:path';
import type { Settings } from '#server/config.ts';
import { bucketStore } from './bucket.ts';
import { type FileStore, folderStore } from './store.ts';

/**
 * Where uploads lie: `UPLOADS_URL`, else a folder in `DATA_DIR`.
 * @throws StartError when the address of the storage is not whole
 */
export function openStore({ uploadsUrl, dataDir }: Pick<Settings, 'uploadsUrl' | 'dataDir'>): FileStore {
  return uploadsUrl ? bucketStore(uploadsUrl) : folderStore(join(dataDir, 'files'));
}
