import * as z from 'zod';
import type { StagingEffect } from '#i18n/ru/staging.ts';
import { PAGE } from '#resources/limits.ts';
import { TAG_KEYS } from '#resources/protocol/search/search.ts';
import { type Find, first, ids, inner, more } from './finds.ts';
import {
  asAsked,
  at,
  atMost,
  countsLike,
  further,
  goesOn,
  isBuilding,
  likeSettings,
  ofMonth,
  only,
  type Rule,
  readId,
  unique,
  wholeList,
} from './rules.ts';
import * as shapes from './shapes.ts';

/** One reading call of the specification; an address with `{name}` takes what was found under that name. */
export interface ReadCall {
  name: string;
  /** Specification item that its deviations are named by. */
  item: string;
  url: string;
  /** A single record, a whole list (bare or as a page, G-68), a page by number, or a feed that goes by `next`. */
  form: 'one' | 'list' | 'page' | 'feed';
  /** Keys that the documents list; others are no difference. */
  shape: z.ZodType;
  /** First keys without which the console shows no such record. */
  needs?: readonly string[];
  /** The console's behaviour without other keys, where it is not an empty place. */
  effects?: Readonly<Record<string, StagingEffect>>;
  rules?: readonly Rule[];
  finds?: Readonly<Record<string, Find>>;
  /** Sent by POST, to a call that looks and writes nothing; without it the call is a GET. */
  body?: object;
  /** The address is the one found under this name, as a page gives that of the next one. */
  follows?: string;
  /** Status of an answer that is no success; its body is not read. */
  refusal?: { status: number; effect: StagingEffect; token?: string };
}

const countUnits = (records: readonly unknown[]) =>
  records.reduce<number>((sum, record) => sum + [at(record, 'units') ?? []].flat().length, 0);
const fitsBuilding = (...way: readonly string[]) =>
  only('buildings_id', (record, buildingId, found) => isBuilding(at(record, ...way), buildingId, found));

/** An announcement for buildings alone says by its target whether it belongs here. */
const forBuilding = only('buildings_id', (record, buildingId) => {
  const target = at(record, 'target') ?? {};
  const listed = at(target, 'buildings');
  const hasOtherTargets = ['for_all_objects', 'porches', 'units', 'floors', 'pipes'].some(
    (key) => at(target, key) !== undefined,
  );
  return Array.isArray(listed) && listed.length > 0 && !hasOtherTargets
    ? listed.some((one) => readId(one, 'building') === buildingId)
    : undefined;
});
const linkedHere = only('buildings_id', (record, asked) => {
  const linked = at(record, 'buildings');
  return Array.isArray(linked) ? linked.some((one) => readId(one, 'building') === asked) : undefined;
});

const PAGED = { count: 'spare', number: 'spare', page_size: 'spare', previous: 'spare', next: 'early' } as const;
const pages = (size: string): Rule[] => [unique, atMost(size), goesOn(), asAsked];

const PERSON = ['user'];
const TASK_NEEDS = ['id', 'stage', 'order'];
const TASKS = '/api/crm/tasks/?buildings_id=';
const tasks = { form: 'list', shape: shapes.task, needs: TASK_NEEDS } as const;
const stageIs = only('stage', (record, asked) => at(record, 'stage') === asked);
const serviceIs = only(
  'services_id',
  (record, asked) => {
    const id = readId(at(record, 'service'), 'service');
    return id === undefined ? undefined : id === asked;
  },
  'TASK-08',
);
const madeSince = only(
  'date',
  (record, asked) => {
    const made = Date.parse(String(at(record, 'creation_date')));
    return Number.isNaN(made) ? undefined : made >= Number(asked) * 1_000;
  },
  'TASK-05',
);

