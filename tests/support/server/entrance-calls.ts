import { TASK_STAGES } from '#resources/rules/requests/constants.ts';
import { NEWS_URL, seenBy } from './announcements.ts';
import { type Entrance, newPhone } from './entrances.ts';
import type { Person } from './people.ts';
import { flatsOf, METERS_URL } from './readings.ts';
import { column, idsIn } from './requests.ts';
import type { Answer, Json, TestApp } from './test-app.ts';

const rows = (value: Json | undefined) => (Array.isArray(value) ? (value as Json[]) : []);
const idsOf = (list: readonly Json[]) => list.map(({ id }) => Number(id));
const among = (list: readonly Json[], ...wanted: readonly number[]) => idsOf(list).filter((id) => wanted.includes(id));
const search = (text: string) => ({ url: '/api/crm/search/smart_search/', body: { search: text, context: [] } });
const csv = (text: string) => [{ field: 'file', name: 'список.csv', bytes: Buffer.from(text) }];

/** A call by one of the two. */
export type Asks = (of: Entrance, by: Person) => Promise<Answer>;
/** A read: what it answers of the first entrance, which must be something to its own reader and nothing to the neighbour. */
export type Read = readonly [
  route: string,
  what: string,
  asks: Asks,
  finds: (answer: Answer, of: Entrance) => readonly unknown[],
];

const count = ({ body }: Answer) => (Number(body.count) > 0 ? [body.count] : []);
const tagged = (query: (of: Entrance) => string): Asks => {
  return (of, by) => by.get(`/api/crm/search/smart_search_by_tags/?page_size=100&${query(of)}`);
};
const reach = (target: (of: Entrance) => object): Asks => {
  return (of, by) => by.post(`${NEWS_URL}reach/`, { target: target(of) });
};
const reached = ({ body }: Answer) =>
  Number(body.flats) || Number(body.residents) || rows(body.parts).length ? [body] : [];
const meters =
  (more = ''): Asks =>
  (of, by) =>
    by.get(`${METERS_URL}?buildings_id=${of.home.building}&page=1&page_size=100${more}`);
const flats = ({ body }: Answer, of: Entrance) =>
  rows(body.results).filter(({ unit }) => Number(unit?.id) === of.home.unit);
/** Which flats have no readings yet is as the tests before have left it. */
const anyFlat = ({ body }: Answer, of: Entrance) =>
  rows(body.results).filter(({ unit }) => of.homes.includes(Number(unit?.id)));
const ofPorch = ({ home }: Entrance, list: Json | undefined) =>
  rows(list).filter(({ id, porch, object }) =>
    [porch?.id, object?.porch?.id, porch || object ? undefined : id].map(Number).includes(home.porch),
  );
const contacts =
  (more: (of: Entrance) => string): Asks =>
  (of, by) =>
    by.get(`/api/crm/chat-contacts/?page_size=100&${more(of)}`);
const contact = ({ body }: Answer, { resident }: Entrance) =>
  rows(body.results).filter(({ chat_id }) => String(chat_id) === resident.chat);
const passes = (filter: (of: Entrance) => object): Asks => {
  return (of, by) => by.get(`/api/records/passes?filter=${encodeURIComponent(JSON.stringify(filter(of)))}`);
};
const everything =
  (of: (entrance: Entrance) => unknown): Asks =>
  (entrance, by) =>
    by.get(`/api/crm/search/everything/?q=${encodeURIComponent(String(of(entrance)))}`);
const foundThing =
  (kind: string, id: (of: Entrance) => number) =>
  ({ body }: Answer, of: Entrance) =>
    rows(body.results).filter((one) => String(one.kind) === kind && Number(one.id) === id(of));
/** Of a record the flat as it is named: what it is called only its own entrance knows. */
const flatName = (record: Json | undefined) => [record?.flat?.label].filter(Boolean);

const doorsIn = (value: Json | undefined) => rows(value).flatMap((record) => idsOf(rows(record.doors)));
/** The flats and the entrances that changes of a record tell of. */
const told = ({ body }: Answer) =>
  rows(body.results)
    .flatMap(({ changes }) => rows(changes))
    .flatMap(({ before, after }) => [before, after])
    .flatMap((value): unknown[] => (Array.isArray(value) ? idsOf(value) : [value?.label].filter(Boolean)));

