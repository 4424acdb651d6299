import { Worker } from 'node:worker_threads';

/** A decoded picture: RGBA, upright. */
export interface DecodedHeic {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

/** Processor time for decoding, ms; beyond it the picture counts as unreadable. */
const CPU_TIME_MS = 8_000;
/** Interval at which the limit is checked, ms. */
const CHECK_INTERVAL_MS = 100;

/**
 * Decodes a HEIC picture, which sharp cannot, on a worker thread.
 * @param pixelsMax largest picture to decode
 * @param cpuTimeMs processor time, ms; that of the whole process, which does nothing else meanwhile
 * @returns null if it cannot be decoded in time, `too-large` above `pixelsMax`
 */
export function decodeHeic(
  bytes: Buffer,
  pixelsMax: number,
  cpuTimeMs: number = CPU_TIME_MS,
): Promise<DecodedHeic | 'too-large' | null> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./heic-worker.mjs', import.meta.url), {
      workerData: { bytes: new Uint8Array(bytes), pixelsMax },
      // The decoder's messages about broken files are not useful.
      stdout: true,
      stderr: true,
    });
    const usedBefore = process.cpuUsage();
    const isOutOfTime = () => {
      const { user, system } = process.cpuUsage(usedBefore);
      return (user + system) / 1_000 >= cpuTimeMs;
    };
    const timer = setInterval(() => {
      if (isOutOfTime()) void worker.terminate();
    }, CHECK_INTERVAL_MS);
    worker.on('message', (message: DecodedHeic | { tooLarge: true } | null) => {
      // A picture decoded just before the next check may have taken too long as well.
      if (isOutOfTime()) resolve(null);
      else resolve(message && 'tooLarge' in message ? 'too-large' : message);
    });
    // A thread that fails or ends without a message has not decoded it; after a message this has no effect.
    worker.on('error', () => resolve(null));
    worker.on('exit', () => {
      clearInterval(timer);
      resolve(null);
    });
  });
}
