import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { RaRecord } from 'react-admin';

interface Part {
  data: RaRecord[];
  total?: number;
}

function without<Known extends Part>(known: Known, id: string): Known {
  const data = known.data.filter((record) => String(record.id) !== id);
  if (data.length === known.data.length) return known;
  return { ...known, data, ...(known.total === undefined ? {} : { total: known.total - 1 }) };
}

/** Takes a deleted record out of all fetched lists of its definition at once: fetching them anew may take a while. */
export function removeFromLists(queries: QueryClient, name: string, record: string | number): void {
  const id = String(record);
  queries.setQueriesData<Part>({ queryKey: [name, 'getList'] }, (known) => known && without(known, id));
  queries.setQueriesData<InfiniteData<Part>>(
    { queryKey: [name, 'getInfiniteList'] },
    (known) => known && { ...known, pages: known.pages.map((page) => without(page, id)) },
  );
}
