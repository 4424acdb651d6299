import { createContext, useContext } from 'react';
import type { RaRecord } from 'react-admin';

/** The record with the open side card, and how to choose another. */
export interface ListChoice {
  id: string | null;
  choose: (record: RaRecord) => void;
}

/** Given by a list page with a side card in its definition. */
export const ListChoiceContext = createContext<ListChoice | null>(null);

/** The choice of the list that the caller stands in; null when its definition has no side card. */
export function useListChoice(): ListChoice | null {
  return useContext(ListChoiceContext);
}
