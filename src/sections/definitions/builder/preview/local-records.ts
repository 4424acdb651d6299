import type { Identifier, RaRecord } from 'react-admin';
import type { RequestOptions } from '#console/data/http/http.ts';
import { filterRecords } from '#console/data/providers/filter-records.ts';
import { sortRecords } from '#console/data/providers/sort-records.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { getPointerTo } from '#resources/language/kinds/traits.ts';
import { findMove, stateFields } from '#resources/language/moves.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { recordsPath } from '#resources/protocol/paths/definitions.ts';
import { sampleValue } from './sample-values.ts';

/** Reserved resource name of the preview, so that its cache entries and routes never collide with a real section. */
export const PREVIEW_NAME = 'builder-preview';
/** API path of the preview's records, served by `LocalRecords` instead of the network. */
export const PREVIEW_PATH = recordsPath(PREVIEW_NAME);
/** Number of sample records and of options of a reference. */
const SAMPLE_COUNT = 5;

/** The definition with its API replaced by the local preview API. */
export const toPreviewResource = (resource: Resource): Resource => ({
  ...resource,
  name: PREVIEW_NAME,
  generic: true,
  api: { dialect: 'simple-rest', path: PREVIEW_PATH, paging: 'page', undo: false, update: 'PUT', id: 'id' },
});

/** Sample records; kinds without a sample (files, avatar, unit, checklist, one-of, some-of, point) stay empty. */
export function makeSampleRecords({ fields }: Resource, today: string, buildings: readonly number[]): RaRecord[] {
  return Array.from({ length: SAMPLE_COUNT }, (_, index) => {
    const number = index + 1;
    const values = Object.entries(fields).map(([name, field]) => {
      const context = { number, label: field.label ?? name, today, buildings };
      return [wireName(name, field), sampleValue(field, context)] as const;
    });
    return { id: number, ...Object.fromEntries(values) };
  });
}

function jsonResponse(body: unknown, headers: Record<string, string> = {}, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}

const parseJson = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
};

/** Matches the suffix of a range filter, e.g. `day_gte`. */
const RANGE_SUFFIX = /^(.+)_(gte|lte)$/;

/** In-memory stand-in for the server in one preview; changes are lost on reload. */
export class LocalRecords {
  #resource: Resource;
  #records: readonly RaRecord[];
  #lastId = 1_000;

  constructor(resource: Resource, records: readonly RaRecord[]) {
    this.#resource = resource;
    this.#records = records;
  }

  /** Responds to an API call of the previewed section. */
  handle = async (path: string, { method = 'GET', body }: RequestOptions): Promise<Response> => {
    const url = new URL(path, 'http://preview.invalid');
    const [key = '', action = ''] = url.pathname.slice(PREVIEW_PATH.length).split('/').filter(Boolean);
    const sentValues = (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>;
    if (key === '') return method === 'POST' ? this.#create(sentValues) : this.#list(url.searchParams);
    if (key === 'references') return jsonResponse(this.#referenceOptions(action));
    const record = this.#records.find(({ id }) => String(id) === key);
    if (action === 'move') return record ? this.#move(record, sentValues) : jsonResponse({}, {}, 404);
    if (action !== '' || !/^\d+$/.test(key)) return jsonResponse({ results: [], before: null });
    if (!record) return jsonResponse({ detail: '' }, {}, 404);
    if (method === 'DELETE') return this.#replace(record.id, null);
    return method === 'GET' ? jsonResponse(record) : this.#replace(record.id, { ...record, ...sentValues });
  };

  #list(query: URLSearchParams): Response {
    const { id: ids, ...filter } = (parseJson(query.get('filter')) ?? {}) as Record<string, unknown>;
    const [field = '', order] = (parseJson(query.get('sort')) ?? []) as string[];
    const [from = 0, to = Number.MAX_SAFE_INTEGER] = (parseJson(query.get('range')) ?? []) as number[];
    const recordsByIds = this.#records.filter(
      (record) => !Array.isArray(ids) || ids.map(Number).includes(Number(record.id)),
    );
    const matches = this.#inRanges(recordsByIds, filter);
    const sorted = sortRecords(matches, this.#resource, { field, order: order === 'DESC' ? 'DESC' : 'ASC' });
    const page = sorted.slice(from, to + 1);
    const range = `records ${from}-${from + page.length - 1}/${sorted.length}`;
    return jsonResponse(page, { 'content-range': range });
  }

  #inRanges(records: readonly RaRecord[], filter: Readonly<Record<string, unknown>>): RaRecord[] {
    const ranges = Object.entries(filter).filter(([name]) => RANGE_SUFFIX.test(name));
    const otherFilters = Object.fromEntries(Object.entries(filter).filter(([name]) => !RANGE_SUFFIX.test(name)));
    return filterRecords(records, this.#resource, otherFilters).filter((record) =>
      ranges.every(([name, bound]) => {
        const [, wireKey = '', end] = RANGE_SUFFIX.exec(name) ?? [];
        const value = record[wireKey] as string | number | null;
        return value !== null && (end === 'gte' ? value >= (bound as string) : value <= (bound as string));
      }),
    );
  }

  #create(values: Readonly<Record<string, unknown>>): Response {
    this.#lastId += 1;
    const states = stateFields(this.#resource).map(({ name, process }) => [name, process.initialState]);
    const record = { ...Object.fromEntries(states), ...this.#withLabels(values), id: this.#lastId };
    this.#records = [record, ...this.#records];
    return jsonResponse(record, {}, 201);
  }

  #replace(id: Identifier, next: RaRecord | null): Response {
    const record = next && { ...this.#withLabels(next), id };
    this.#records = this.#records.flatMap((one) => (one.id === id ? (record ?? []) : one));
    return record ? jsonResponse(record) : new Response(null, { status: 204 });
  }

  /** Replaces reference ids by objects with a label, because references are written by id and read with a label. */
  #withLabels(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const labelled = Object.entries(this.#resource.fields).flatMap(([name, field]) => {
      const wireKey = wireName(name, field);
      if (!(wireKey in values) || !getPointerTo(field, 'records')) return [];
      const options = this.#referenceOptions(wireKey);
      const find = (id: unknown) => options.find((one) => one.id === id) ?? id;
      const value = values[wireKey];
      return [[wireKey, Array.isArray(value) ? value.map(find) : find(value)] as const];
    });
    return { ...values, ...Object.fromEntries(labelled) };
  }

  #move(record: RaRecord, { move: name, values }: Readonly<Record<string, unknown>>): Response {
    const fieldMove = findMove(this.#resource, String(name ?? ''));
    if (!fieldMove) return jsonResponse(record);
    return this.#replace(record.id, {
      ...record,
      ...(values as Record<string, unknown>),
      [fieldMove.state.wire]: fieldMove.move.to,
    });
  }

  #referenceOptions(wireKey: string) {
    const entry = Object.entries(this.#resource.fields).find(([name, field]) => wireName(name, field) === wireKey);
    const field: FieldInput | undefined = entry?.[1];
    if (!field || !getPointerTo(field, 'records')) return [];
    return Array.from({ length: SAMPLE_COUNT }, (_, index) => {
      const context = { number: index + 1, label: '', today: '2000-01-01', buildings: [] };
      const value = sampleValue(field, context);
      return (Array.isArray(value) ? value[0] : value) as { id: number; label: string };
    });
  }
}
