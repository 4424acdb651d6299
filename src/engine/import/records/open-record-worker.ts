import { openWorker } from '../open-worker.ts';
import type { WorkerPort } from '../worker-messages.ts';
import type { RecordShapes } from './record-shapes.ts';
import address from './record-worker.ts?worker&url';

/** Starts the worker for importing records. */
export const openRecordWorker = (): WorkerPort<RecordShapes> => openWorker(address);
