/**
 * Decodes one HEIC picture on a worker thread, since it takes a second or two of computing. In plain JavaScript, so that it loads
 * from source and from a bundle alike. `workerData`: `{ bytes: Uint8Array, pixelsMax: number }`. Posts one message: `{ width,
 * height, data: Uint8ClampedArray }` (RGBA, upright), `{ tooLarge: true }`, or null if it cannot be decoded.
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

// Any failure of the decoder means that the picture cannot be read.
const answer = await unpack(workerData).catch(() => null);
// The pixels are transferred, since a copy of a large picture would take hundreds of megabytes.
port.postMessage(answer, answer?.data ? [answer.data.buffer] : []);
