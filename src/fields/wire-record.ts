import { createContext, useContext } from 'react';
import type { RaRecord } from 'react-admin';

/** The record as the server gave it, for inputs that show more of it than the form holds; null when creating. */
export const WireRecordContext = createContext<RaRecord | null>(null);

/** The record being edited, in wire names and shapes; null when creating. */
export function useWireRecord(): RaRecord | null {
  return useContext(WireRecordContext);
}
