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
import { checkedNow } from '../buildings/building-list.ts';
import { type Answer, exchange, type RequestOptions } from '../http/http.ts';
import { withQuery } from '../http/query-string.ts';
import { sentOnce } from '../http/sent-once.ts';
import { isGlance, type ListMeta } from './list-meta.ts';
import { deleteOnce } from './record-calls.ts';
import { reportSave } from './report-save.ts';
import { sortRecords } from './sort-records.ts';
import { withId } from './wire.ts';

/** Options with which ra-data-simple-rest calls its client. */
interface ClientOptions {
  method?: string;
  body?: string;
  headers?: Headers;
  signal?: AbortSignal;
}

/** How a call is made besides what ra-data-simple-rest says of it. */
interface Asking {
  report?: RequestOptions['report'];
  /** Headers of its own. */
  extraHeaders?: RequestOptions['headers'];
  /** Rewrites its address. */
  address?: (url: string) => string;
}

/** The headers of an answer; a whole list that does not count itself is counted here, since ra-data-simple-rest asks for it. */
function counted({ headers, json }: Answer): Headers {
  if (!Array.isArray(json) || headers.has('content-range')) return headers;
  const requestHeaders = new Headers(headers);
  requestHeaders.set('content-range', `records */${json.length}`);
  return requestHeaders;
}

/**
 * The client of ra-data-simple-rest over our calls: token, failures, cancelling; the addresses and the method of change as
 * the definition says.
 */
function client({ path, update }: Resource['api'], { report, extraHeaders, address = (url) => url }: Asking) {
  const slashed = (url: string) => (path.endsWith('/') ? url.replace(/\/?(\?|$)/, '/$1') : url);
  return async (url: string, { method, body, headers, signal }: ClientOptions = {}) => {
    const range = headers?.get('Range');
    const asked = method === 'PUT' ? update : (method ?? 'GET');
    const answer = await exchange(address(slashed(url)), {
      method: asked as NonNullable<RequestOptions['method']>,
      ...(body === undefined ? {} : { body: JSON.parse(body) }),
      headers: { ...extraHeaders, ...(range ? { Range: range } : {}) },
      ...(report === undefined ? {} : { report }),
      signal,
    });
    return { status: answer.status, headers: counted(answer), body: '', json: answer.json };
  };
}

/** `/api/records/passes` as the address that ra-data-simple-rest is given and the name it adds. */
export function splitPath(path: string): { base: string; tail: string } {
  const trimmed = path.replace(/\/$/, '');
  const slash = trimmed.lastIndexOf('/');
  return { base: trimmed.slice(0, slash), tail: trimmed.slice(slash + 1) };
}

/**
 * A data provider for the definitions that name no binding of the CRM: ra-data-simple-rest with our
 * client, the checked buildings in every list call of a scoped definition, errors by form field.
 * @param find the definition of a name; throws for an unknown one
 */
export function makeRestProvider(find: (name: string) => Resource): DataProvider {
  function speak(name: string, asking: Asking = {}) {
    const resource = find(name);
    const { base, tail } = splitPath(resource.api.path);
    return { resource, tail, rest: simpleRestProvider(base, client(resource.api, asking) as never) };
  }
  async function scoped(name: string, params: GetListParams) {
    const { scope } = find(name).api;
    const buildings = scope
      ? ((params.meta as ListMeta | undefined)?.buildings ?? (await checkedNow(params.signal)))
      : undefined;
    const { days, boardOrder } = (params.meta ?? {}) as ListMeta;
    const ours = {
      ...(days === undefined ? {} : { days: JSON.stringify(days) }),
      ...(boardOrder ? { board_order: 'true' } : {}),
    };
    const address = (url: string) => withQuery(url, { ...(scope ? { [scope]: buildings } : {}), ...ours });
    return speak(name, { address, report: !isGlance(params) });
  }
  /** Filters and sort by wire name, as the server knows them; `q` and `id` are its own words. */
  function asked<Params extends Pick<GetListParams, 'filter' | 'sort'>>(resource: Resource, params: Params): Params {
    const wire = (field: string) => resource.fields[field]?.wire ?? field;
    const filter = wireFilters(resource.fields, (params.filter ?? {}) as Record<string, unknown>);
    const { sort } = params;
    return { ...params, filter, ...(sort ? { sort: { ...sort, field: wire(sort.field) } } : {}) };
  }
  const withIds = (resource: Resource, records: RaRecord[]) => records.map((record) => withId(resource, record));

  const provider = {
    getList: async (name: string, params: GetListParams) => {
      const { rest, tail, resource } = await scoped(name, params);
      const answer = await rest.getList(tail, asked(resource, params));
      const data = withIds(resource, answer.data);
      if (resource.api.paging !== 'none') return { ...answer, data };
      // The whole list came: its order and its pages are made here.
      const { page, perPage } = params.pagination ?? { page: 1, perPage: data.length };
      const sorted = sortRecords(data, resource, params.sort);
      return { data: sorted.slice((page - 1) * perPage, page * perPage), total: data.length };
    },
    getOne: async (name: string, { id, signal }: { id: Identifier; signal?: AbortSignal }) => {
      const { rest, tail, resource } = speak(name);
      const { data } = await rest.getOne(tail, { id, ...(signal ? { signal } : {}) });
      return { data: withId(resource, data) };
    },
    getMany: async (name: string, { ids }: { ids: Identifier[] }) => {
      const { rest, tail, resource } = speak(name);
      const { data } = await rest.getMany(tail, { ids });
      return { data: withIds(resource, data) };
    },
    getManyReference: async (name: string, params: GetManyReferenceParams) => {
      const { rest, tail, resource } = await scoped(name, params);
      const answer = await rest.getManyReference(tail, asked(resource, params));
      return { ...answer, data: withIds(resource, answer.data) };
    },
    create: (name: string, { data }: CreateParams) =>
      reportSave(find(name), async (report) => {
        const { path } = find(name).api;
        const answer = await sentOnce(path, data, (extraHeaders) => {
          const { rest, tail } = speak(name, { report, extraHeaders });
          return rest.create(tail, { data });
        });
        return { data: withId(find(name), { ...data, ...answer.data }) };
      }),
    update: (name: string, { id, data, previousData }: UpdateParams) =>
      reportSave(
        find(name),
        async (report) => {
          const { rest, tail } = speak(name, { report });
          const saved = await rest.update(tail, { id, data, previousData });
          return { data: { ...data, ...saved.data, id } };
        },
        data,
      ),
    updateMany: async (name: string, { ids, data }: { ids: Identifier[]; data: Partial<RaRecord> }) => {
      const { rest, tail } = speak(name);
      await rest.updateMany(tail, { ids, data });
      return { data: ids };
    },
    delete: async (name: string, { id, previousData }: DeleteParams) => {
      const deleted = await deleteOnce((report) => {
        const { rest, tail } = speak(name, { report });
        return rest.delete(tail, { id });
      });
      return { data: previousData ?? { id }, ...deleted };
    },
    deleteMany: async (name: string, { ids }: { ids: Identifier[] }) => {
      const { rest, tail } = speak(name);
      await rest.deleteMany(tail, { ids });
      return { data: ids };
    },
    supportAbortSignal: true,
  };
  // react-admin lets the caller name the record's type; what comes over the wire cannot promise it.
  return provider as unknown as DataProvider;
}
