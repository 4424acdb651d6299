import { type ComponentType, lazy } from 'react';

/** Lazy component that the page works without: if its code cannot be fetched, it is retried when the browser is online again. */
export function lazyOptional<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const loadWithRetry = (): ReturnType<typeof load> =>
    load().catch(async (error: unknown) => {
      console.warn(error);
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
      return loadWithRetry();
    });
  return lazy(loadWithRetry);
}
