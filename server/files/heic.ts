import { Worker } from 'node:worker_threads';

/** A decoded picture: RGBA, upright. */
export interface DecodedHeic {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

/** Timeout of decoding, ms; then the picture counts as unreadable. */
const TIMEOUT_MS = 8_000;

/**
 * Decodes a HEIC picture, which sharp cannot, on a worker thread.
 * @param pixelsMax largest picture to decode
 * @param timeoutMs timeout, ms
 * @returns null if it cannot be decoded in time, `too-large` above `pixelsMax`
 */
export function decodeHeic(
  bytes: Buffer,
  pixelsMax: number,
  timeoutMs: number = TIMEOUT_MS,
): Promise<DecodedHeic | 'too-large' | null> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./heic-worker.mjs', import.meta.url), {
      workerData: { bytes: new Uint8Array(bytes), pixelsMax },
      // The decoder's messages about broken files are not useful.
      stdout: true,
      stderr: true,
    });
    const timer = setTimeout(() => void worker.terminate(), timeoutMs);
    worker.on('message', (message: DecodedHeic | { tooLarge: true } | null) => {
      resolve(message && 'tooLarge' in message ? 'too-large' : message);
    });
    // A thread that fails or ends without a message has not decoded it; after a message this has no effect.
    worker.on('error', () => resolve(null));
    worker.on('exit', () => {
      clearTimeout(timer);
      resolve(null);
    });
  });
}
