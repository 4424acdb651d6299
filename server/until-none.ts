import { type IsStopping, neverStops } from './lifecycle.ts';

/** Does something that is done in portions until there is nothing left, or the server stops. */
export async function untilNone(portion: () => Promise<number>, stopped: IsStopping = neverStops): Promise<void> {
  while (!stopped() && (await portion()) > 0);
}
