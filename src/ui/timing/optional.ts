import { type ComponentType, lazy } from 'react';

/** Code of a part without which the page works all the same: what did not come is fetched anew when the browser is online again. */
export function optional<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const loadWithRetry = (): ReturnType<typeof load> =>
    load().catch(async (error: unknown) => {
      console.warn(error);
      await new Promise((online) => addEventListener('online', online, { once: true }));
      return loadWithRetry();
    });
  return lazy(loadWithRetry);
}
