import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { InfinitePaginationContext, ListContextProvider, type RaRecord, useListContext } from 'react-admin';
import type { Colour } from '#resources/language/colours.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { useResource } from '../resource-context.tsx';
import { type Filters, splitFilters } from './list-state.ts';
import type { EndlessPages, Rows, UseRows } from './rows.ts';

const RowsContext = createContext<Omit<Rows, 'list'>>({ hasNew: false, endless: null });

/** Our additions to react-admin's list context. */
export function useRowsContext(): Omit<Rows, 'list'> {
  return useContext(RowsContext);
}

const noPage = () => Promise.reject(new Error('The list has no further pages'));

function infinitePagination(endless: EndlessPages) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = endless;
  return {
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage: fetchNextPage as never,
    hasPreviousPage: false,
    isFetchingPreviousPage: false,
    fetchPreviousPage: noPage,
  };
}

/**
 * Fetches the list of a definition and gives it to everything inside as react-admin's list context.
 * @param useRows how it is fetched; the same hook for as long as the definition is
 */
export function ListProvider({
  resource,
  useRows,
  children,
}: {
  resource: Resource;
  useRows: UseRows;
  children: ReactNode;
}) {
  const { list, ...rest } = useRows(resource);
  const inside = <RowsContext value={rest}>{children}</RowsContext>;
  return (
    <ListContextProvider value={list}>
      {rest.endless ? (
        <InfinitePaginationContext.Provider value={infinitePagination(rest.endless)}>
          {inside}
        </InfinitePaginationContext.Provider>
      ) : (
        inside
      )}
    </ListContextProvider>
  );
}

/** The filters of the list that the caller stands in: those of the toolbar and those beside the title, each with its setter. */
export function useFilters() {
  const resource = useResource();
  const { filterValues, setFilters } = useListContext();
  const { header, toolbar } = useMemo(() => splitFilters(resource, filterValues as Filters), [resource, filterValues]);
  return {
    header,
    toolbar,
    setHeader: (name: string, value: unknown) => setFilters({ ...header, ...toolbar, [name]: value }),
    setToolbar: (filters: Filters) => setFilters({ ...header, ...filters }),
  };
}

/** How the element of a record is coloured. */
export interface RowColour {
  props: { 'data-colour': Colour; title: string };
  /** Says to screen readers what the colour means; stands first in the element. */
  mark: ReactNode;
}

/** Finds the colour of a record; null where the list has no colours. */
export const RowColourContext = createContext<((record: RaRecord) => RowColour | undefined) | null>(null);
