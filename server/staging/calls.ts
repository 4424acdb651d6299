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
import { searchPage } from '#resources/protocol/search.ts';
import { serviceItem } from '#resources/protocol/services.ts';
import { buildingSettings, buildingSettingsPage, companyProfile } from '#resources/protocol/settings.ts';
import { performersAnswer, taskCount, taskDetails, taskList } from '#resources/protocol/tasks.ts';

/** One reading call of A§7 and B§7; an address with `{name}` takes what was found under that name. */
export interface ReadCall {
  name: string;
  url: string;
  shape: z.ZodType;
  /** What further calls ask for, found in the answer by name; `name` itself is the first record of a list or page. */
  finds?: Readonly<Record<string, readonly string[]>>;
}

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
  { name: 'buildings', url: '/api/crm/buildings/', shape: z.array(buildingItem) },
  {
    name: 'building',
    url: '/api/crm/buildings/{buildings}/',
    shape: buildingOne,
    finds: { porches: ['porches', '*', 'id'] },
  },
  { name: 'porch', url: '/api/crm/porches/{porches}/', shape: porchOne },
  { name: 'news', url: '/api/crm/news/?buildings_id={buildings}&page_size=20', shape: newsPage },
  { name: 'announcement', url: '/api/crm/news/{news}/', shape: newsOne },
  { name: 'booklets', url: '/api/crm/booklets/?buildings_id={buildings}', shape: z.array(bookletItem) },
  { name: 'booklet', url: '/api/crm/booklets/{booklets}/', shape: bookletOne },
  {
    name: 'tasks-count',
    url: '/api/crm/tasks/count/?buildings_id={buildings}&stage=created&date=0',
    shape: taskCount,
  },
  { name: 'tasks', url: '/api/crm/tasks/?buildings_id={buildings}&stage=created&count=30&date=0', shape: taskList },
  { name: 'task', url: '/api/crm/tasks/{tasks}/', shape: taskDetails },
  { name: 'services', url: '/api/crm/services/', shape: z.array(serviceItem) },
  {
    name: 'search',
    url: '/api/crm/search/smart_search_by_tags/?buildings_id={buildings}&page_size=100',
    shape: searchPage,
    finds: { residents: ['results', '*', 'units', '*', 'residents', '*', 'id'] },
  },
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
  { name: 'flat', url: '/api/crm/meters/{flats}/', shape: meterOne },
  { name: 'cameras', url: '/api/crm/cameras/?buildings_id={buildings}', shape: z.array(cameraItem) },
  { name: 'camera', url: '/api/crm/cameras/{cameras}/', shape: cameraOne },
  { name: 'settings', url: '/api/crm/settings/building/?page=1&page_size=10', shape: buildingSettingsPage },
  { name: 'house', url: '/api/crm/settings/building/{settings}/', shape: buildingSettings },
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
    // Additions of ours, too.
    shape: employeeOne.partial({ may_give: true, version: true, invited_at: true }),
  },
];
