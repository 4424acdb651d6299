import { presentMonth } from '#console/data/company-clock.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { text } from '#i18n/console-text.ts';
import type { Flat } from '#resources/protocol/readings/reading-answers.ts';
import type { MeterType } from '#resources/rules/readings/meters.ts';
import { monthNumber, monthsBetween } from '#resources/rules/readings/month.ts';
import { giveReadings, takeBack } from '../meters/reading-calls.ts';
import type { CellDrafts } from './cell-drafts.ts';
import type { CellPlace } from './round-cells.ts';
import { RoundStore } from './round-store.ts';

/** Message of a failed call: about a field, about the whole, or that there was no answer. */
const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The key that keeps a cell first leads on; the call is made once that is done. */
const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve));

/** How often a call that came too early is made again, and how long it waits at the most where it is told, s. */
const PATIENCE = { times: 5, wait: 5, most: 60 };

/** Makes a call; after a rate limit tries once more when the server allows it, so that values are late, not lost. */
async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (let times = 1; ; times += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof RequestError) || error.status !== 429 || times > PATIENCE.times) throw error;
      const wait = Math.min(error.retryAfter ?? PATIENCE.wait, PATIENCE.most);
      await new Promise((resolve) => setTimeout(resolve, wait * 1000));
    }
  }
}

/** A round that gives values as the form does, for as long as the month lasts in which it began. */
export function newStore(drafts: CellDrafts): RoundStore {
  const began = presentMonth();
  return new RoundStore(
    {
      give: async (unit, values) => {
        await nextTurn();
        return patiently(async () => {
          // The server writes down the present month, and the table shows another one.
          if (presentMonth() !== began) throw new Error(text('readings.round.monthOver'));
          return giveReadings(unit, values);
        });
      },
      isRefusal: (error) => error instanceof RequestError && error.status === 400,
      takeBack: (pass, meter) => patiently(() => takeBack(pass, meter)),
      said: errorMessage,
    },
    drafts,
  );
}

/** The place of a meter of a flat, the same object for as long as the flat is. */
export function cellPlaces(flat: Flat, meters: readonly MeterType[]): CellPlace[] {
  return meters.map((meter) => {
    const norm = flat.norms?.[meter];
    return {
      unit: flat.unit.id,
      meter,
      given: flat.month_result?.meters[meter] ?? '',
      last: norm?.value ?? null,
      usual: norm?.usual ?? null,
      months: monthsBetween(monthNumber(norm?.month ?? ''), monthNumber(presentMonth())),
    };
  });
}
