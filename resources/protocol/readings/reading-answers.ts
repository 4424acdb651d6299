import { COUNT } from '#resources/limits.ts';
import { METER_TYPES } from '#resources/rules/readings/meters.ts';
import { SENDER_TYPES } from '../enums.ts';
import {
  bareOf,
  buildingIn,
  countOf,
  entriesOf,
  hasNext,
  idOf,
  isWireObject,
  momentOf,
  nestedIn,
  numberOf,
  objectOf,
  partsOf,
  recordsIn,
  textOf,
  textOrNull,
  under,
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

/** What was given for a flat; the documents say no more of it than the last result (readings.md). */
export type FlatReadings = {
  month_result: ReadingResult | null;
  norms?: MeterNorms;
  last_result: (ReadingResult & { month?: string }) | null;
};

/** Values by meter, a number as six digits (READ-26); by a list of `{type, value}` as well. */
function valuesOf(value: unknown): MeterValues {
  const listed = entriesOf(value).map((one) => [
    textOf(under(one, 'type') ?? under(one, 'meter')),
    under(one, 'value'),
  ]);
  const values = listed.length ? Object.fromEntries(listed) : objectOf(value);
  return Object.fromEntries(
    METER_TYPES.flatMap((meter) => {
      const said = textOf(under(values[meter], 'value') ?? values[meter]);
      return said === '' ? [] : [[meter, /^\d+$/.test(said) ? said.padStart(COUNT.meterDigits, '0') : said]];
    }),
  );
}

/** @param beside the type of a result that names it beside its sender */
function senderOf(value: unknown, beside?: unknown): ReadingSender {
  const wire = objectOf(value);
  const type = textOf(wire.type) || textOf(beside);
  return {
    id: idOf(value),
    first_name: textOf(wire.first_name),
    last_name: textOf(wire.last_name),
    type: SENDER_TYPES.find((known) => known === type) ?? (textOf(wire.last_name) ? 'employee' : 'meter'),
  };
}

function resultOf(value: unknown): (ReadingResult & { month?: string }) | null {
  if (!isWireObject(value)) return null;
  const sender = senderOf(value.sender, value.type);
  const month = textOf(value.month);
  return {
    sender,
    type: sender.type,
    date: momentOf(value.date),
    meters: valuesOf(value.meters),
    ...(month ? { month } : {}),
  };
}

function passOf(wire: WireObject): ReadingPass | null {
  const id = idOf(wire);
  if (id === null) return null;
  return { id, date: momentOf(wire.date), sender: senderOf(wire.sender, wire.type), meters: valuesOf(wire.meters) };
}

function unitOf(value: unknown): MeterItem['unit'] | null {
  const wire = nestedIn(objectOf(value), 'object');
  const id = idOf(wire);
  if (id === null) return null;
  const building = buildingIn(wire);
  const nested = building && (building.id !== id || isWireObject(wire.building)) ? building : null;
  return { id, label: textOf(wire.label) || String(id), building: nested ?? { id: 0, street: '', number: '' } };
}

/** What each meter showed last and usually adds (ours). */
function normsOf(wire: WireObject): MeterNorms {
  const norms = METER_TYPES.flatMap((meter) => {
    const norm = wire[meter];
    if (!isWireObject(norm)) return [];
    const { value, month, date, sender, usual } = norm;
    const last = { value: textOf(value), month: textOf(month), date: momentOf(date), sender: senderOf(sender) };
    return [[meter, { ...last, usual: numberOf(usual) }] as const];
  });
  return Object.fromEntries(norms);
}

function additionsOf({ norms, collects }: WireObject) {
  return {
    ...(isWireObject(norms) ? { norms: normsOf(norms) } : {}),
    ...(Array.isArray(collects) ? { collects: METER_TYPES.filter((meter) => collects.includes(meter)) } : {}),
  };
}

/** One of `GET /api/crm/meters/`; null for what names no flat. */
function flatOf(wire: WireObject): Flat | null {
  const unit = unitOf(wire.unit ?? wire);
  if (!unit) return null;
  const passes = partsOf(wire.passes, passOf);
  return { unit, month_result: resultOf(wire.month_result), passes, ...additionsOf(wire) };
}

/** A page of flats. */
export interface FlatsPage {
  count: number;
  more: boolean;
  results: Flat[];
}

/** `GET /api/crm/meters/?…` (READ-03). */
export function flatsPageOf(body: unknown): FlatsPage {
  const results = recordsIn(body, flatOf);
  return { count: countOf(body) ?? results.length, more: hasNext(body), results };
}

const givenIn = ({ month_result, last_result, norms }: WireObject): FlatReadings => ({
  month_result: resultOf(month_result),
  last_result: resultOf(last_result),
  ...(isWireObject(norms) ? { norms: normsOf(norms) } : {}),
});

/** A record of the section; null for what names no flat. */
export function flatRecordOf(wire: WireObject): (Flat & FlatReadings) | null {
  const flat = flatOf(wire);
  return flat && { ...flat, ...givenIn(wire) };
}

/** `GET /api/crm/meters/{flatId}/` (READ-12, READ-24): of the flat that was asked for, whether the answer names it or not. */
export const flatReadingsOf = (body: unknown): FlatReadings => givenIn(objectOf(bareOf(body)));

/** What the buildings collect, and when; null of what is ours where the server does not say it. */
export type ReadingData = Omit<ReadingListData, 'open_buildings' | 'today'> & {
  open_buildings: readonly number[] | null;
  today: string;
};

/** `GET /api/crm/scenarios/reading-list-data/?buildings_id=…` (READ-09); an empty answer says nothing of days (READ-16). */
export function readingDataOf(body: unknown): ReadingData {
  const wire = objectOf(bareOf(body));
  const open = wire.open_buildings;
  return {
    reading_types: entriesOf(wire.reading_types).flatMap((type) => textOrNull(under(type, 'type') ?? type) ?? []),
    submit_start_day: numberOf(wire.submit_start_day),
    submit_end_day: numberOf(wire.submit_end_day),
    open_buildings: Array.isArray(open) ? open.flatMap((id) => idOf(id) ?? []) : null,
    today: textOf(wire.today),
  };
}

/** `POST /api/crm/meters/`: id of the submission; 0 where the server does not say it. */
export function givenIdOf(body: unknown): number {
  const answer = objectOf(bareOf(body));
  return idOf(answer.params) ?? idOf(bareOf(body)) ?? 0;
}
