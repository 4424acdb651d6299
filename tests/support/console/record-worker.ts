import { recordSession } from '#console/engine/import/records/record-session.ts';
import { portTo } from './import-worker.ts';

/** Stands in the place of `src/engine/import/records/open-record-worker.ts`. */
export const openRecordWorker = () => portTo(recordSession());
