import { useRecordContext } from 'react-admin';
import type { Flat } from '#resources/protocol/readings/reading-answers.ts';

/** The flat of the surrounding row or card; empty until it is loaded. */
export function useFlat(): Partial<Flat> {
  return useRecordContext<Flat & { id: number }>() ?? {};
}
