import { presentMonth } from '#console/data/company-clock.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { text } from '#i18n/console-text.ts';
import type { Flat } from '#resources/protocol/readings/reading-answers.ts';
import type { MeterType } from '#resources/rules/readings/meters.ts';
import { countMonthsBetween, parseWireMonth } from '#resources/rules/readings/month.ts';
import { submitReadings, undoReading } from '../meters/reading-calls.ts';
import type { CellDrafts } from './cell-drafts.ts';
import type { CellPlace } from './round-cells.ts';
import { RoundStore } from './round-store.ts';

/** Message of a failed call. */
const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Resolves in the next task, so that the focus moves to the next cell before the call is made. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Retries after a rate limit (429); `wait` is the default pause and `maxWait` the longest one, s. */
const RATE_LIMIT_RETRY = { times: 5, wait: 5, maxWait: 60 };

/** Makes a call and retries it after a rate limit when the server allows it, so that values are late, not lost. */
async function withRateLimitRetry<T>(call: () => Promise<T>): Promise<T> {
  for (let times = 1; ; times += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof RequestError) || error.status !== 429 || times > RATE_LIMIT_RETRY.times) throw error;
      const wait = Math.min(error.retryAfter ?? RATE_LIMIT_RETRY.wait, RATE_LIMIT_RETRY.maxWait);
      await new Promise((resolve) => setTimeout(resolve, wait * 1000));
    }
  }
}

/** Store of a round that submits values like the form, but refuses them once another month has begun. */
export function createRoundStore(drafts: CellDrafts): RoundStore {
  const startMonth = presentMonth();
  return new RoundStore(
    {
      submit: async (unit, values) => {
        await nextTask();
        return withRateLimitRetry(async () => {
          // The server would store the value for the new month, while the table shows the old one.
          if (presentMonth() !== startMonth) throw new Error(text('readings.round.monthOver'));
          return submitReadings(unit, values);
        });
      },
      isRefusal: (error) => error instanceof RequestError && error.status === 400,
      undo: (pass, meter) => withRateLimitRetry(() => undoReading(pass, meter)),
      describeError: errorMessage,
    },
    drafts,
  );
}

/** Cells of a flat, one for each meter. */
export function createCellPlaces(flat: Flat, meters: readonly MeterType[]): CellPlace[] {
  return meters.map((meter) => {
    const norm = flat.norms?.[meter];
    return {
      unit: flat.unit.id,
      meter,
      given: flat.month_result?.meters[meter] ?? '',
      last: norm?.value ?? null,
      usual: norm?.usual ?? null,
      months: countMonthsBetween(parseWireMonth(norm?.month ?? ''), parseWireMonth(presentMonth())),
    };
  });
}
