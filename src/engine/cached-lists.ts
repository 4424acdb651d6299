import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { RaRecord } from 'react-admin';

interface Part {
  data: RaRecord[];
  total?: number;
}

function without<Known extends Part>(part: Known, id: string): Known {
  const data = part.data.filter((record) => String(record.id) !== id);
  if (data.length === part.data.length) return part;
  return { ...part, data, ...(part.total === undefined ? {} : { total: part.total - 1 }) };
}

/** Puts a record as the server has just answered it wherever it was fetched: fetching it anew may take a while. */
export function putRecord(queryClient: QueryClient, name: string, record: RaRecord): void {
  const id = String(record.id);
  const put = (known: RaRecord) => (String(known.id) === id ? { ...known, ...record } : known);
  const putIn = <Known extends Part>(known: Known) => ({ ...known, data: known.data.map(put) });
  queryClient.setQueriesData<RaRecord>({ queryKey: [name, 'getOne', { id }] }, (known) => known && put(known));
  queryClient.setQueriesData<Part>({ queryKey: [name, 'getList'] }, (known) => known && putIn(known));
  queryClient.setQueriesData<InfiniteData<Part>>(
    { queryKey: [name, 'getInfiniteList'] },
    (known) => known && { ...known, pages: known.pages.map(putIn) },
  );
}

/** Takes a deleted record out of all fetched lists of its definition at once: fetching them anew may take a while. */
export function removeFromLists(queryClient: QueryClient, name: string, record: string | number): void {
  const id = String(record);
  queryClient.setQueriesData<Part>({ queryKey: [name, 'getList'] }, (known) => known && without(known, id));
  queryClient.setQueriesData<InfiniteData<Part>>(
    { queryKey: [name, 'getInfiniteList'] },
    (known) => known && { ...known, pages: known.pages.map((page) => without(page, id)) },
  );
}
