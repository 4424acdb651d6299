import simpleRestProvider from 'ra-data-simple-rest';
import type {
  CreateParams,
  DataProvider,
  DeleteParams,
  GetListParams,
  GetManyReferenceParams,
  Identifier,
  RaRecord,
  UpdateParams,
} from 'react-admin';
import type { Resource } from '#resources/language/define-resource.ts';
import { wireFilters } from '#resources/language/wire-keys.ts';
import { loadCheckedBuildingIds } from '../buildings/building-list.ts';
import { exchange, type HttpAnswer, type RequestOptions } from '../http/http.ts';
import { withQuery } from '../http/query-string.ts';
import { sendOnce } from '../http/send-once.ts';
import { isFirstRecordsPrefetch, type ListMeta } from './list-meta.ts';
import { deleteOnce } from './record-calls.ts';
import { reportSave } from './report-save.ts';
import { sortRecords } from './sort-records.ts';
import { withId } from './wire.ts';

/** Options that ra-data-simple-rest passes to its client. */
interface ClientOptions {
  method?: string;
  body?: string;
  headers?: Headers;
  signal?: AbortSignal;
}

/** Our additional options of a call. */
interface CallOptions {
  report?: RequestOptions['report'];
  /** Additional headers. */
  extraHeaders?: RequestOptions['headers'];
  /** Rewrites the URL. */
  address?: (url: string) => string;
}

/** Headers of an answer; ra-data-simple-rest requires `content-range`, so it is added to a complete list that lacks it. */
function withContentRange({ headers, json }: HttpAnswer): Headers {
  if (!Array.isArray(json) || headers.has('content-range')) return headers;
  const responseHeaders = new Headers(headers);
  responseHeaders.set('content-range', `records */${json.length}`);
  return responseHeaders;
}

/**
 * HTTP client for ra-data-simple-rest that uses our requests (token, failures, abort), with the URLs and the update method of the
 * definition.
 */
function createClient(
  { path, update }: Resource['api'],
  { report, extraHeaders, address = (url) => url }: CallOptions,
) {
  const withTrailingSlash = (url: string) => (path.endsWith('/') ? url.replace(/\/?(\?|$)/, '/$1') : url);
  return async (url: string, { method, body, headers, signal }: ClientOptions = {}) => {
    const range = headers?.get('Range');
    const httpMethod = method === 'PUT' ? update : (method ?? 'GET');
    const answer = await exchange(address(withTrailingSlash(url)), {
      method: httpMethod as NonNullable<RequestOptions['method']>,
      ...(body === undefined ? {} : { body: JSON.parse(body) }),
      headers: { ...extraHeaders, ...(range ? { Range: range } : {}) },
      ...(report === undefined ? {} : { report }),
      signal,
    });
    return { status: answer.status, headers: withContentRange(answer), body: '', json: answer.json };
  };
}

/** Splits `/api/records/passes` into the base URL for ra-data-simple-rest and the resource name it appends. */
export function splitPath(path: string): { base: string; tail: string } {
  const trimmed = path.replace(/\/$/, '');
  const slash = trimmed.lastIndexOf('/');
  return { base: trimmed.slice(0, slash), tail: trimmed.slice(slash + 1) };
}

/**
 * Data provider for definitions without a CRM binding: ra-data-simple-rest with our client, the checked buildings in every list
 * call of a scoped definition, errors by form field.
 * @param find returns the definition of a name; throws for an unknown one
 */
