import { decodeSignIn } from '#resources/protocol/access/access-answers.ts';
import { decodeBuildings } from '#resources/protocol/buildings/building-answers.ts';
import { decodeCompanyProfile } from '#resources/protocol/buildings/settings-answers.ts';
import { decodeWholeBuilding, decodeWholePorch } from '#resources/protocol/buildings/whole-building-answers.ts';
import { decodeChatProfile } from '#resources/protocol/chat/chat-answers.ts';
import { decodeComplaints, decodeNewComplaint, decodePreviews } from '#resources/protocol/chat/complaint-answers.ts';
import { decodeImportAnswer, decodeImportRows } from '#resources/protocol/import/import-answers.ts';
import { decodeListItems } from '#resources/protocol/listed-answers.ts';
import { decodeUpload } from '#resources/protocol/news/attachment-answers.ts';
import { decodeFrames, decodeStories } from '#resources/protocol/news/booklet-answers.ts';
import { decodeCollectingInvalid, decodeNext, hasNext } from '#resources/protocol/open-shapes.ts';
import { decodeCompanies } from '#resources/protocol/people/employee-answers.ts';
import {
  decodeCooldown,
  decodePermissions,
  decodeProfile,
  decodeToken,
} from '#resources/protocol/people/profile-answers.ts';
import {
  decodeFlatReadings,
  decodeFlatsPage,
  decodeReadingData,
  decodeSubmissionId,
} from '#resources/protocol/readings/reading-answers.ts';
import {
  decodeSavedKeys,
  decodeSectionRecord,
  decodeSectionRecords,
  loadRecordDecoder,
} from '#resources/protocol/record-answers.ts';
import {
  decodePerformers,
  decodeServices,
  decodeTaskCount,
  decodeTaskDetails,
  decodeTaskSaved,
  decodeTasks,
} from '#resources/protocol/requests/task-answers.ts';
import { decodeFoundPage, decodeSuggestions } from '#resources/protocol/search/search-answers.ts';

type Json = unknown;
type Decode = (body: Json) => unknown;

const NAMES = ['news', 'residents', 'readings', 'cameras', 'employees', 'settings-buildings'];
const READERS = new Map(await Promise.all(NAMES.map(async (name) => [name, await loadRecordDecoder(name)] as const)));
/** A record cut to the documented keys: others pass a decoder unchanged and are not compared. */
const only = (record: object | null, keys: readonly string[]) =>
  record && Object.fromEntries(Object.entries(record).filter(([key]) => keys.includes(key)));
const reader = (name: string) => READERS.get(name) ?? (() => null);
const one =
  (name: string, ...keys: string[]) =>
  (body: Json) =>
    only(decodeSectionRecord(reader(name), body), keys);
const list =
  (name: string, ...keys: string[]) =>
  (body: Json) =>
    decodeSectionRecords(reader(name), body).map((record) => only(record, keys));
const saved = (name: string) => (body: Json) => decodeSavedKeys(reader(name), body);