export const READS: readonly Read[] = [
  [
    'GET /api/crm/buildings/',
    'entrances',
    (_, by) => by.get('/api/crm/buildings/'),
    ({ list }, of) => list.flatMap((one) => ofPorch(of, one.available_porches)),
  ],
  ...(['porches', 'floors', 'pipes', 'units'] as const).map(
    (part): Read => [
      'GET /api/crm/buildings/:id/',
      part,
      (of, by) => by.get(`/api/crm/buildings/${of.home.building}/`),
      ({ body }, of) => ofPorch(of, body[part]),
    ],
  ),
  [
    'GET /api/crm/settings/building/:id/',
    'entrances',
    (of, by) => by.get(`/api/crm/settings/building/${of.home.building}/`),
    ({ body }, of) => ofPorch(of, body.available_porches),
  ],
  [
    'GET /api/crm/search/everything/',
    'residents',
    everything(({ resident }) => resident.phone.slice(-6)),
    foundThing('resident', ({ resident }) => resident.id),
  ],
  [
    'GET /api/crm/search/everything/',
    'requests',
    everything(({ tasks }) => `№ ${tasks.porch}`),
    foundThing('request', ({ tasks }) => tasks.porch),
  ],
  [
    'GET /api/crm/news/',
    'all',
    (_, by) => by.get(`${NEWS_URL}?page_size=50`),
    ({ body }, of) => among(rows(body.results), ...Object.values(of.news)),
  ],
  [
    'GET /api/crm/news/',
    'of the building',
    (of, by) => by.get(`${NEWS_URL}?page_size=50&buildings_id=${of.home.building}`),
    ({ body }, of) => among(rows(body.results), ...Object.values(of.news)),
  ],
  ['POST /api/crm/news/reach/', 'the entrance', reach((of) => ({ porches: [of.home.porch] })), reached],
  ['POST /api/crm/news/reach/', 'a floor', reach((of) => ({ floors: [of.floor] })), reached],
  ['POST /api/crm/news/reach/', 'a riser', reach((of) => ({ pipes: [of.pipe] })), reached],
  ['POST /api/crm/news/reach/', 'a flat', reach((of) => ({ units: [of.home.unit] })), reached],
  [
    'GET /api/crm/tasks/',
    'requests',
    (of, by) => by.get(`/api/crm/tasks/?buildings_id=${of.home.building}&stage=created&count=100&date=0`),
    ({ list }, of) => among(list, ...Object.values(of.tasks)),
  ],
  [
    'GET /api/crm/tasks/changes/',
    'changed and gone',
    (of, by) => by.get(`/api/crm/tasks/changes/?buildings_id=${of.home.building}&since=0`),
    ({ body }, of) => [
      ...among(rows(body.tasks), ...Object.values(of.tasks)),
      ...rows(body.gone).filter((id) => Object.values(of.tasks).includes(Number(id))),
    ],
  ],
  [
    'POST /api/crm/search/smart_search/',
    'a name',
    (of, by) => by.call('POST', search(of.resident.name)),
    ({ body }) => rows(body.residents),
  ],
  [
    'POST /api/crm/search/smart_search/',
    'how many have the name',
    (of, by) => by.call('POST', search(of.resident.name)),
    ({ body }) => rows(body.types),
  ],
  [
    'POST /api/crm/search/smart_search/',
    'a telephone',
    (of, by) => by.call('POST', search(of.resident.phone)),
    ({ body }) => [...rows(body.residents), ...rows(body.types)],
  ],
  [
    'GET /api/crm/search/smart_search_by_tags/',
    'a resident',
    tagged(({ resident }) => `residents_id=${resident.id}`),
    count,
  ],
  [
    'GET /api/crm/search/smart_search_by_tags/',
    'units of the house',
    tagged(({ home }) => `buildings_id=${home.building}`),
    ({ body }, of) => rows(body.results).flatMap((building) => among(rows(building.units), of.home.unit)),
  ],
  [
    'GET /api/crm/chat-contacts/',
    'people of the house',
    contacts(({ home }) => `buildings_id=${home.building}&kind=resident`),
    contact,
  ],
  [
    'GET /api/crm/chat-contacts/',
    'by a name',
    contacts(({ resident }) => `search=${encodeURIComponent(resident.name)}`),
    contact,
  ],
  [
    'GET /api/crm/chat-contacts/',
    'by the name in the chat',
    contacts(({ resident }) => `chat_id=${resident.chat}`),
    contact,
  ],
  ['GET /api/crm/meters/', 'readings', meters(), flats],
  ['GET /api/crm/meters/', 'missing', meters('&missing=1'), anyFlat],
  ['GET /api/crm/meters/', 'by a flat’s number', meters('&flat_number=1'), anyFlat],
  ['GET /api/crm/meters/', 'of an entrance', meters('&porch=1'), anyFlat],
  ['GET /api/crm/meters/', 'a round', meters('&missing=1&norms=1&sort=-flat'), anyFlat],
  [
    'POST /api/crm/import/convert_residents/',
    'a flat by its number',
    (of, by) =>
      by.call('POST', {
        url: '/api/crm/import/convert_residents/',
        fields: { building: String(of.home.building) },
        files: csv(`unit,last_name,first_name,phone_number\n${of.label},Калинина,Дарья,89164082217\n`),
      }),
    ({ list }, of) => among(list, of.home.unit),
  ],
  [
    'POST /api/crm/import/residents/',
    'a resident of a flat',
    (of, by) => {
      const row = {
        id: of.home.unit,
        label: of.label,
        first_name: 'Дарья',
        last_name: 'Калинина',
        phone_number: newPhone(),
      };
      return by.call('POST', {
        url: '/api/crm/import/residents/',
        fields: { convert_residents_result: JSON.stringify([row]) },
      });
    },
    ({ body }) => (Number(body.params?.created) ? [body.params] : []),
  ],
  [
    'GET /api/records/:resource',
    'names of flats',
    passes(({ pass }) => ({ id: [pass] })),
    ({ list }) => list.flatMap(flatName),
  ],
  [
    'GET /api/records/:resource',
    'found by the number of a flat',
    passes(({ label }) => ({ flat: label })),
    ({ list }, of) => among(list, of.pass),
  ],
  [
    'GET /api/records/:resource/totals/',
    'counted by the number of a flat',
    (of, by) => by.get(`/api/records/passes/totals/?filter=${encodeURIComponent(JSON.stringify({ flat: of.label }))}`),
    ({ body }, of) => (Number(body.count) > 0 ? [of.pass] : []),
  ],
  [
    'GET /api/records/:resource/:id',
    'the name of its flat',
    (of, by) => by.get(`/api/records/passes/${of.pass}`),
    ({ body }) => flatName(body),
  ],
  [
    'GET /api/records/:resource',
    'entrances',
    passes(({ pass }) => ({ id: [pass] })),
    ({ list }) => doorsIn(list as unknown as Json),
  ],
  [
    'GET /api/records/:resource',
    'found by the number of an entrance',
    passes(({ number }) => ({ doors: String(number) })),
    ({ list }, of) => among(list, of.pass),
  ],
  [
    'GET /api/records/:resource',
    'found by the id of an entrance',
    passes(({ home }) => ({ doors: home.porch })),
    ({ list }, of) => among(list, of.pass),
  ],
  [
    'GET /api/records/:resource/:id',
    'its entrances',
    (of, by) => by.get(`/api/records/passes/${of.pass}`),
    ({ body }) => idsOf(rows(body.doors)),
  ],
  [
    'GET /api/records/:resource/:id/history/',
    'flats and entrances',
    (of, by) => by.get(`/api/records/passes/${of.pass}/history/`),
    told,
  ],
  [
    'GET /api/crm/tasks/bulk/performers/',
    'who may be given its requests',
    (of, by) => by.get(`/api/crm/tasks/bulk/performers/?ids=${of.tasks.porch}`),
    ({ list }) => list,
  ],
  [
    'POST /api/crm/tasks/bulk/',
    'requests that are cancelled',
    (of, by) => by.post('/api/crm/tasks/bulk/', { do: 'cancel', ids: [of.tasks.porch], reason: 'Повторная' }),
    ({ body }) => rows(body.done),
  ],
];