export function makeRestProvider(find: (name: string) => Resource): DataProvider {
  function providerFor(name: string, options: CallOptions = {}) {
    const resource = find(name);
    const { base, tail } = splitPath(resource.api.path);
    return { resource, tail, rest: simpleRestProvider(base, createClient(resource.api, options) as never) };
  }
  async function scopedProvider(name: string, params: GetListParams) {
    const { scope } = find(name).api;
    const buildings = scope
      ? ((params.meta as ListMeta | undefined)?.buildings ?? (await loadCheckedBuildingIds(params.signal)))
      : undefined;
    const { days, boardOrder } = (params.meta ?? {}) as ListMeta;
    const extraQuery = {
      ...(days === undefined ? {} : { days: JSON.stringify(days) }),
      ...(boardOrder ? { board_order: 'true' } : {}),
    };
    const address = (url: string) => withQuery(url, { ...(scope ? { [scope]: buildings } : {}), ...extraQuery });
    return providerFor(name, { address, report: !isFirstRecordsPrefetch(params) });
  }
  /** Converts filters and sort to wire names; the server understands `q` and `id` as they are. */
  function toWireParams<Params extends Pick<GetListParams, 'filter' | 'sort'>>(
    resource: Resource,
    params: Params,
  ): Params {
    const wire = (field: string) => resource.fields[field]?.wire ?? field;
    const filter = wireFilters(resource.fields, (params.filter ?? {}) as Record<string, unknown>);
    const { sort } = params;
    return { ...params, filter, ...(sort ? { sort: { ...sort, field: wire(sort.field) } } : {}) };
  }
  const withIds = (resource: Resource, records: RaRecord[]) => records.map((record) => withId(resource, record));

  const provider = {
    getList: async (name: string, params: GetListParams) => {
      const { rest, tail, resource } = await scopedProvider(name, params);
      const answer = await rest.getList(tail, toWireParams(resource, params));
      const data = withIds(resource, answer.data);
      if (resource.api.paging !== 'none') return { ...answer, data };
      // The server returned the whole list, so it is sorted and paged here.
      const { page, perPage } = params.pagination ?? { page: 1, perPage: data.length };
      const sorted = sortRecords(data, resource, params.sort);
      return { data: sorted.slice((page - 1) * perPage, page * perPage), total: data.length };
    },
    getOne: async (name: string, { id, signal }: { id: Identifier; signal?: AbortSignal }) => {
      const { rest, tail, resource } = providerFor(name);
      const { data } = await rest.getOne(tail, { id, ...(signal ? { signal } : {}) });
      return { data: withId(resource, data) };
    },
    getMany: async (name: string, { ids }: { ids: Identifier[] }) => {
      const { rest, tail, resource } = providerFor(name);
      const { data } = await rest.getMany(tail, { ids });
      return { data: withIds(resource, data) };
    },
    getManyReference: async (name: string, params: GetManyReferenceParams) => {
      const { rest, tail, resource } = await scopedProvider(name, params);
      const answer = await rest.getManyReference(tail, toWireParams(resource, params));
      return { ...answer, data: withIds(resource, answer.data) };
    },
    create: (name: string, { data }: CreateParams) =>
      reportSave(find(name), async (report) => {
        const { path } = find(name).api;
        const answer = await sendOnce(path, data, (extraHeaders) => {
          const { rest, tail } = providerFor(name, { report, extraHeaders });
          return rest.create(tail, { data });
        });
        return { data: withId(find(name), { ...data, ...answer.data }) };
      }),
    update: (name: string, { id, data, previousData }: UpdateParams) =>
      reportSave(
        find(name),
        async (report) => {
          const { rest, tail } = providerFor(name, { report });
          const saved = await rest.update(tail, { id, data, previousData });
          return { data: { ...data, ...saved.data, id } };
        },
        data,
      ),
    updateMany: async (name: string, { ids, data }: { ids: Identifier[]; data: Partial<RaRecord> }) => {
      const { rest, tail } = providerFor(name);
      await rest.updateMany(tail, { ids, data });
      return { data: ids };
    },
    delete: async (name: string, { id, previousData }: DeleteParams) => {
      const deleted = await deleteOnce((report) => {
        const { rest, tail } = providerFor(name, { report });
        return rest.delete(tail, { id });
      });
      return { data: previousData ?? { id }, ...deleted };
    },
    deleteMany: async (name: string, { ids }: { ids: Identifier[] }) => {
      const { rest, tail } = providerFor(name);
      await rest.deleteMany(tail, { ids });
      return { data: ids };
    },
    supportAbortSignal: true,
  };
  // In the types of react-admin the caller chooses the record type, which data from the wire cannot guarantee.
  return provider as unknown as DataProvider;
}
