import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './errors.ts';

/** Requests that are refused under pressure; health, metrics and console files are still served. */
const REFUSED_PATHS = /^\/(api|ws|v0|resources|dev)\//;
/** Share of Node's heap limit above which requests are refused. */
const MAX_HEAP_SHARE = 0.9;
/** Sampling interval of delay and memory, ms. */
const SAMPLE_MS = 1_000;
/** Minimum interval between log entries about refusals, ms, so that logging adds no load. */
const LOG_INTERVAL_MS = 10_000;

/**
 * Refuses requests with 503 and `Retry-After` while the event loop is late or memory is nearly used up, so that running requests
 * can finish.
 * @param maxDelayMs maximum average event loop delay within a second, ms; 0 = refuse nothing
 */
export async function refuseUnderPressure(app: FastifyInstance, maxDelayMs: number): Promise<void> {
  if (maxDelayMs === 0) return;
  let lastReport = Number.NEGATIVE_INFINITY;
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    maxHeapUsedBytes: Math.floor(getHeapStatistics().heap_size_limit * MAX_HEAP_SHARE),
    sampleInterval: SAMPLE_MS,
    pressureHandler: async (request, _reply, type, value) => {
      if (!REFUSED_PATHS.test(request.url)) return;
      if (performance.now() - lastReport > LOG_INTERVAL_MS) {
        lastReport = performance.now();
        app.log.warn({ type, value }, 'calls are refused: the process is under pressure');
      }
      throw new ApiError('overloaded');
    },
  });
}