const BUILDING = { id: 11, street: 'ул. Лесная', number: '3' };
const PERSON = { first_name: 'Анна', last_name: 'Белова' };
const KIM = { user: 8, ...PERSON, position: 'Мастер', avatar: '/a.jpg' };
const SENDER = { id: 9, ...PERSON, type: 'employee' };
const RESULT = { date: '2026-11-02', sender: SENDER, meters: { gas: 123, water_cold: 45 } };
const PLACES = {
  porches: [{ id: 21, number: 1 }],
  floors: [{ id: 41, number: 5, porch: { id: 21, number: 1 } }],
};
const HOME = { id: 31, label: '12', ...{ porch: { number: 1 }, floor: { number: 5 }, pipe: { name: 'Стояк' } } };
const PARTS = {
  ...PLACES,
  pipes: [{ id: 51, name: 'Стояк', flats: [{ id: 31, label: '12' }] }],
  units: [{ unit_type: 'flat', object: { id: 31, label: '12', porch: { id: 21, number: 1 } } }],
};
const TASK = {
  id: 12,
  stage: 'done',
  resolution: 'resolved',
  order: 3.5,
  performer: KIM,
  service: { id: 2, name: 'Сантехника', icon: 'plumbing' },
  information: { description: 'Течёт кран' },
  creator: KIM,
  creation_date: '2026-11-20T10:00:00Z',
  target_type: 'floors',
  target: { building: BUILDING, ...PLACES },
  task_name: 'Заявка',
};
const HISTORY = [{ id: 1, date: '2026-11-20', type: 'dialog', action: { user: KIM, message: 'Иду' } }];
const FILES = {
  image_attachments: [{ id: 1, name: 'a.jpg', medium: { file: '/m' }, large: { file: '/l' } }],
  file_attachments: [{ id: 2, name: 'b.pdf', s3_file: { file: '/b' } }],
};
const NEWS = {
  id: 7,
  title: 'Мойка',
  description: 'Завтра',
  type: 'info',
  target: { porches: [21, 22] },
  author: { name: 'Анна', avatar: null },
  date_edit: '2026-11-01',
  ...FILES,
};
const RESIDENT = { id: 9, user: 9, ...PERSON, phone_number: '+79160000000', gender: 'female', status: 'active' };
const UNITS = [{ unit_type: 'flat', object: { ...HOME, building: BUILDING } }];
const CAMERA = { id: 4, name: 'Двор', link: 'https://a/1', buildings: [11, 12] };
const EMPLOYEE = {
  ...KIM,
  company: { id: 3, label: 'Север' },
  status: 'active',
  sections: { news: 'write' },
  buildings: [{ building: BUILDING }],
  porches: [{ id: 21, number: 1, building: BUILDING }],
  services: [{ id: 2 }],
};
const SETTINGS = {
  ...BUILDING,
  complex: { name: 'Роща' },
  tenant: { label: 'Север' },
  floor_count: 9,
  units_count: 90,
  submit_start_day: 15,
  submit_end_day: 25,
  reading_types: ['gas'],
  available_porches: [{ id: 21, number: 1 }],
};
const FLAT = {
  unit: { id: 31, label: '12', building: BUILDING },
  month_result: RESULT,
  passes: [{ id: 6, ...RESULT }],
};
const COMPLAINT = { id: 3, type: 'complaint', description: 'Шум', creation_date: '2026-11-01', creator: PERSON };
const STORY = { id: 61, title: 'Правила', cover: { medium: { file: '/m' }, large: { file: '/l' } } };
const FRAME = { title: 'Раз', duration: 500, background_content: { type: 'video', large: { file: '/v' } } };
const PROFILE = {
  user: 8,
  ...PERSON,
  phone_number: '+79160000000',
  date: '2026-11-01',
  position: 'Мастер',
  subsidiary: { id: 3, label: 'Север' },
  company: { id: 3, label: 'Север' },
  sections: { news: 'write' },
  buildings: [{ ...BUILDING, complex: { id: 1, name: 'Роща' } }],
  porches: [{ id: 21, number: 1, building: BUILDING }],
};
const EVERY = [...Object.keys({ ...NEWS, ...RESIDENT, ...CAMERA, ...EMPLOYEE, ...SETTINGS, ...FLAT }), 'units'].filter(
  (key) => key !== 'id' && key !== 'building',
);

