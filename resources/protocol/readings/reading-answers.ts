import { COUNT } from '#resources/limits.ts';
import { METER_TYPES } from '#resources/rules/readings/meters.ts';
import { SENDER_TYPES } from '../enums.ts';
import {
  decodeBuildingRef,
  decodeCount,
  decodeEntries,
  decodeId,
  decodeList,
  decodeMoment,
  decodeNumber,
  decodeObject,
  decodeParts,
  decodeText,
  getKey,
  hasNext,
  isWireObject,
  textOrNull,
  unwrapBody,
  unwrapNested,
  type WireObject,
} from '../open-shapes.ts';
import type {
  MeterBaselines,
  MeterItem,
  MeterValues,
  ReadingListData,
  ReadingResult,
  ReadingSender,
  ReadingSubmission,
} from './readings.ts';

/**
 * Decoders of readings; they accept every shape the specification allows (G-68). Our additions are present only if the server
 * sends them.
 */

/** A flat in the list. */
export type Flat = Pick<MeterItem, 'unit' | 'month_result' | 'passes' | 'norms' | 'collects'>;

/** The readings of a flat; the specification names only the last result (readings.md). */
export type FlatReadings = {
  month_result: ReadingResult | null;
  norms?: MeterBaselines;
  last_result: (ReadingResult & { month?: string }) | null;
};

/** Values by meter, padded to six digits (READ-26); also from a list of `{type, value}`. */
function decodeValues(value: unknown): MeterValues {
  const entries = decodeEntries(value).map((one) => [
    decodeText(getKey(one, 'type') ?? getKey(one, 'meter')),
    getKey(one, 'value'),
  ]);
  const values = entries.length ? Object.fromEntries(entries) : decodeObject(value);
  return Object.fromEntries(
    METER_TYPES.flatMap((meter) => {
      const text = decodeText(getKey(values[meter], 'value') ?? values[meter]);
      return text === '' ? [] : [[meter, /^\d+$/.test(text) ? text.padStart(COUNT.meterDigits, '0') : text]];
    }),
  );
}

/** @param resultType type of the surrounding result, used if the sender has none */
function decodeSender(value: unknown, resultType?: unknown): ReadingSender {
  const wire = decodeObject(value);
  const type = decodeText(wire.type) || decodeText(resultType);
  return {
    id: decodeId(value),
    first_name: decodeText(wire.first_name),
    last_name: decodeText(wire.last_name),
    type: SENDER_TYPES.find((known) => known === type) ?? (decodeText(wire.last_name) ? 'employee' : 'meter'),
  };
}

function decodeResult(value: unknown): (ReadingResult & { month?: string }) | null {
  if (!isWireObject(value)) return null;
  const sender = decodeSender(value.sender, value.type);
  const month = decodeText(value.month);
  return {
    sender,
    type: sender.type,
    date: decodeMoment(value.date),
    meters: decodeValues(value.meters),
    ...(month ? { month } : {}),
  };
}

function decodeSubmission(wire: WireObject): ReadingSubmission | null {
  const id = decodeId(wire);
  if (id === null) return null;
  return {
    id,
    date: decodeMoment(wire.date),
    sender: decodeSender(wire.sender, wire.type),
    meters: decodeValues(wire.meters),
  };
}

function decodeUnit(value: unknown): MeterItem['unit'] | null {
  const wire = unwrapNested(decodeObject(value), 'object');
  const id = decodeId(wire);
  if (id === null) return null;
  const building = decodeBuildingRef(wire);
  const nested = building && (building.id !== id || isWireObject(wire.building)) ? building : null;
  return { id, label: decodeText(wire.label) || String(id), building: nested ?? { id: 0, street: '', number: '' } };
}

/** The last reading and the usual consumption of each meter (ours). */
function decodeBaselines(wire: WireObject): MeterBaselines {
  const norms = METER_TYPES.flatMap((meter) => {
    const norm = wire[meter];
    if (!isWireObject(norm)) return [];
    const { value, month, date, sender, usual } = norm;
    const last = {
      value: decodeText(value),
      month: decodeText(month),
      date: decodeMoment(date),
      sender: decodeSender(sender),
    };
    return [[meter, { ...last, usual: decodeNumber(usual) }] as const];
  });
  return Object.fromEntries(norms);
}

function decodeAdditions({ norms, collects }: WireObject) {
  return {
    ...(isWireObject(norms) ? { norms: decodeBaselines(norms) } : {}),
    ...(Array.isArray(collects) ? { collects: METER_TYPES.filter((meter) => collects.includes(meter)) } : {}),
  };
}

/** Item of `GET /api/crm/meters/`; null without a flat. */
function decodeFlat(wire: WireObject): Flat | null {
  const unit = decodeUnit(wire.unit ?? wire);
  if (!unit) return null;
  const passes = decodeParts(wire.passes, decodeSubmission);
  return { unit, month_result: decodeResult(wire.month_result), passes, ...decodeAdditions(wire) };
}

/** A page of flats. */
export interface FlatsPage {
  count: number;
  more: boolean;
  results: Flat[];
}

/** `GET /api/crm/meters/?…` (READ-03). */
export function decodeFlatsPage(body: unknown): FlatsPage {
  const results = decodeList(body, decodeFlat);
  return { count: decodeCount(body) ?? results.length, more: hasNext(body), results };
}

const decodeFlatReadingsBody = ({ month_result, last_result, norms }: WireObject): FlatReadings => ({
  month_result: decodeResult(month_result),
  last_result: decodeResult(last_result),
  ...(isWireObject(norms) ? { norms: decodeBaselines(norms) } : {}),
});

/** A record of the section; null without a flat. */
export function decodeFlatRecord(wire: WireObject): (Flat & FlatReadings) | null {
  const flat = decodeFlat(wire);
  return flat && { ...flat, ...decodeFlatReadingsBody(wire) };
}

/** `GET /api/crm/meters/{flatId}/` (READ-12, READ-24); the response need not name the flat. */
export const decodeFlatReadings = (body: unknown): FlatReadings =>
  decodeFlatReadingsBody(decodeObject(unwrapBody(body)));

/** Reading types and submission days of the buildings; our `open_buildings` is null if the server does not send it. */
export type ReadingData = Omit<ReadingListData, 'open_buildings' | 'today'> & {
  open_buildings: readonly number[] | null;
  today: string;
};

/**
 * `GET /api/crm/scenarios/reading-list-data/?buildings_id=…` (READ-09); an empty response means that days are not set
 * (READ-16).
 */
export function decodeReadingData(body: unknown): ReadingData {
  const wire = decodeObject(unwrapBody(body));
  const open = wire.open_buildings;
  return {
    reading_types: decodeEntries(wire.reading_types).flatMap((type) => textOrNull(getKey(type, 'type') ?? type) ?? []),
    submit_start_day: decodeNumber(wire.submit_start_day),
    submit_end_day: decodeNumber(wire.submit_end_day),
    open_buildings: Array.isArray(open) ? open.flatMap((id) => decodeId(id) ?? []) : null,
    today: decodeText(wire.today),
  };
}

/** `POST /api/crm/meters/`: id of the submission; 0 if the server does not send it. */
export function decodeSubmissionId(body: unknown): number {
  const answer = decodeObject(unwrapBody(body));
  return decodeId(answer.params) ?? decodeId(unwrapBody(body)) ?? 0;
}
