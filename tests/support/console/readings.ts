import { session } from '#console/data/session/session.ts';
import { BUILT_IN } from '#resources/built-in.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import type { MeterItem, MetersPage } from '#resources/protocol/readings/readings.ts';
import { HOUSES, signedIn } from './engine-stage.tsx';
import type { MadeUpServer, WireCall } from './server.ts';

/** The definition of the readings as the console has it. */
export const READINGS = BUILT_IN.find(({ name }) => name === 'readings') as Resource;

export const LIST = 'GET /api/crm/meters/';
export const GIVE = 'POST /api/crm/meters/';
export const DATA = 'GET /api/crm/scenarios/reading-list-data/';

/** The building that is open in part, out of `HOUSES`. */
export const [BUILDING, OTHER] = HOUSES.map(({ id }) => id) as [number, number];

/** A flat as the list has it. */
export function flat(id: number, change: Partial<MeterItem> = {}): MeterItem {
  const unit = { id, label: String(id), building: { id: BUILDING, street: 'ул. Лесная', number: '12' } };
  return { unit, month_result: null, passes: [], ...change };
}

/** The readings of a month. */
export function given(
  meters: MeterItem['passes'][number]['meters'],
  sender: Partial<MeterItem['passes'][number]['sender']> = {},
  date = '2024-03-15T06:31:00Z',
): NonNullable<MeterItem['month_result']> {
  const who = { id: 9, first_name: 'Дарья', last_name: 'Калинина', type: 'resident' as const, ...sender };
  return { sender: who, type: who.type, date, meters };
}

/** A page of these flats, cut as the query says. */
export function pageOf(flats: readonly MeterItem[], call: WireCall): MetersPage {
  const query = new URL(call.url, 'http://x').searchParams;
  const [number, page_size] = [Number(query.get('page')), Number(query.get('page_size'))];
  const listed = query.get('missing') ? flats.filter(({ month_result }) => !month_result) : flats;
  const results = listed.slice((number - 1) * page_size, number * page_size);
  return { count: listed.length, next: null, previous: null, number, page_size, results };
}

/** The answer about the readings that the buildings collect: types, days of submission, open buildings. */
export const data = (change: object = {}) => ({
  reading_types: ['water_hot_and_cold', 'elec_common'],
  submit_start_day: 15,
  submit_end_day: 25,
  open_buildings: [BUILDING],
  today: '2024-03-20',
  ...change,
});

/** A signed-in person with a level on the readings, one building checked, a server with these flats. */
export function readingRoom(
  flats: readonly MeterItem[],
  {
    level = 'write',
    checked = [BUILDING],
    collects = data() as object,
    answers = {} as Parameters<typeof signedIn>[1],
  } = {},
): MadeUpServer {
  const server = signedIn('write', {
    [LIST]: (call) => ({ json: pageOf(flats, call) }),
    [DATA]: { json: collects },
    ...answers,
  });
  session.permissions.set({ readings: level });
  session.checkedBuildings.set([...checked]);
  return server;
}

/** A part of a call's query. */
export const queryOf = (call: WireCall | undefined, name: string) =>
  new URL(call?.url ?? '/', 'http://x').searchParams.get(name);