/** Calls of the documents whose answer is read (docs/specification): what they show of it, its decoder, the name a record may stand under. */
const CALLS: readonly (readonly [call: string, body: Json, decode: Decode, name?: string])[] = [
  ['POST auth', { role: 'employee', token: 't' }, decodeSignIn],
  ['GET permissions/', { sections: { news: 'write' } }, decodePermissions],
  ['GET profile/current/', PROFILE, decodeProfile, 'profile'],
  ['POST forgot_pass/send_confirm_code/', { username: '+7', cooldown_seconds: 60 }, decodeCooldown],
  ['POST forgot_pass/confirm_reset_password/', { token: 't' }, decodeToken],
  ['GET buildings/', [{ ...BUILDING, complex: { id: 1, name: 'Роща' } }], decodeBuildings, 'building'],
  ['GET buildings/{id}/', { ...BUILDING, ...PARTS }, decodeWholeBuilding, 'building'],
  ['GET porches/{id}/', { id: 21, number: 1, ...PARTS }, decodeWholePorch, 'porch'],
  ['GET news/', [NEWS], list('news', ...EVERY), 'news'],
  ['GET news/{id}/', NEWS, one('news', ...EVERY), 'news'],
  ['POST, PATCH news/', { params: { id: 7, title: 'Мойка' } }, saved('news'), 'news'],
  ['GET booklets/', [STORY], decodeStories, 'booklet'],
  ['GET booklets/{id}/', { frames: [FRAME] }, (body) => ({ frames: decodeFrames(body) }), 'booklet'],
  ['POST attachments/', [{ id: 1, preview_url: '/p' }], decodeUpload, 'attachment'],
  ['GET tasks/count/', { count: 5 }, decodeTaskCount],
  ['GET tasks/', [TASK], decodeTasks, 'task'],
  ['GET tasks/{id}/', { ...TASK, ...FILES, history: HISTORY }, decodeTaskDetails, 'task'],
  ['PATCH tasks/{id}/', { params: TASK }, decodeTaskSaved, 'task'],
  ['GET services/', [TASK.service], decodeServices, 'service'],
  [
    'GET services/ of the form',
    [{ id: 2, name: 'Сантехника' }],
    (body) => decodeListItems(body, 'id').map(({ id }) => id),
    'service',
  ],
  ['GET performers/', [KIM], decodePerformers, 'performer'],
  ['GET performers/ of the form', [{ user: 8 }], (body) => decodeListItems(body, 'user').map(({ id }) => id), 'user'],
  [
    'GET smart_search_by_tags/',
    [{ ...BUILDING, units: [{ object: { ...HOME, residents: [RESIDENT] } }] }],
    decodeFoundPage,
    'building',
  ],
  [
    'POST smart_search/',
    {
      buildings: [BUILDING],
      complexes: [{ id: 1, name: 'Роща' }],
      residents: [RESIDENT],
      types: ['unit'],
      search_str: 'лес',
    },
    (body) => decodeSuggestions(body, ''),
    'results',
  ],
  ['GET residents/{id}/', { ...RESIDENT, units: UNITS }, one('residents', ...EVERY), 'resident'],
  ['POST, PUT residents/', { params: { id: 9, first_name: 'Анна' } }, saved('residents'), 'resident'],
  ['POST convert_residents/', [{ id: 1, label: '12', ...PERSON, errors: ['EMPTY_FIELD_UNIT'] }], decodeImportRows],
  [
    'POST import/residents/',
    { params: { created: 1, rows: [{ row: 2, user: 5, errors: [] }] } },
    (body) => decodeImportAnswer(body, []),
  ],
  ['GET reading-list-data/', { reading_types: ['gas'], submit_start_day: 15, submit_end_day: 25 }, decodeReadingData],
  ['GET meters/', [FLAT], decodeFlatsPage],
  ['GET meters/ as records', [FLAT], list('readings', ...EVERY)],
  ['GET meters/{flatId}/', { last_result: RESULT }, decodeFlatReadings],
  ['POST meters/', { params: { id: 8 } }, decodeSubmissionId],
  ['GET cameras/', [CAMERA], list('cameras', ...EVERY), 'camera'],
  ['GET cameras/{id}/', { ...CAMERA, buildings: [BUILDING] }, one('cameras', ...EVERY), 'camera'],
  ['POST, PUT cameras/', { params: { id: 4, buildings: [11] } }, saved('cameras'), 'camera'],
  ['GET settings/building/', [SETTINGS], list('settings-buildings', ...EVERY), 'building'],
  ['GET settings/building/{id}/', SETTINGS, one('settings-buildings', ...EVERY), 'building'],
  ['PUT settings/building/{id}/', { params: { id: 11, submit_end_day: 25 } }, saved('settings-buildings')],
  [
    'GET company-profile/',
    { name_full: 'ООО', name_short: 'О', phones: [{ group: 'Касса', number: '+7' }] },
    decodeCompanyProfile,
    'company',
  ],
  ['GET companies/', [{ id: 3, label: 'Север', is_tenant: true }], decodeCompanies, 'company'],
  ['GET employee/', [EMPLOYEE], list('employees', ...EVERY), 'employee'],
  ['GET employee/{id}/', EMPLOYEE, one('employees', ...EVERY), 'employee'],
  ['POST, PUT employee/', { params: { user: 8, position: 'Мастер' } }, saved('employees'), 'employee'],
  ['GET profile/?chat_id', { status: 'active', position: 'Мастер' }, decodeChatProfile],
  ['preview_complaints', [{ type: 'complaint', last_complaint: COMPLAINT, unread_count: 2 }], decodePreviews],
  ['get_complaints', [COMPLAINT], decodeComplaints, 'complaint'],
  ['new_complaint', COMPLAINT, decodeNewComplaint, 'complaint'],
];

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The body with every value changed, from within. */
function changed(value: Json, change: (value: Json, key: string) => Json, key = ''): Json {
  const inner = Array.isArray(value)
    ? value.map((entry) => changed(entry, change))
    : isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, changed(one, change, name)]))
      : value;
  return change(inner, key);
}

const asPage = (results: Json) => ({ count: Array.isArray(results) ? results.length : 0, next: null, results });

/** Shapes that lose nothing: each reads as the documents' own. */
const SHAPES: readonly (readonly [shape: string, as: (body: Json, name?: string) => Json])[] = [
  ['under `data`', (body) => ({ data: body })],
  ['lists as pages', (body) => changed(body, (value) => (Array.isArray(value) ? asPage(value) : value))],
  ['a page under `data`', (body) => (Array.isArray(body) ? { data: asPage(body) } : { data: body })],
  [
    'a list under `data` of a page',
    (body) => (Array.isArray(body) ? { ...asPage(body), results: { data: body } } : body),
  ],
  ['numbers as texts', (body) => changed(body, (value) => (typeof value === 'number' ? String(value) : value))],
  [
    'under their name',
    (body, name) => {
      if (!name) return body;
      if (Array.isArray(body)) return body.map((entry) => ({ [name]: entry }));
      return isObject(body) && body.params ? { params: { [name]: body.params } } : { [name]: body };
    },
  ],
  ['bare, without `params`', (body) => (isObject(body) && body.params) || body],
  [
    'keys that nobody knows',
    (body) =>
      changed(body, (value, key) =>
        isObject(value) && !/sections|meters/.test(key) ? { ...value, later_key: { of: ['a'] } } : value,
      ),
  ],
];
/** Additions of some shape to the answer to saving are not of the record. */
const told = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (key, inner) => (key === 'later_key' ? undefined : inner)));

