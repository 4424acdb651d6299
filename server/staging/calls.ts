import * as z from 'zod';
import { PAGE } from '#resources/limits.ts';
import { TAG_KEYS } from '#resources/protocol/search/search.ts';
import { findFirst, findIds, findNested, findNextPage } from './finds.ts';
import type { ReadCall } from './read-call.ts';
import {
  atMost,
  countMatches,
  getPath,
  hasValidNextLink,
  isBuilding,
  matchesRequestedPage,
  matchesSettings,
  noDuplicateIds,
  noRepeatsOf,
  notOfOtherMonth,
  onlyMatching,
  type Rule,
  readId,
  wholeList,
} from './rules.ts';
import * as shapes from './shapes.ts';

const countUnits = (records: readonly unknown[]) =>
  records.reduce<number>((sum, record) => sum + [getPath(record, 'units') ?? []].flat().length, 0);
const fitsBuilding = (...path: readonly string[]) =>
  onlyMatching('buildings_id', (record, buildingId, found) => isBuilding(getPath(record, ...path), buildingId, found));

/** Only an announcement whose target is buildings alone shows whether it belongs here. */
const forBuilding = onlyMatching('buildings_id', (record, buildingId) => {
  const target = getPath(record, 'target') ?? {};
  const listed = getPath(target, 'buildings');
  const hasOtherTargets = ['for_all_objects', 'porches', 'units', 'floors', 'pipes'].some(
    (key) => getPath(target, key) !== undefined,
  );
  return Array.isArray(listed) && listed.length > 0 && !hasOtherTargets
    ? listed.some((one) => readId(one, 'building') === buildingId)
    : undefined;
});
const linkedHere = onlyMatching('buildings_id', (record, asked) => {
  const linked = getPath(record, 'buildings');
  return Array.isArray(linked) ? linked.some((one) => readId(one, 'building') === asked) : undefined;
});

const PAGED = { count: 'spare', number: 'spare', page_size: 'spare', previous: 'spare', next: 'early' } as const;
const pageRules = (size: string): Rule[] => [noDuplicateIds, atMost(size), hasValidNextLink(), matchesRequestedPage];

