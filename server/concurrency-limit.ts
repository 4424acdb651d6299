import pLimit from 'p-limit';
import { ApiError } from '#server/http/errors.ts';

/**
 * Lets a few pieces of work run at a time; the others wait in order.
 * @param running greatest number at a time
 * @param waiting greatest number that wait
 * @returns runs the work. It throws ApiError too_many_requests when too many wait already
 */
export function createConcurrencyLimit(running: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  const limit = pLimit(running);
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= running + waiting) throw new ApiError('too_many_requests');
    return limit(work);
  };
}
