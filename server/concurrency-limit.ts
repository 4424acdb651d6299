import { ApiError } from '#server/http/errors.ts';

/**
 * Lets a few pieces of work run at a time; the others wait in order.
 * @param running greatest number at a time
 * @param waiting greatest number that wait
 * @returns runs the work. It throws ApiError too_many_requests when too many wait already
 */
export function createConcurrencyLimit(running: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let busy = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (busy >= running) {
      if (queue.length >= waiting) throw new ApiError('too_many_requests');
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      busy += 1;
    }
    try {
      return await work();
    } finally {
      // The place is handed to the next one directly, so that nobody slips in between.
      const next = queue.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}
