import { useRecordContext } from 'react-admin';
import type { Flat } from '#resources/protocol/readings/reading-answers.ts';

/** The flat of a row or a card, as far as it is loaded. */
export function useFlat(): Partial<Flat> {
  return useRecordContext<Flat & { id: number }>() ?? {};
}
