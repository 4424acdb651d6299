import type { DataProvider, GetListParams, Identifier, RaRecord } from 'react-admin';
import { text } from '#i18n/console-text.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { parseLinkedRecord } from '#resources/language/linked-record.ts';
import { loadRecordDecoder } from '#resources/protocol/record-answers.ts';
import { loadCheckedBuildingIds } from '../buildings/building-list.ts';
import { type RequestOptions, request } from '../http/http.ts';
import type { QueryParams } from '../http/query-string.ts';
import { RequestError } from '../http/request-error.ts';
import { isSearchedHere, sortKey } from '../session/features.ts';
import { isFirstRecordsPrefetch, type ListMeta } from './list-meta.ts';
import { makePagers, searchPages } from './paging.ts';
import { deleteOnce } from './record-calls.ts';
import { reportSave } from './report-save.ts';
import { decodeRecord, readSaved, recordPath, type WireRecord } from './wire.ts';

/** Starts loading the decoder in parallel with the call; a failure is reported when the answer is decoded. */
function fetchReader(name: string): void {
  void Promise.allSettled([loadRecordDecoder(name)]);
}

/** Query of a list call without paging: buildings first, then the filters by wire name. */
async function listQuery(resource: Resource, params: GetListParams): Promise<QueryParams> {
  const query: Record<string, QueryParams[string]> = {};
  if (resource.api.scope) {
    query[resource.api.scope] =
      (params.meta as ListMeta | undefined)?.buildings ?? (await loadCheckedBuildingIds(params.signal));
  }
  const { field, order } = params.sort ?? {};
  const sort = sortKey(resource);
  // A component may sort by a key the server does not know: choice inputs of react-admin start with `id`.
  const isSorted = field !== undefined && (resource.list.columns ?? Object.keys(resource.fields)).includes(field);
  if (sort && isSorted) query[sort] = order === 'DESC' ? `-${field}` : field;
  for (const [name, value] of Object.entries((params.filter ?? {}) as Record<string, QueryParams[string]>)) {
    query[resource.fields[name]?.wire ?? (name === 'q' ? 'search' : name)] = parseLinkedRecord(value)?.id ?? value;
  }
  return query;
}

/**
 * Data provider for the API of the CRM. Records and payloads have wire names and shapes; the forms convert them
 * (`src/engine/form`).
 * @param find returns the definition of a name; throws for an unknown one
 */
export function makeCrmProvider(find: (name: string) => Resource): DataProvider {
  const pagers = makePagers();

  async function save(
    resource: Resource,
    path: string,
    options: Pick<RequestOptions, 'method' | 'headers'> & { body: WireRecord },
  ) {
    return reportSave(resource, (report) => request(path, { ...options, report }), options.body);
  }
  async function getOne(name: string, id: Identifier, signal?: AbortSignal) {
    const resource = find(name);
    const path = recordPath(resource, id);
    fetchReader(name);
    const record = await decodeRecord(resource, await request(path, { signal }));
    if (!record) throw new RequestError(text('engine.noData'), 0, null, path, null);
    return { ...record, id: record.id ?? id };
  }
  async function getList(name: string, params: GetListParams) {
    const resource = find(name);
    fetchReader(name);
    if (params.filter?.q && isSearchedHere(resource)) {
      return searchPages({ resource, params, query: await listQuery(resource, { ...params, filter: {} }) });
    }
    const query = await listQuery(resource, params);
    if (!isFirstRecordsPrefetch(params)) return pagers[resource.api.paging]({ resource, params, query });
    // A glance has its own page size and must not overwrite the bookmarks of the list itself.
    const glanceResource = { ...resource, api: { ...resource.api, pageSize: params.pagination?.perPage ?? 1 } };
    return makePagers()[resource.api.paging]({ resource: glanceResource, params, query });
  }
  async function update(name: string, id: Identifier, data: WireRecord, wireId: Identifier = id) {
    const resource = find(name);
    const method = resource.api.update;
    // A PATCH of the specification also contains the id of the record, in the type of the server: an id from a URL is text.
    const body = method === 'PATCH' ? { ...data, [resource.api.id]: wireId } : data;
    const answer = await save(resource, recordPath(resource, id), { method, body });
    return { ...(await readSaved(resource, data, answer, id)), id };
  }
  async function remove(name: string, id: Identifier) {
    return deleteOnce((report) => request(recordPath(find(name), id), { method: 'DELETE', report }));
  }

  const provider = {
    getList,
    getOne: async (name: string, { id, signal }: { id: Identifier; signal?: AbortSignal }) => ({
      data: await getOne(name, id, signal),
    }),
    // The CRM has no call for several records; cells use the data of their list and never call this.
    getMany: async (name: string, { ids, signal }: { ids: Identifier[]; signal?: AbortSignal }) => ({
      data: await Promise.all([...new Set(ids)].map((id) => getOne(name, id, signal))),
    }),
    getManyReference: (name: string, params: GetListParams & { target: string; id: Identifier }) =>
      getList(name, { ...params, filter: { ...params.filter, [params.target]: params.id } }),
    create: async (name: string, { data, meta }: { data: WireRecord; meta?: { fields?: Resource['fields'] } }) => {
      const registered = find(name);
      // A create form may have additional fields.
      const resource = meta?.fields ? { ...registered, fields: meta.fields } : registered;
      const { path } = resource.api;
      // Loaded lazily, because reading does not need it; it is part of the chunk of the forms.
      const { sendOnce } = await import('../http/send-once.ts');
      const answer = await sendOnce(path, data, (headers) =>
        save(resource, path, { method: 'POST', body: data, headers }),
      );
      return { data: await readSaved(resource, data, answer) };
    },
    update: async (
      name: string,
      { id, data, previousData }: { id: Identifier; data: WireRecord; previousData?: Partial<RaRecord> },
    ) => ({
      data: await update(name, id, data, previousData?.id),
    }),
    updateMany: async (name: string, { ids, data }: { ids: Identifier[]; data: WireRecord }) => {
      await Promise.all(ids.map((id) => update(name, id, data)));
      return { data: ids };
    },
    delete: async (name: string, { id, previousData }: { id: Identifier; previousData?: RaRecord }) => {
      return { data: previousData ?? { id }, ...(await remove(name, id)) };
    },
    deleteMany: async (name: string, { ids }: { ids: Identifier[] }) => {
      await Promise.all(ids.map((id) => remove(name, id)));
      return { data: ids };
    },
    supportAbortSignal: true,
  };
  // In the types of react-admin the caller chooses the record type, which data from the wire cannot guarantee.
  return provider as unknown as DataProvider;
}
