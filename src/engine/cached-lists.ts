import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { RaRecord } from 'react-admin';

interface CachedPage {
  data: RaRecord[];
  total?: number;
}

function withoutRecord<Known extends CachedPage>(part: Known, id: string): Known {
  const data = part.data.filter((record) => String(record.id) !== id);
  if (data.length === part.data.length) return part;
  return { ...part, data, ...(part.total === undefined ? {} : { total: part.total - 1 }) };
}

/** Writes a record that the server has just returned into every cached query of it, because refetching may take a while. */
export function putRecord(queryClient: QueryClient, name: string, record: RaRecord): void {
  const id = String(record.id);
  const updateRecord = (cached: RaRecord) => (String(cached.id) === id ? { ...cached, ...record } : cached);
  const updatePage = <Known extends CachedPage>(cached: Known) => ({ ...cached, data: cached.data.map(updateRecord) });
  queryClient.setQueriesData<RaRecord>(
    { queryKey: [name, 'getOne', { id }] },
    (cached) => cached && updateRecord(cached),
  );
  queryClient.setQueriesData<CachedPage>({ queryKey: [name, 'getList'] }, (cached) => cached && updatePage(cached));
  queryClient.setQueriesData<InfiniteData<CachedPage>>(
    { queryKey: [name, 'getInfiniteList'] },
    (cached) => cached && { ...cached, pages: cached.pages.map(updatePage) },
  );
}

/** Removes a deleted record from all cached lists of its definition, because refetching may take a while. */
export function removeFromLists(queryClient: QueryClient, name: string, record: string | number): void {
  const id = String(record);
  queryClient.setQueriesData<CachedPage>(
    { queryKey: [name, 'getList'] },
    (cached) => cached && withoutRecord(cached, id),
  );
  queryClient.setQueriesData<InfiniteData<CachedPage>>(
    { queryKey: [name, 'getInfiniteList'] },
    (cached) => cached && { ...cached, pages: cached.pages.map((page) => withoutRecord(page, id)) },
  );
}
