import { presentMonth } from '#console/data/company-clock.ts';
import { messageOf } from '#console/data/failures.ts';
import { giveReadings, takeBack } from '#console/data/readings.ts';
import { RequestError } from '#console/data/request-error.ts';
import { text } from '#i18n/console-text.ts';
import type { MeterType } from '#resources/meters.ts';
import type { MeterItem } from '#resources/protocol/readings.ts';
import type { KeptCells } from './kept-cells.ts';
import { type CellPlace, RoundStore } from './round-store.ts';

/** What a failed call says: of a field, of the whole, or that there was no answer. */
function said(error: unknown): string {
  if (!(error instanceof RequestError)) return error instanceof Error ? error.message : String(error);
  const { request_id: _id, code: _code, ...rest } = (error.body ?? {}) as Record<string, unknown>;
  const fields = Object.values(rest)
    .flat()
    .filter((part) => typeof part === 'string');
  return messageOf(error.body) ?? (fields.join(', ') || error.message);
}

/** The key that keeps a cell first leads on; the call is made once that is done. */
const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve));

/** A round that gives values as the form does, for as long as the month lasts in which it began. */
export function newStore(kept: KeptCells): RoundStore {
  const began = presentMonth();
  return new RoundStore(
    {
      give: async (unit, meter, value) => {
        await nextTurn();
        // The server writes down the present month, and the table shows another one.
        if (presentMonth() !== began) throw new Error(text('readings.round.monthOver'));
        return giveReadings(unit, { [meter]: value });
      },
      takeBack,
      said,
    },
    kept,
  );
}

/** The place of a meter of a flat, the same object for as long as the flat is. */
export function placesOf(flat: MeterItem, meters: readonly MeterType[]): CellPlace[] {
  return meters.map((meter) => {
    const norm = flat.norms?.[meter];
    return {
      unit: flat.unit.id,
      meter,
      given: flat.month_result?.meters[meter] ?? '',
      last: norm?.value ?? null,
      usual: norm?.usual ?? null,
    };
  });
}
