import * as z from 'zod';
import { bookletItem, bookletOne } from '#resources/protocol/booklets.ts';
import { buildingItem, buildingOne, porchOne } from '#resources/protocol/buildings.ts';
import { cameraItem, cameraOne } from '#resources/protocol/cameras.ts';
import { chatProfileAnswer } from '#resources/protocol/chat.ts';
import { companyItem, employeeOne, employeePage } from '#resources/protocol/employees.ts';
import { newsOne, newsPage } from '#resources/protocol/news.ts';
import { permissionsAnswer } from '#resources/protocol/permissions.ts';
import { currentProfile } from '#resources/protocol/profile.ts';
import { meterOne, metersPage, readingListData } from '#resources/protocol/readings.ts';
import { residentOne } from '#resources/protocol/residents.ts';
import { searchPage, smartSearchAnswer, TAG_KEYS } from '#resources/protocol/search.ts';
import { serviceItem } from '#resources/protocol/services.ts';
import {
  buildingSettings,
  buildingSettingsItem,
  buildingSettingsPage,
  companyProfile,
} from '#resources/protocol/settings.ts';
import { performersAnswer, taskCount, taskDetails, taskList } from '#resources/protocol/tasks.ts';

/** One reading call of A§7 and B§7; an address with `{name}` takes what was found under that name. */
export interface ReadCall {
  name: string;
  url: string;
  shape: z.ZodType;
  /** Sent by POST, to a call that looks and writes nothing; without it the call is a GET. */
  body?: object;
  /** The address is the one found under this name, as a page gives that of the next one; `url` is then what it begins with. */
  follows?: string;
  /** What further calls ask for, found in the answer by name; `name` itself is the first record of a list or page. */
  finds?: Readonly<Record<string, readonly string[]>>;
}

/** What is found while one types; the rest of it is an addition of ours (docs/integrator.md). */
const suggestions = smartSearchAnswer.omit({ counts: true, parts: true }).extend({
  residents: z.array(smartSearchAnswer.shape.residents.element.omit({ unit: true })),
});

/** A search by each kind of tag (B§7). */
const SEARCHES = [
  'complexes_id={complexes}',
  'residents_id={residents}',
  ...Object.values(TAG_KEYS.contains).map((key) => `${key}=1`),
];

