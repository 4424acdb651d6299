import { Worker } from 'node:worker_threads';

/** An unpacked picture: RGBA, upright. */
export interface Unpacked {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

/** Longest time a picture may take, ms; then it counts as one that cannot be read. */
const PATIENCE = 8_000;

/**
 * Unpacks a HEIC picture, which sharp cannot, on a thread of its own.
 * @param pixelsMax greatest picture that is unpacked
 * @param patience ms after which the thread is ended
 * @returns null for what cannot be read in time, `too-large` above `pixelsMax`
 */
export function unpackHeic(
  bytes: Buffer,
  pixelsMax: number,
  patience: number = PATIENCE,
): Promise<Unpacked | 'too-large' | null> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./heic-worker.mjs', import.meta.url), {
      workerData: { bytes: new Uint8Array(bytes), pixelsMax },
      // The decoder's messages about a broken file are of no use.
      stdout: true,
      stderr: true,
    });
    const timer = setTimeout(() => void worker.terminate(), patience);
    worker.on('message', (message: Unpacked | { tooLarge: true } | null) => {
      resolve(message && 'tooLarge' in message ? 'too-large' : message);
    });
    // A thread that fails or ends without a word has not read it; after a word this changes nothing.
    worker.on('error', () => resolve(null));
    worker.on('exit', () => {
      clearTimeout(timer);
      resolve(null);
    });
  });
}
