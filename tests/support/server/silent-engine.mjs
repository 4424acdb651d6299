/**
 * A database's thread that opens and takes questions. With the data folder `panic` it answers each by an error after which it is
 * not ready for another, as after a panic; else it never answers.
 */
import { parentPort, workerData } from 'node:worker_threads';

const PANIC = 'E\0\0\0\x0eSPANIC\0\0';

parentPort.on('message', ({ kind }) => {
  if (kind === 'connect') parentPort.postMessage({ kind: 'connected' });
  if (kind === 'bytes' && workerData.dataDir === 'panic') {
    parentPort.postMessage({ kind: 'bytes', bytes: new TextEncoder().encode(PANIC) });
  }
});
parentPort.postMessage({ kind: 'ready' });
