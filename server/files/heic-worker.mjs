/**
 * Unpacks one HEIC picture on a thread of its own: it takes a second or two of pure computing. Plain JavaScript on purpose:
 * a worker file has to load the same under tsx, jest and a bundle.
 *
 * `workerData`: `{ bytes: Uint8Array, pixelsMax: number }`.
 * Out, once: `{ width, height, data: Uint8ClampedArray }` (RGBA, upright), `{ tooLarge: true }`, or null for what cannot be read.
 */
import { parentPort, workerData } from 'node:worker_threads';
import decode from 'heic-decode';

const port = parentPort;
if (!port) throw new Error('heic-worker.mjs runs as a worker thread only');

async function unpack({ bytes, pixelsMax }) {
  const images = await decode.all({ buffer: bytes });
  const [first] = images;
  if (!first) return null;
  if (first.width * first.height > pixelsMax) return { tooLarge: true };
  const { width, height, data } = await first.decode();
  return { width, height, data };
}

// Whatever an upload does to the decoder, the answer is "cannot be read": the thread ends with it.
const answer = await unpack(workerData).catch(() => null);
// The pixels are handed over: a copy of a large picture is hundreds of megabytes.
port.postMessage(answer, answer?.data ? [answer.data.buffer] : []);
