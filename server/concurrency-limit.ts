import pLimit from 'p-limit';
import { ApiError } from '#server/http/errors.ts';

/**
 * Limits how many operations run at a time; the others wait in order.
 * @param maxRunning maximum number of running operations
 * @param maxWaiting maximum number of waiting operations
 * @returns runs an operation; throws ApiError too_many_requests when the queue is full
 */
export function createConcurrencyLimit(
  maxRunning: number,
  maxWaiting: number,
): <T>(work: () => Promise<T>) => Promise<T> {
  const limit = pLimit(maxRunning);
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= maxRunning + maxWaiting) throw new ApiError('too_many_requests');
    return limit(work);
  };
}