const PERSON = ['user'];
const TASK_NEEDS = ['id', 'stage', 'order'];
const TASKS = '/api/crm/tasks/?buildings_id=';
const tasks = { form: 'list', shape: shapes.task, needs: TASK_NEEDS } as const;
const stageIs = onlyMatching('stage', (record, asked) => getPath(record, 'stage') === asked);
const serviceIs = onlyMatching(
  'services_id',
  (record, asked) => {
    const id = readId(getPath(record, 'service'), 'service');
    return id === undefined ? undefined : id === asked;
  },
  'TASK-08',
);
const createdSince = onlyMatching(
  'date',
  (record, asked) => {
    const createdAt = Date.parse(String(getPath(record, 'creation_date')));
    return Number.isNaN(createdAt) ? undefined : createdAt >= Number(asked) * 1_000;
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
  rules: [
    noDuplicateIds,
    atMost('page_size'),
    hasValidNextLink((records) => Math.max(records.length, countUnits(records))),
    matchesRequestedPage,
  ],
} as const;
const METERS = '/api/crm/meters/?buildings_id=';
const meters = { item: 'READ-03', form: 'page', shape: shapes.meter, needs: ['unit'], effects: PAGED } as const;
const SETTINGS = '/api/crm/settings/building/';
const settings = { item: 'SET-06', form: 'page', shape: shapes.settingsRow, needs: ['id'], effects: PAGED } as const;
const EMPLOYEES = '/api/crm/employee/?page=';
const employees = { item: 'EMP-02', form: 'page', shape: shapes.employee, needs: PERSON, effects: PAGED } as const;
/** An id that does not exist. */
const MISSING_ID = 2_147_483_646;

/** The calls of the check, in order. All are read-only. */
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
    finds: { chat: findFirst('user_chat_id') },
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
    rules: [noDuplicateIds, wholeList],
    finds: {
      all: findIds,
      complexes: findFirst('complex', 'id'),
      address: ([building]) => building && `${getPath(building, 'street')} ${getPath(building, 'number')}`,
    },
  },
  {
    name: 'building',
    item: 'NEWS-38',
    url: '/api/crm/buildings/{buildings}/',
    form: 'one',
    shape: shapes.buildingDetails,
    needs: ['id'],
    finds: { porches: findNested('porches', 'id') },
  },
  {
    name: 'no-building',
    item: 'API-21',
    url: `/api/crm/buildings/${MISSING_ID}/`,
    form: 'one',
    shape: z.unknown(),
    refusal: { status: 404, effect: 'place' },
  },
  {
    name: 'porch',
    item: 'NEWS-38',
    url: '/api/crm/porches/{porches}/',
    form: 'one',
    shape: shapes.porchDetails,
    needs: ['id'],
  },
  {
    ...news,
    name: 'news',
    item: 'NEWS-04',
    url: `/api/crm/news/?buildings_id={all}&page_size=${PAGE.news}`,
    rules: [noDuplicateIds, atMost('page_size'), hasValidNextLink()],
    finds: { next: (_, body) => getPath(body, 'next') },
  },
  {
    ...news,
    name: 'news-on',
    item: 'NEWS-05',
    url: '/api/crm/news/?',
    follows: 'next',
    rules: [noDuplicateIds, hasValidNextLink(), noRepeatsOf('next', 'news')],
  },
  {
    ...news,
    name: 'news-here',
    item: 'NEWS-04',
    url: `/api/crm/news/?buildings_id={buildings}&page_size=${PAGE.news}`,
    rules: [noDuplicateIds, hasValidNextLink(), forBuilding],
  },
  {
    name: 'announcement',
    item: 'API-14',
    url: '/api/crm/news/{news}/',
    form: 'one',
    shape: shapes.announcementDetails,
    needs: ['id'],
  },
  {
    name: 'booklets',
    item: 'STORY-01',
    url: '/api/crm/booklets/?buildings_id={all}',
    form: 'list',
    shape: shapes.booklet,
    needs: ['id'],
    rules: [noDuplicateIds, wholeList],
  },
  {
    name: 'booklet',
    item: 'API-15',
    url: '/api/crm/booklets/{booklets}/',
    form: 'one',
    shape: shapes.bookletDetails,
    needs: ['id', 'frames'],
  },
  {
    ...tasks,
    name: 'tasks',
    item: 'TASK-11',
    url: `${TASKS}{all}&stage=created&count=${PAGE.tasksFirst}&date={monthAgo}`,
    rules: [noDuplicateIds, atMost('count'), stageIs, createdSince],
    finds: { order: (records) => getPath(records.at(-1), 'order') },
  },
  {
    ...tasks,
    name: 'tasks-on',
    item: 'TASK-12',
    url: `${TASKS}{all}&stage=created&count=${PAGE.tasksNext}&date={monthAgo}&from_order={order}`,
    rules: [noDuplicateIds, atMost('count'), noRepeatsOf('from_order', 'tasks')],
  },
  {
    ...tasks,
    name: 'tasks-in-progress',
    item: 'TASK-11',
    url: `${TASKS}{all}&stage=in_progress&count=${PAGE.tasksFirst}&date={monthAgo}`,
    rules: [noDuplicateIds, atMost('count'), stageIs],
  },
  {
    ...tasks,
    name: 'tasks-done',
    item: 'TASK-11',
    url: `${TASKS}{all}&stage=done&count=${PAGE.tasksFirst}&date={monthAgo}`,
    rules: [noDuplicateIds, atMost('count'), stageIs],
  },
  {
    ...tasks,
    name: 'tasks-here',
    item: 'TASK-11',
    url: `${TASKS}{buildings}&stage=created&count=${PAGE.tasksFirst}&date={monthAgo}`,
    rules: [noDuplicateIds, fitsBuilding('target')],
  },
  {
    ...tasks,
    name: 'tasks-today',
    item: 'TASK-05',
    url: `${TASKS}{buildings}&stage=created&count=${PAGE.tasksFirst}&date={today}`,
    rules: [noDuplicateIds, createdSince],
  },
  {
    name: 'tasks-count',
    item: 'TASK-02',
    url: '/api/crm/tasks/count/?buildings_id={buildings}&stage=created&date={monthAgo}',
    form: 'one',
    shape: shapes.taskCount,
    rules: [countMatches('tasks-here', PAGE.tasksFirst)],
  },
  {
    name: 'task',
    item: 'API-16',
    url: '/api/crm/tasks/{tasks}/',
    form: 'one',
    shape: shapes.taskDetails,
    needs: TASK_NEEDS,
  },
  {
    name: 'services',
    item: 'TASK-07',
    url: '/api/crm/services/',
    form: 'list',
    shape: shapes.service,
    needs: ['id'],
    rules: [noDuplicateIds, wholeList],
  },
  {
    name: 'services-here',
    item: 'TASK-07',
    url: '/api/crm/services/?buildings_id={buildings}',
    form: 'list',
    shape: shapes.service,
    needs: ['id'],
    rules: [noDuplicateIds, wholeList],
  },
  {
    ...tasks,
    name: 'tasks-of',
    item: 'TASK-08',
    url: `${TASKS}{all}&stage=created&count=${PAGE.tasksFirst}&date={monthAgo}&services_id={services}`,
    rules: [noDuplicateIds, serviceIs],
  },
  {
    name: 'performers',
    item: 'TASK-23',
    url: '/api/crm/performers/?building={buildings}&service={services}',
    form: 'list',
    shape: shapes.performer,
    needs: PERSON,
    rules: [noDuplicateIds, wholeList],
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
    rules: [...search.rules, onlyMatching('buildings_id', isBuilding)],
    finds: {
      residents: (records) =>
        findNested('residents', 'user')(
          records.flatMap((record) => getPath(record, 'units') ?? []),
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
    shape: shapes.residentDetails,
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
      noDuplicateIds,
      wholeList,
      onlyMatching('buildings_id', (record, asked, found) =>
        isBuilding(getPath(record, 'building') ?? record, asked, found),
      ),
    ],
  },
  {
    name: 'reading-list-data',
    item: 'READ-09',
    url: '/api/crm/scenarios/reading-list-data/?buildings_id={buildings}',
    form: 'one',
    shape: shapes.readingList,
    effects: { submit_start_day: 'window', submit_end_day: 'window' },
    rules: [matchesSettings],
  },
  {
    ...meters,
    name: 'meters',
    url: `${METERS}{all}&date={month}&page=1&page_size=${PAGE.meters}`,
    rules: pageRules('page_size'),
    finds: { metersMore: findNextPage, flats: findFirst('unit', 'id') },
  },
  {
    ...meters,
    name: 'meters-on',
    url: `${METERS}{all}&date={month}&{metersMore}&page_size=${PAGE.meters}`,
    rules: [...pageRules('page_size'), noRepeatsOf('page', 'meters')],
  },
  {
    ...meters,
    name: 'meters-of-month',
    url: `${METERS}{all}&date={lastMonth}&page=1&page_size=${PAGE.meters}`,
    rules: [...pageRules('page_size'), notOfOtherMonth('meters')],
  },
  {
    ...meters,
    name: 'meters-here',
    url: `${METERS}{buildings}&date={month}&page=1&page_size=${PAGE.meters}`,
    rules: [...pageRules('page_size'), fitsBuilding('unit', 'building')],
  },
  { name: 'flat', item: 'READ-12', url: '/api/crm/meters/{flats}/', form: 'one', shape: shapes.meterDetails },
  {
    name: 'cameras',
    item: 'CAM-01',
    url: '/api/crm/cameras/?buildings_id={all}',
    form: 'list',
    shape: shapes.camera,
    needs: ['id'],
    rules: [noDuplicateIds, wholeList],
  },
  {
    name: 'cameras-here',
    item: 'CAM-01',
    url: '/api/crm/cameras/?buildings_id={buildings}',
    form: 'list',
    shape: shapes.camera,
    needs: ['id'],
    rules: [noDuplicateIds, wholeList, linkedHere],
  },
  {
    name: 'camera',
    item: 'CAM-07',
    url: '/api/crm/cameras/{cameras}/',
    form: 'one',
    shape: shapes.cameraDetails,
    needs: ['id'],
  },
  {
    ...settings,
    name: 'settings',
    url: `${SETTINGS}?page=1&page_size=10`,
    rules: pageRules('page_size'),
    finds: { settingsMore: findNextPage },
  },
  {
    ...settings,
    name: 'settings-on',
    url: `${SETTINGS}?{settingsMore}&page_size=10`,
    rules: [...pageRules('page_size'), noRepeatsOf('page', 'settings')],
  },
  { name: 'settings-one', item: 'SET-38', url: `${SETTINGS}{buildings}/`, form: 'one', shape: shapes.settingsDetails },
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
    rules: [noDuplicateIds, wholeList],
  },
  {
    ...employees,
    name: 'employees',
    url: `${EMPLOYEES}1&page_size=10`,
    rules: pageRules('page_size'),
    finds: { employeesMore: findNextPage, employees: findFirst('user') },
  },
  {
    ...employees,
    name: 'employees-on',
    url: `/api/crm/employee/?{employeesMore}&page_size=10`,
    rules: [...pageRules('page_size'), noRepeatsOf('page', 'employees')],
  },
  {
    name: 'employee',
    item: 'API-17',
    url: '/api/crm/employee/{employees}/',
    form: 'one',
    shape: shapes.employeeDetails,
    needs: PERSON,
  },
];