/** By these a record is told from others or placed. */
const NEEDED = /^(id|user|unit|object|stage|params|token|count|type|status|name|building)$/;
const holds = (value: unknown) => (Array.isArray(value) ? value.length : value !== null && value !== undefined);

/** Every path to a key of a body that it can do without. */
function optional(value: Json, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(Array.isArray(value) || NEEDED.test(key) ? [] : [[...path, key]]),
    ...optional(inner, [...path, key]),
  ]);
}

function without(value: Json, [key = '', ...rest]: readonly string[], by: Json): Json {
  const copy: Record<string, Json> | Json[] = Array.isArray(value) ? [...value] : { ...(value as object) };
  const at = copy as Record<string, Json>;
  if (rest.length) at[key] = without(at[key], rest, by);
  else if (by === undefined) delete at[key];
  else at[key] = by;
  return copy;
}

describe.each(CALLS.map(([call, body, decode, name]) => ({ call, body, decode, name })))(
  'API-06, API-07: $call',
  ({ body, decode, name }) => {
    const plain = told(decode(body));

    test('is read alike in every shape that the documents leave open', () => {
      expect(holds(plain)).toBeTruthy();
      for (const [shape, as] of SHAPES) {
        const { value, unread } = decodeCollectingInvalid(() => told(decode(as(body, name))));
        expect({ shape, value, unread }).toEqual({ shape, value: plain, unread: [] });
      }
    });

    test('stays where a key is missing or null; a record that cannot be read is told of and takes nothing else down', () => {
      for (const path of optional(body)) {
        for (const by of [undefined, null]) {
          const { value, unread } = decodeCollectingInvalid(() => decode(without(body, path, by)));
          expect({ path, by, held: holds(value), unread }).toEqual({ path, by, held: holds(plain), unread: [] });
        }
      }
      for (const nothing of [null, '', 5, [], {}, { data: null }]) expect(() => decode(nothing)).not.toThrow();
    });
  },
);

const LISTS: readonly (readonly [list: string, body: readonly Json[], decode: Decode])[] = [
  ['buildings', [BUILDING], decodeBuildings],
  ['tasks', [TASK], decodeTasks],
  ['services', [TASK.service], decodeServices],
  ['performers', [KIM], decodePerformers],
  ['companies', [{ id: 3 }], decodeCompanies],
  ['stories', [STORY], decodeStories],
  ['flats', [FLAT], (body: Json) => decodeFlatsPage(body).results],
  ['complaints', [COMPLAINT], (body: Json) => decodeComplaints(body).items],
  ['announcements', [NEWS], list('news')],
  ['employees', [EMPLOYEE], list('employees')],
];

test.each(LISTS)('API-06: of %s the one that cannot be read is left out and told of once', (_list, body, decode) => {
  const { value, unread } = decodeCollectingInvalid(() => decode([...body, { none: true }]));
  expect(value).toHaveLength(1);
  expect(unread).toEqual([{ none: true }]);
});

test('API-09, NEWS-14: what follows is read in the page and beside `data`, and an id alone is no name', () => {
  for (const page of [{ next: '/n', results: [] }, { data: { next: '/n', results: [] } }, { next: '/n', data: [] }]) {
    expect([decodeNext(page), hasNext(page)]).toEqual(['/n', true]);
  }
  expect(decodeFlatsPage({ count: '7', next: 'http://a/n', data: [FLAT] })).toMatchObject({ count: 7, more: true });
  expect(decodeProfile({ ...PROFILE, company: 3 })).toMatchObject({ company: { id: 3, label: '' } });
  expect(one('settings-buildings', 'complex')({ ...SETTINGS, complex: 5 })).toEqual({ complex: null });
  expect([saved('cameras')({ params: 4 }), saved('cameras')(4), decodeSubmissionId({ params: '8' })]).toEqual([
    { id: 4 },
    { id: 4 },
    8,
  ]);
  const refused = { params: { created: '0', rows: [{ row: '2', user: null, errors: ['EMPTY_FIELD_UNIT'] }] } };
  expect(decodeImportAnswer(refused, [])).toEqual({
    params: { created: 0, rows: [{ row: 2, user: null, errors: ['EMPTY_FIELD_UNIT'] }] },
  });
});
