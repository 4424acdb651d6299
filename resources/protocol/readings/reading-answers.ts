import { COUNT } from '#resources/limits.ts';
import { METER_TYPES } from '#resources/rules/readings/meters.ts';
import { SENDER_TYPES } from '../enums.ts';
import {
  buildingIn,
  decodeCount,
  decodeEntries,
  decodeId,
  decodeMoment,
  decodeNumber,
  decodeObject,
  decodeParts,
  decodeText,
  hasNext,
  isWireObject,
  nestedIn,
  recordsIn,
  textOrNull,
  under,
  unwrapBody,
  type WireObject,
} from '../open-shapes.ts';
import type {
  MeterItem,
  MeterNorms,
  MeterValues,
  ReadingListData,
  ReadingPass,
  ReadingResult,
  ReadingSender,
} from './readings.ts';

/**
 * The answers about readings as the console has them, read from every shape that the documents leave open (G-68). What is ours
 * of them is there only where the server says it.
 */

/** A flat of the list. */
export type Flat = Pick<MeterItem, 'unit' | 'month_result' | 'passes' | 'norms' | 'collects'>;

/** The readings of a flat; the documents name only the last result (readings.md). */
export type FlatReadings = {
  month_result: ReadingResult | null;
  norms?: MeterNorms;
  last_result: (ReadingResult & { month?: string }) | null;
};

/** Values by meter, a number as six digits (READ-26); by a list of `{type, value}` as well. */
function decodeValues(value: unknown): MeterValues {
  const listed = decodeEntries(value).map((one) => [
    decodeText(under(one, 'type') ?? under(one, 'meter')),
    under(one, 'value'),
  ]);
  const values = listed.length ? Object.fromEntries(listed) : decodeObject(value);
  return Object.fromEntries(
    METER_TYPES.flatMap((meter) => {
      const said = decodeText(under(values[meter], 'value') ?? values[meter]);
      return said === '' ? [] : [[meter, /^\d+$/.test(said) ? said.padStart(COUNT.meterDigits, '0') : said]];
    }),
  );
}

/** @param beside the type of a result that names it beside its sender */
function decodeSender(value: unknown, beside?: unknown): ReadingSender {
  const wire = decodeObject(value);
  const type = decodeText(wire.type) || decodeText(beside);
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

function decodePass(wire: WireObject): ReadingPass | null {
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
  const wire = nestedIn(decodeObject(value), 'object');
  const id = decodeId(wire);
  if (id === null) return null;
  const building = buildingIn(wire);
  const nested = building && (building.id !== id || isWireObject(wire.building)) ? building : null;
  return { id, label: decodeText(wire.label) || String(id), building: nested ?? { id: 0, street: '', number: '' } };
}

/** The last reading and the usual use of each meter (ours). */
function decodeNorms(wire: WireObject): MeterNorms {
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
    ...(isWireObject(norms) ? { norms: decodeNorms(norms) } : {}),
    ...(Array.isArray(collects) ? { collects: METER_TYPES.filter((meter) => collects.includes(meter)) } : {}),
  };
}

/** One of `GET /api/crm/meters/`; null for what names no flat. */
function decodeFlat(wire: WireObject): Flat | null {
  const unit = decodeUnit(wire.unit ?? wire);
  if (!unit) return null;
  const passes = decodeParts(wire.passes, decodePass);
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
  const results = recordsIn(body, decodeFlat);
  return { count: decodeCount(body) ?? results.length, more: hasNext(body), results };
}

const givenIn = ({ month_result, last_result, norms }: WireObject): FlatReadings => ({
  month_result: decodeResult(month_result),
  last_result: decodeResult(last_result),
  ...(isWireObject(norms) ? { norms: decodeNorms(norms) } : {}),
});

/** A record of the section; null for what names no flat. */
export function decodeFlatRecord(wire: WireObject): (Flat & FlatReadings) | null {
  const flat = decodeFlat(wire);
  return flat && { ...flat, ...givenIn(wire) };
}

/** `GET /api/crm/meters/{flatId}/` (READ-12, READ-24): of the flat that was asked for, whether the answer names it or not. */
export const decodeFlatReadings = (body: unknown): FlatReadings => givenIn(decodeObject(unwrapBody(body)));

/** Reading types of the buildings, and when they are collected; our `open_buildings` is null where the server does not send it. */
export type ReadingData = Omit<ReadingListData, 'open_buildings' | 'today'> & {
  open_buildings: readonly number[] | null;
  today: string;
};

/** `GET /api/crm/scenarios/reading-list-data/?buildings_id=…` (READ-09); an empty answer says nothing of days (READ-16). */
export function decodeReadingData(body: unknown): ReadingData {
  const wire = decodeObject(unwrapBody(body));
  const open = wire.open_buildings;
  return {
    reading_types: decodeEntries(wire.reading_types).flatMap((type) => textOrNull(under(type, 'type') ?? type) ?? []),
    submit_start_day: decodeNumber(wire.submit_start_day),
    submit_end_day: decodeNumber(wire.submit_end_day),
    open_buildings: Array.isArray(open) ? open.flatMap((id) => decodeId(id) ?? []) : null,
    today: decodeText(wire.today),
  };
}

/** `POST /api/crm/meters/`: id of the submission; 0 where the server does not say it. */
export function decodeGivenId(body: unknown): number {
  const answer = decodeObject(unwrapBody(body));
  return decodeId(answer.params) ?? decodeId(unwrapBody(body)) ?? 0;
}