const news = {
  form: 'feed',
  shape: shapes.announcement,
  needs: ['id'],
  effects: { ...PAGED, type: 'blank' },
} as const;
const search = {
  item: 'RES-05',
  form: 'page',
  shape: shapes.foundBuilding,
  needs: ['id', 'units'],
  effects: PAGED,
  rules: [unique, atMost('page_size'), goesOn((records) => Math.max(records.length, countUnits(records))), asAsked],
} as const;
const METERS = '/api/crm/meters/?buildings_id=';
const meters = { item: 'READ-03', form: 'page', shape: shapes.meter, needs: ['unit'], effects: PAGED } as const;
const SETTINGS = '/api/crm/settings/building/';
const settings = { item: 'SET-06', form: 'page', shape: shapes.settingsRow, needs: ['id'], effects: PAGED } as const;
const EMPLOYEES = '/api/crm/employee/?page=';
const employees = { item: 'EMP-02', form: 'page', shape: shapes.employee, needs: PERSON, effects: PAGED } as const;
/** An id that no record has. */
const NOBODY = 2_147_483_646;

/** The calls that the check makes, in order. None of them writes. */
export const READ_CALLS: readonly ReadCall[] = [
  {
    name: 'permissions',
    item: 'API-11',
    url: '/api/crm/permissions/',
    form: 'one',
    shape: shapes.permissions,
    effects: { sections: 'section' },
  },
  {
    name: 'profile',
    item: 'API-12',
    url: '/api/crm/profile/current/',
    form: 'one',
    shape: shapes.profile,
    needs: PERSON,
    finds: { chat: first('user_chat_id') },
  },
  {
    name: 'other-token',
    item: 'AUTH-77',
    url: '/api/crm/profile/current/',
    form: 'one',
    shape: z.unknown(),
    refusal: { status: 401, effect: 'stays', token: 'staging-check-no-such-token' },
  },
  {
    name: 'chat-profile',
    item: 'CHAT-21',
    url: '/api/authorized/profile/?chat_id={chat}',
    form: 'one',
    shape: shapes.chatProfile,
  },
  {
    name: 'buildings',
    item: 'API-13',
    url: '/api/crm/buildings/',
    form: 'list',
    shape: shapes.building,
    needs: ['id'],
    rules: [unique, wholeList],
    finds: {
      all: ids,
      complexes: first('complex', 'id'),
      address: ([building]) => building && `${at(building, 'street')} ${at(building, 'number')}`,
    },
  },
  {
    name: 'building',
    item: 'NEWS-38',
    url: '/api/crm/buildings/{buildings}/',
    form: 'one',
    shape: shapes.buildingOne,
    needs: ['id'],
    finds: { porches: inner('porches', 'id') },
  },
  {
    name: 'no-building',
    item: 'API-21',
    url: `/api/crm/buildings/${NOBODY}/`,
    form: 'one',
    shape: z.unknown(),
    refusal: { status: 404, effect: 'place' },
  },
  {
    name: 'porch',
    item: 'NEWS-38',
    url: '/api/crm/porches/{porches}/',
    form: 'one',
    shape: shapes.porchOne,
    needs: ['id'],
  },
  {
    ...news,
    name: 'news',
    item: 'NEWS-04',
    url: `/api/crm/news/?buildings_id={all}&page_size=${PAGE.news}`,
    rules: [unique, atMost('page_size'), goesOn()],
    finds: { next: (_, body) => at(body, 'next') },
  },
  {
    ...news,
    name: 'news-on',
    item: 'NEWS-05',
    url: '/api/crm/news/?',
    follows: 'next',
    rules: [unique, goesOn(), further('next', 'news')],
  },
  {
    ...news,
    name: 'news-here',
    item: 'NEWS-04',
    url: `/api/crm/news/?buildings_id={buildings}&page_size=${PAGE.news}`,
    rules: [unique, goesOn(), forBuilding],
  },
  {
    name: 'announcement',
    item: 'API-14',
    url: '/api/crm/news/{news}/',
    form: 'one',
    shape: shapes.announcementOne,
    needs: ['id'],
  },
  {
    name: 'booklets',
    item: 'STORY-01',
    url: '/api/crm/booklets/?buildings_id={all}',
    form: 'list',
    shape: shapes.booklet,
    needs: ['id'],
    rules: [unique, wholeList],
  },
  {
    name: 'booklet',
    item: 'API-15',
    url: '/api/crm/booklets/{booklets}/',
    form: 'one',
    shape: shapes.bookletOne,
    needs: ['id', 'frames'],
  },
  {
    ...tasks,
    name: 'tasks',
    item: 'TASK-11',
    url: `${TASKS}{all}&stage=created&count=${PAGE.tasksFirst}&date={monthAgo}`,
    rules: [unique, atMost('count'), stageIs, madeSince],
    finds: { order: (records) => at(records.at(-1), 'order') },
  },
  {
    ...tasks,
    name: 'tasks-on',
    item: 'TASK-12',
    url: `${TASKS}{all}&stage=created&count=${PAGE.tasksNext}&date={monthAgo}&from_order={order}`,
    rules: [unique, atMost('count'), further('from_order', 'tasks')],
  },
  {
    ...tasks,
    name: 'tasks-in-progress',
    item: 'TASK-11',
    url: `${TASKS}{all}&stage=in_progress&count=${PAGE.tasksFirst}&date={monthAgo}`,
    rules: [unique, atMost('count'), stageIs],
  },
  {
    ...tasks,
    name: 'tasks-done',
    item: 'TASK-11',
    url: `${TASKS}{all}&stage=done&count=${PAGE.tasksFirst}&date={monthAgo}`,
    rules: [unique, atMost('count'), stageIs],
  },
  {
    ...tasks,
    name: 'tasks-here',
    item: 'TASK-11',
    url: `${TASKS}{buildings}&stage=created&count=${PAGE.tasksFirst}&date={monthAgo}`,
    rules: [unique, fitsBuilding('target')],
  },
  {
    ...tasks,
    name: 'tasks-today',
    item: 'TASK-05',
    url: `${TASKS}{buildings}&stage=created&count=${PAGE.tasksFirst}&date={today}`,
    rules: [unique, madeSince],
  },
  {
    name: 'tasks-count',
    item: 'TASK-02',
    url: '/api/crm/tasks/count/?buildings_id={buildings}&stage=created&date={monthAgo}',
    form: 'one',
    shape: shapes.taskCount,
    rules: [countsLike('tasks-here', PAGE.tasksFirst)],
  },
  {
    name: 'task',
    item: 'API-16',
    url: '/api/crm/tasks/{tasks}/',
    form: 'one',
    shape: shapes.taskOne,
    needs: TASK_NEEDS,
  },
  {
    name: 'services',
    item: 'TASK-07',
    url: '/api/crm/services/',
    form: 'list',
    shape: shapes.service,
    needs: ['id'],
    rules: [unique, wholeList],
  },
  {
    name: 'services-here',
    item: 'TASK-07',
    url: '/api/crm/services/?buildings_id={buildings}',
    form: 'list',
    shape: shapes.service,
    needs: ['id'],
    rules: [unique, wholeList],
  },
  {
    ...tasks,
    name: 'tasks-of',
    item: 'TASK-08',
    url: `${TASKS}{all}&stage=created&count=${PAGE.tasksFirst}&date={monthAgo}&services_id={services}`,
    rules: [unique, serviceIs],
  },
  {
    name: 'performers',
    item: 'TASK-23',
    url: '/api/crm/performers/?building={buildings}&service={services}',
    form: 'list',
    shape: shapes.performer,
    needs: PERSON,
    rules: [unique, wholeList],
  },
  {
    name: 'search-typing',
    item: 'RES-02',
    url: '/api/crm/search/smart_search/',
    body: { search: '1', context: [] },
    form: 'one',
    shape: shapes.suggestions,
  },
  {
    ...search,
    name: 'search',
    url: `/api/crm/search/smart_search_by_tags/?buildings_id={buildings}&page_size=${PAGE.smartSearch}`,
    rules: [...search.rules, only('buildings_id', isBuilding)],
    finds: {
      residents: (records) =>
        inner('residents', 'user')(
          records.flatMap((record) => at(record, 'units') ?? []),
          null,
        ),
    },
  },
  ...[
    'complexes_id={complexes}',
    'residents_id={residents}',
    ...Object.values(TAG_KEYS.contains).map((key) => `${key}=1`),
  ].map(
    (query): ReadCall => ({
      ...search,
      name: `search-${query.split('=')[0]}`,
      url: `/api/crm/search/smart_search_by_tags/?${query}&page_size=${PAGE.smartSearch}`,
    }),
  ),
  {
    name: 'resident',
    item: 'RES-37',
    url: '/api/crm/residents/{residents}/',
    form: 'one',
    shape: shapes.residentOne,
    needs: ['user', 'units'],
  },
  {
    name: 'settings-here',
    item: 'SET-23',
    url: `${SETTINGS}?buildings_id={buildings}`,
    form: 'list',
    shape: shapes.readingSettings,
    needs: ['id'],
    rules: [
      unique,
      wholeList,
      only('buildings_id', (record, asked, found) => isBuilding(at(record, 'building') ?? record, asked, found)),
    ],
  },
  {
    name: 'reading-list-data',
    item: 'READ-09',
    url: '/api/crm/scenarios/reading-list-data/?buildings_id={buildings}',
    form: 'one',
    shape: shapes.readingList,
    effects: { submit_start_day: 'window', submit_end_day: 'window' },
    rules: [likeSettings],
  },
  {
    ...meters,
    name: 'meters',
    url: `${METERS}{all}&date={month}&page=1&page_size=${PAGE.meters}`,
    rules: pages('page_size'),
    finds: { metersMore: more, flats: first('unit', 'id') },
  },
  {
    ...meters,
    name: 'meters-on',
    url: `${METERS}{all}&date={month}&{metersMore}&page_size=${PAGE.meters}`,
    rules: [...pages('page_size'), further('page', 'meters')],
  },
  {
    ...meters,
    name: 'meters-of-month',
    url: `${METERS}{all}&date={lastMonth}&page=1&page_size=${PAGE.meters}`,
    rules: [...pages('page_size'), ofMonth('meters')],
  },
  {
    ...meters,
    name: 'meters-here',
    url: `${METERS}{buildings}&date={month}&page=1&page_size=${PAGE.meters}`,
    rules: [...pages('page_size'), fitsBuilding('unit', 'building')],
  },
  { name: 'flat', item: 'READ-12', url: '/api/crm/meters/{flats}/', form: 'one', shape: shapes.meterOne },
  {
    name: 'cameras',
    item: 'CAM-01',
    url: '/api/crm/cameras/?buildings_id={all}',
    form: 'list',
    shape: shapes.camera,
    needs: ['id'],
    rules: [unique, wholeList],
  },
  {
    name: 'cameras-here',
    item: 'CAM-01',
    url: '/api/crm/cameras/?buildings_id={buildings}',
    form: 'list',
    shape: shapes.camera,
    needs: ['id'],
    rules: [unique, wholeList, linkedHere],
  },
  {
    name: 'camera',
    item: 'CAM-07',
    url: '/api/crm/cameras/{cameras}/',
    form: 'one',
    shape: shapes.cameraOne,
    needs: ['id'],
  },
  {
    ...settings,
    name: 'settings',
    url: `${SETTINGS}?page=1&page_size=10`,
    rules: pages('page_size'),
    finds: { settingsMore: more },
  },
  {
    ...settings,
    name: 'settings-on',
    url: `${SETTINGS}?{settingsMore}&page_size=10`,
    rules: [...pages('page_size'), further('page', 'settings')],
  },
  { name: 'settings-one', item: 'SET-38', url: `${SETTINGS}{buildings}/`, form: 'one', shape: shapes.settingsOne },
  {
    name: 'company',
    item: 'SET-44',
    url: '/api/crm/settings/company-profile/',
    form: 'one',
    shape: shapes.companyProfile,
  },
  {
    name: 'companies',
    item: 'EMP-24',
    url: '/api/crm/scenarios/companies/',
    form: 'list',
    shape: shapes.company,
    needs: ['id'],
    rules: [unique, wholeList],
  },
  {
    ...employees,
    name: 'employees',
    url: `${EMPLOYEES}1&page_size=10`,
    rules: pages('page_size'),
    finds: { employeesMore: more, employees: first('user') },
  },
  {
    ...employees,
    name: 'employees-on',
    url: `/api/crm/employee/?{employeesMore}&page_size=10`,
    rules: [...pages('page_size'), further('page', 'employees')],
  },
  {
    name: 'employee',
    item: 'API-17',
    url: '/api/crm/employee/{employees}/',
    form: 'one',
    shape: shapes.employeeOne,
    needs: PERSON,
  },
];
