import { readFile } from 'node:fs/promises';
import type { Product } from '#tests/support/product.ts';

/** Longest time another call may take while the server is fuzzed, ms. */
export const PATIENCE = 300;

/** What a part of the fuzzing works on. */
export interface Bench {
  product: Product;
  /** Of an administrator. */
  token: string;
  /** Files for each call. */
  runs: number;
  seed: number;
}

/** Resident memory of the server, MB. */
export async function memoryOf(product: Product): Promise<number> {
  const status = await readFile(`/proc/${product.process.pid}/status`, 'utf8');
  return Number(/VmRSS:\s*(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** Watches another call all the while. @returns ends it, and says the longest time that call took, ms */
export function watchOthers(product: Product, token: string): () => Promise<number> {
  let [isOver, longest] = [false, 0];
  const watching = (async () => {
    while (!isOver) {
      const began = performance.now();
      const answer = await fetch(`${product.address}/api/crm/profile/current/`, {
        headers: { authorization: `Token ${token}` },
      });
      await answer.arrayBuffer();
      longest = Math.max(longest, performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return longest;
  };
}