/** What the check walks, in order. Nothing here writes. */
export const READ_CALLS: readonly ReadCall[] = [
  // What parts are on is an addition of ours and may lack.
  { name: 'permissions', url: '/api/crm/permissions/', shape: permissionsAnswer.omit({ features: true }) },
  {
    name: 'profile',
    url: '/api/crm/profile/current/',
    shape: currentProfile,
    finds: { chat: ['user_chat_id'] },
  },
  { name: 'chat-profile', url: '/api/authorized/profile/?chat_id={chat}', shape: chatProfileAnswer },
  {
    name: 'buildings',
    url: '/api/crm/buildings/',
    shape: z.array(buildingItem),
    finds: { complexes: ['*', 'complex', 'id'] },
  },
  {
    name: 'building',
    url: '/api/crm/buildings/{buildings}/',
    shape: buildingOne,
    finds: { porches: ['porches', '*', 'id'] },
  },
  { name: 'porch', url: '/api/crm/porches/{porches}/', shape: porchOne },
  { name: 'news', url: '/api/crm/news/?buildings_id={buildings}&page_size=20', shape: newsPage },
  {
    name: 'news-short',
    url: '/api/crm/news/?buildings_id={buildings}&page_size=1',
    shape: newsPage,
    finds: { next: ['next'] },
  },
  { name: 'news-next', url: '/api/crm/news/?', follows: 'next', shape: newsPage },
  { name: 'announcement', url: '/api/crm/news/{news}/', shape: newsOne },
  { name: 'booklets', url: '/api/crm/booklets/?buildings_id={buildings}', shape: z.array(bookletItem) },
  { name: 'booklet', url: '/api/crm/booklets/{booklets}/', shape: bookletOne },
  {
    name: 'tasks-count',
    url: '/api/crm/tasks/count/?buildings_id={buildings}&stage=created&date=0',
    shape: taskCount,
  },
  {
    name: 'tasks',
    url: '/api/crm/tasks/?buildings_id={buildings}&stage=created&count=30&date=0',
    shape: taskList,
    finds: { order: ['*', 'order'] },
  },
  {
    name: 'tasks-on',
    url: '/api/crm/tasks/?buildings_id={buildings}&stage=created&count=10&date=0&from_order={order}',
    shape: taskList,
  },
  { name: 'task', url: '/api/crm/tasks/{tasks}/', shape: taskDetails },
  { name: 'services', url: '/api/crm/services/', shape: z.array(serviceItem) },
  { name: 'services-here', url: '/api/crm/services/?buildings_id={buildings}', shape: z.array(serviceItem) },
  {
    name: 'tasks-of',
    url: '/api/crm/tasks/?buildings_id={buildings}&stage=created&count=30&date=0&services_id={services}',
    shape: taskList,
  },
  {
    name: 'tasks-count-of',
    url: '/api/crm/tasks/count/?buildings_id={buildings}&stage=created&date=0&services_id={services}',
    shape: taskCount,
  },
  {
    name: 'search-typing',
    url: '/api/crm/search/smart_search/',
    body: { search: '1', context: [] },
    shape: suggestions,
  },
  {
    name: 'search',
    url: '/api/crm/search/smart_search_by_tags/?buildings_id={buildings}&page_size=100',
    shape: searchPage,
    finds: { residents: ['results', '*', 'units', '*', 'residents', '*', 'id'] },
  },
  ...SEARCHES.map((query) => ({
    name: `search-${query.split('=')[0]?.replace('_', '-')}`,
    url: `/api/crm/search/smart_search_by_tags/?${query}&page_size=100`,
    shape: searchPage,
  })),
  { name: 'resident', url: '/api/crm/residents/{residents}/', shape: residentOne },
  {
    name: 'performers',
    url: '/api/crm/performers/?building={buildings}&service={services}',
    shape: performersAnswer,
  },
  {
    name: 'reading-list-data',
    url: '/api/crm/scenarios/reading-list-data/?buildings_id={buildings}',
    shape: readingListData,
  },
  {
    name: 'meters',
    url: '/api/crm/meters/?buildings_id={buildings}&page=1&page_size=10',
    shape: metersPage,
    finds: { flats: ['results', '*', 'unit', 'id'] },
  },
  {
    name: 'meters-of-month',
    url: '/api/crm/meters/?buildings_id={buildings}&date={month}&page=1&page_size=10',
    shape: metersPage,
  },
  { name: 'flat', url: '/api/crm/meters/{flats}/', shape: meterOne },
  { name: 'cameras', url: '/api/crm/cameras/?buildings_id={buildings}', shape: z.array(cameraItem) },
  { name: 'camera', url: '/api/crm/cameras/{cameras}/', shape: cameraOne },
  { name: 'settings', url: '/api/crm/settings/building/?page=1&page_size=10', shape: buildingSettingsPage },
  {
    name: 'settings-here',
    url: '/api/crm/settings/building/?buildings_id={buildings}',
    shape: z.array(buildingSettingsItem),
  },
  {
    name: 'house',
    url: '/api/crm/settings/building/{settings}/',
    shape: buildingSettings,
  },
  { name: 'company', url: '/api/crm/settings/company-profile/', shape: companyProfile },
  { name: 'companies', url: '/api/crm/scenarios/companies/', shape: z.array(companyItem) },
  {
    name: 'employees',
    url: '/api/crm/employee/?page=1&page_size=10',
    shape: employeePage,
    finds: { employees: ['results', '*', 'user'] },
  },
  {
    name: 'employee',
    url: '/api/crm/employee/{employees}/',
    // Additions of ours: another server has none.
    shape: employeeOne.partial({ may_give: true, invited_at: true }),
  },
];
