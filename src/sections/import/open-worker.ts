import { openWorker } from '#console/engine/import/open-worker.ts';
import type { WorkerPort } from '#console/engine/import/worker-messages.ts';
import type { ResidentShapes } from './resident-shapes.ts';
import address from './worker.ts?worker&url';

/** Starts the worker of the residents import. */
export const openResidentWorker = (): WorkerPort<ResidentShapes> => openWorker(address);
