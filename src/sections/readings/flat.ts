import { useRecordContext } from 'react-admin';
import type { MeterItem } from '#resources/protocol/readings.ts';

/** The flat of a row or a card, as far as it is there. */
export function useFlat(): Partial<MeterItem> {
  return useRecordContext<MeterItem & { id: number }>() ?? {};
}
