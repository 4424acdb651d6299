import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { InfinitePaginationContext, ListContextProvider, type RaRecord, useListContext } from 'react-admin';
import type { Colour } from '#resources/language/colours.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { useResource } from '../resource-context.tsx';
import { type Filters, splitFilters } from './list-state.ts';
import type { InfinitePages, Rows, UseRows } from './rows.ts';

const RowsContext = createContext<Omit<Rows, 'list'>>({ hasNew: false, endless: null });

/** Our additions to react-admin's list context. */
export function useRowsContext(): Omit<Rows, 'list'> {
  return useContext(RowsContext);
}

const rejectFetch = () => Promise.reject(new Error('The list has no further pages'));

function infinitePagination(infinitePages: InfinitePages) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = infinitePages;
  return {
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage: fetchNextPage as never,
    hasPreviousPage: false,
    isFetchingPreviousPage: false,
    fetchPreviousPage: rejectFetch,
  };
}

/**
 * Fetches the list of a definition and provides it as react-admin's list context.
 * @param useRows hook that fetches the list; must not change while `resource` stays the same
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
  const { list, ...additions } = useRows(resource);
  const content = <RowsContext value={additions}>{children}</RowsContext>;
  return (
    <ListContextProvider value={list}>
      {additions.endless ? (
        <InfinitePaginationContext.Provider value={infinitePagination(additions.endless)}>
          {content}
        </InfinitePaginationContext.Provider>
      ) : (
        content
      )}
    </ListContextProvider>
  );
}

/** Toolbar and header filters of the surrounding list, each with its setter. */
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

/** Attributes that colour the element of a record. */
export interface RowColour {
  props: { 'data-colour': Colour; title: string };
  /** Meaning of the colour for screen readers; rendered first in the element. */
  mark: ReactNode;
}

/** Finds the colour of a record; null where the list has no colours. */
export const RowColourContext = createContext<((record: RaRecord) => RowColour | undefined) | null>(null);
