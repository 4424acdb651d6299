import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { Product } from '#tests/support/product.ts';

/** Longest time another call may take while the server is fuzzed, ms. */
export const PATIENCE = 300;

/** Dependencies of a part of the fuzzing. */
export interface Bench {
  product: Product;
  /** Of an administrator. */
  token: string;
  /** Files for each call. */
  runs: number;
  seed: number;
}

/** Watches the resident memory of the server from now on. @returns says by how much it has grown at the most, MB */
export async function watchMemory({ process: { pid } }: Product): Promise<() => Promise<number>> {
  const read = async (line: RegExp) => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return Number(line.exec(status)?.[1]) / 1024;
  };
  // The kernel forgets the most of before: the start takes more than what comes after it.
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  const before = await read(/VmRSS:\s*(\d+)/);
  return async () => (await read(/VmHWM:\s*(\d+)/)) - before;
}

/** The slowest other call and the longest work of the server's main thread during one, ms. */
export interface Others {
  longest: number;
  /** For how long the main thread of the server was at work during one. */
  worked: number;
}

/** A description of it. */
export const saidOf = ({ longest, worked }: Others): string =>
  `the slowest other call ${Math.round(longest)} ms, the server at work during one for ${Math.round(worked)} ms at the most`;

/** Watches another call all the while. @returns ends it, and says the longest time that call took */
export function watchOthers({ address, process: { pid } }: Product, token: string): () => Promise<Others> {
  const worker = new Worker(new URL('./watch-worker.mjs', import.meta.url), { workerData: { address, token, pid } });
  const failed = once(worker, 'error').then(([error]) => {
    throw error;
  });
  // It may fail long before anybody asks.
  failed.catch(() => undefined);
  return async () => {
    const told = once(worker, 'message');
    worker.postMessage('end');
    const [others] = (await Promise.race([told, failed])) as [Others];
    return others;
  };
}
