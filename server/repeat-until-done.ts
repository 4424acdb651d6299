import { type IsStopping, neverStops } from './lifecycle.ts';

/** Repeats a batch until it returns 0 or the server stops. */
export async function repeatUntilDone(
  runBatch: () => Promise<number>,
  isStopping: IsStopping = neverStops,
): Promise<void> {
  while (!isStopping() && (await runBatch()) > 0);
}
