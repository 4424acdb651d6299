import { createContext, useContext } from 'react';
import type { RaRecord } from 'react-admin';

/** The record with the open side card, and how to open another. */
export interface ListChoice {
  id: string | null;
  choose: (record: RaRecord) => void;
}

/** Provided by a list page whose definition has a side card. */
export const ListChoiceContext = createContext<ListChoice | null>(null);

/** The side card selection of the surrounding list; null when its definition has no side card. */
export function useListChoice(): ListChoice | null {
  return useContext(ListChoiceContext);
}
