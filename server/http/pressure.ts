import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './errors.ts';

/** Calls that are refused under pressure; health, metrics and the files of the console are answered. */
const REFUSED = /^\/(api|ws|v0|resources|dev)\//;
/** How much of the memory that Node gives itself may be in use before calls are refused. */
const HEAP = 0.9;
/** How often delay and memory are looked at, ms. */
const SAMPLE_MS = 1_000;
/** The log is told of refusals so often, ms: it must not be one more load. */
const TELL_EVERY_MS = 10_000;

/**
 * Refuses calls with 503 and `Retry-After` while the event loop is late or memory is nearly used up: the calls that run are
 * finished, instead of all of them failing.
 * @param most ms between two turns of the event loop, on average of a second; 0: nothing is refused
 */
export async function refuseUnderPressure(app: FastifyInstance, most: number): Promise<void> {
  if (most === 0) return;
  let lastReport = Number.NEGATIVE_INFINITY;
  await app.register(underPressure, {
    maxEventLoopDelay: most,
    maxHeapUsedBytes: Math.floor(getHeapStatistics().heap_size_limit * HEAP),
    sampleInterval: SAMPLE_MS,
    pressureHandler: async (request, _reply, type, value) => {
      if (!REFUSED.test(request.url)) return;
      if (performance.now() - lastReport > TELL_EVERY_MS) {
        lastReport = performance.now();
        app.log.warn({ type, value }, 'calls are refused: the process is under pressure');
      }
      throw new ApiError('overloaded');
    },
  });
}