/** How many are told, and the list that is counted: of somebody who holds one entrance both are of that entrance. */
export type Counted = readonly [
  route: string,
  tells: (of: Entrance, by: Person) => Promise<number>,
  lists: (of: Entrance, by: Person, app: TestApp) => Promise<number>,
];

const toldBy = async (answer: Promise<Answer>) => Number((await answer).body.count);
export const COUNTS: readonly Counted[] = [
  [
    'GET /api/crm/news/',
    (_, by) => toldBy(by.get(`${NEWS_URL}?page_size=1`)),
    async (_, by) => (await seenBy(by)).length,
  ],
  [
    'GET /api/crm/tasks/count/',
    (of, by) => toldBy(by.get(`/api/crm/tasks/count/?buildings_id=${of.home.building}&stage=created&date=0`)),
    async (of, by) => (await idsIn(by, 'created', `&buildings_id=${of.home.building}&date=0`)).length,
  ],
  [
    'GET /api/crm/tasks/performers/',
    async (of, by) => (await by.get(`/api/crm/tasks/performers/?buildings_id=${of.home.building}`)).list.length,
    async (of, by) => {
      const query = `&buildings_id=${of.home.building}`;
      const columns = await Promise.all(TASK_STAGES.map((stage) => column(by, stage, query)));
      return new Set(columns.flat().flatMap(({ performer }) => performer?.user ?? [])).size;
    },
  ],
  [
    'GET /api/records/:resource/totals/',
    (_, by) => toldBy(by.get('/api/records/passes/totals/')),
    async (_, by) => (await by.get('/api/records/passes?range=[0,999]')).list.length,
  ],
  [
    'GET /api/records/:resource/groups/',
    async (_, by) => {
      const { body } = await by.get('/api/records/passes/groups/?by=house');
      return rows(body.groups).reduce((all, { count }) => all + Number(count), 0);
    },
    async (_, by) => (await by.get('/api/records/passes?range=[0,999]')).list.length,
  ],
  [
    'GET /api/crm/meters/',
    (of, by) => toldBy(meters()(of, by)),
    async (of, by, app) =>
      (await flatsOf(app, of.home.building, by === of.own ? of.home.porch : of.home.otherPorch)).length,
  ],
];
