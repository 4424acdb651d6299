import type { Identifier, RaRecord } from 'react-admin';
import type { RequestOptions } from '#console/data/http/http.ts';
import { filterRecords } from '#console/data/providers/filter-records.ts';
import { sortRecords } from '#console/data/providers/sort-records.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { pointerTo } from '#resources/language/kinds/traits.ts';
import { moveNamed, stateFields } from '#resources/language/moves.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { recordsPath } from '#resources/protocol/paths/definitions.ts';
import { sampleValue } from './sample-values.ts';

/** Name of the section that a preview draws: no other has it, so that nothing of it meets a real one. */
export const PREVIEW_NAME = 'builder-preview';
/** Address of its records, which are answered here. */
export const PREVIEW_PATH = recordsPath(PREVIEW_NAME);
/** Records of a preview. */
const COUNT = 5;

/** The section as the preview draws it: kept here, whatever server its definition names. */
export const previewedResource = (resource: Resource): Resource => ({
  ...resource,
  name: PREVIEW_NAME,
  generic: true,
  api: { dialect: 'simple-rest', path: PREVIEW_PATH, paging: 'page', undo: false, update: 'PUT', id: 'id' },
});

/** Records that hold something in every field. */
export function sampleRecords({ fields }: Resource, today: string, buildings: readonly number[]): RaRecord[] {
  return Array.from({ length: COUNT }, (_, at) => {
    const number = at + 1;
    const values = Object.entries(fields).map(([name, field]) => {
      const context = { number, label: field.label ?? name, today, buildings };
      return [wireName(name, field), sampleValue(field, context)] as const;
    });
    return { id: number, ...Object.fromEntries(values) };
  });
}

function answer(body: unknown, headers: Record<string, string> = {}, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}

const parsed = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
};

/** Ends of a range among the filters: `day_gte`. */
const RANGE = /^(.+)_(gte|lte)$/;

/** The records of one preview, as the server would keep them; what is changed is forgotten with the page. */
export class LocalRecords {
  #resource: Resource;
  #records: readonly RaRecord[];
  #lastId = 1_000;

  constructor(resource: Resource, records: readonly RaRecord[]) {
    this.#resource = resource;
    this.#records = records;
  }

  /** Answers a call of the section. */
  answer = async (path: string, { method = 'GET', body }: RequestOptions): Promise<Response> => {
    const url = new URL(path, 'http://preview.invalid');
    const [key = '', tool = ''] = url.pathname.slice(PREVIEW_PATH.length).split('/').filter(Boolean);
    const sentValues = (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>;
    if (key === '') return method === 'POST' ? this.#create(sentValues) : this.#list(url.searchParams);
    if (key === 'references') return answer(this.#pointedAt(tool));
    const record = this.#records.find(({ id }) => String(id) === key);
    if (tool === 'move') return record ? this.#move(record, sentValues) : answer({}, {}, 404);
    if (tool !== '' || !/^\d+$/.test(key)) return answer({ results: [], before: null });
    if (!record) return answer({ detail: '' }, {}, 404);
    if (method === 'DELETE') return this.#replace(record.id, null);
    return method === 'GET' ? answer(record) : this.#replace(record.id, { ...record, ...sentValues });
  };

  #list(query: URLSearchParams): Response {
    const { id: ids, ...filter } = (parsed(query.get('filter')) ?? {}) as Record<string, unknown>;
    const [field = '', order] = (parsed(query.get('sort')) ?? []) as string[];
    const [from = 0, to = Number.MAX_SAFE_INTEGER] = (parsed(query.get('range')) ?? []) as number[];
    const within = this.#records.filter((record) => !Array.isArray(ids) || ids.map(Number).includes(Number(record.id)));
    const matches = this.#inRanges(within, filter);
    const sorted = sortRecords(matches, this.#resource, { field, order: order === 'DESC' ? 'DESC' : 'ASC' });
    const page = sorted.slice(from, to + 1);
    const range = `records ${from}-${from + page.length - 1}/${sorted.length}`;
    return answer(page, { 'content-range': range });
  }

  #inRanges(records: readonly RaRecord[], filter: Readonly<Record<string, unknown>>): RaRecord[] {
    const ranges = Object.entries(filter).filter(([name]) => RANGE.test(name));
    const rest = Object.fromEntries(Object.entries(filter).filter(([name]) => !RANGE.test(name)));
    return filterRecords(records, this.#resource, rest).filter((record) =>
      ranges.every(([name, bound]) => {
        const [, wire = '', end] = RANGE.exec(name) ?? [];
        const value = record[wire] as string | number | null;
        return value !== null && (end === 'gte' ? value >= (bound as string) : value <= (bound as string));
      }),
    );
  }

  #create(values: Readonly<Record<string, unknown>>): Response {
    this.#lastId += 1;
    const states = stateFields(this.#resource).map(({ name, process }) => [name, process.first]);
    const record = { ...Object.fromEntries(states), ...this.#readable(values), id: this.#lastId };
    this.#records = [record, ...this.#records];
    return answer(record, {}, 201);
  }

  #replace(id: Identifier, next: RaRecord | null): Response {
    const record = next && { ...this.#readable(next), id };
    this.#records = this.#records.flatMap((one) => (one.id === id ? (record ?? []) : one));
    return record ? answer(record) : new Response(null, { status: 204 });
  }

  /** References are written by id and read with a label. */
  #readable(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const readable = Object.entries(this.#resource.fields).flatMap(([name, field]) => {
      const wire = wireName(name, field);
      if (!(wire in values) || !pointerTo(field, 'records')) return [];
      const options = this.#pointedAt(wire);
      const find = (id: unknown) => options.find((one) => one.id === id) ?? id;
      const value = values[wire];
      return [[wire, Array.isArray(value) ? value.map(find) : find(value)] as const];
    });
    return { ...values, ...Object.fromEntries(readable) };
  }

  #move(record: RaRecord, { move: name, values }: Readonly<Record<string, unknown>>): Response {
    const fieldMove = moveNamed(this.#resource, String(name ?? ''));
    if (!fieldMove) return answer(record);
    return this.#replace(record.id, {
      ...record,
      ...(values as Record<string, unknown>),
      [fieldMove.state.wire]: fieldMove.move.to,
    });
  }

  #pointedAt(wire: string) {
    const entry = Object.entries(this.#resource.fields).find(([name, field]) => wireName(name, field) === wire);
    const field: FieldInput | undefined = entry?.[1];
    if (!field || !pointerTo(field, 'records')) return [];
    return Array.from({ length: COUNT }, (_, at) => {
      const context = { number: at + 1, label: '', today: '2000-01-01', buildings: [] };
      const value = sampleValue(field, context);
      return (Array.isArray(value) ? value[0] : value) as { id: number; label: string };
    });
  }
}
