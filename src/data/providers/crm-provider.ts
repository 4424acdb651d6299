import type { DataProvider, GetListParams, Identifier, RaRecord } from 'react-admin';
import { text } from '#i18n/console-text.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { linkedRecord } from '#resources/language/linked-record.ts';
import { loadRecordReader } from '#resources/protocol/record-answers.ts';
import { checkedNow } from '../buildings/building-list.ts';
import { type RequestOptions, request } from '../http/http.ts';
import type { Query } from '../http/query-string.ts';
import { RequestError } from '../http/request-error.ts';
import { isSearchedHere, sortKey } from '../session/features.ts';
import { isGlance, type ListMeta } from './list-meta.ts';
import { makePagers, searchPages } from './paging.ts';
import { deleteOnce } from './record-calls.ts';
import { reportSave } from './report-save.ts';
import { readRecord, readSaved, recordPath, type WireRecord } from './wire.ts';

/** Loads the decoder of an answer beside the call; a failure is reported when the answer is read. */
function fetchReader(name: string): void {
  void Promise.allSettled([loadRecordReader(name)]);
}

/** The query of a list call without its paging: scope first, then the filters by wire name. */
async function listQuery(resource: Resource, params: GetListParams): Promise<Query> {
  const query: Record<string, Query[string]> = {};
  if (resource.api.scope) {
    query[resource.api.scope] = (params.meta as ListMeta | undefined)?.buildings ?? (await checkedNow(params.signal));
  }
  const { field, order } = params.sort ?? {};
  const sort = sortKey(resource);
  // A widget may sort by a key that the server does not know: react-admin's choosing inputs begin with `id`.
  const isSorted = field !== undefined && (resource.list.columns ?? Object.keys(resource.fields)).includes(field);
  if (sort && isSorted) query[sort] = order === 'DESC' ? `-${field}` : field;
  for (const [name, value] of Object.entries((params.filter ?? {}) as Record<string, Query[string]>)) {
    query[resource.fields[name]?.wire ?? (name === 'q' ? 'search' : name)] = linkedRecord(value)?.id ?? value;
  }
  return query;
}

/**
 * A data provider that speaks the CRM's dialect. Records and payloads are in wire names and
 * shapes; the forms translate (`src/engine/form`).
 * @param find the definition of a name; throws for an unknown one
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
    const record = await readRecord(resource, await request(path, { signal }));
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
    if (!isGlance(params)) return pagers[resource.api.paging]({ resource, params, query });
    // The pages of the list itself go on by their own answers.
    const small = { ...resource, api: { ...resource.api, pageSize: params.pagination?.perPage ?? 1 } };
    return makePagers()[resource.api.paging]({ resource: small, params, query });
  }
  async function update(name: string, id: Identifier, data: WireRecord, wireId: Identifier = id) {
    const resource = find(name);
    const method = resource.api.update;
    // PATCH of the specification names the record in the body too, by the server's id: one from an
    // address is text.
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
    // The CRM has no call for several records, so cells are drawn from what their list brings and never ask here.
    getMany: async (name: string, { ids, signal }: { ids: Identifier[]; signal?: AbortSignal }) => ({
      data: await Promise.all([...new Set(ids)].map((id) => getOne(name, id, signal))),
    }),
    getManyReference: (name: string, params: GetListParams & { target: string; id: Identifier }) =>
      getList(name, { ...params, filter: { ...params.filter, [params.target]: params.id } }),
    create: async (name: string, { data, meta }: { data: WireRecord; meta?: { fields?: Resource['fields'] } }) => {
      const registered = find(name);
      // A create form may have fields of its own.
      const resource = meta?.fields ? { ...registered, fields: meta.fields } : registered;
      const { path } = resource.api;
      // Not needed for reading; the chunk of the forms brings it along.
      const { sentOnce } = await import('../http/sent-once.ts');
      const answer = await sentOnce(path, data, (headers) =>
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
  // react-admin lets the caller name the record's type; what comes over the wire cannot promise it.
  return provider as unknown as DataProvider;
}
