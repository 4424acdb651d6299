import * as z from 'zod';
import { bookletItem, bookletOne } from '#resources/protocol/booklets.ts';
import { buildingItem, buildingOne, porchOne } from '#resources/protocol/buildings.ts';
import { cameraItem, cameraOne } from '#resources/protocol/cameras.ts';
import { companyItem, employeeOne, employeePage } from '#resources/protocol/employees.ts';
import { newsOne, newsPage } from '#resources/protocol/news.ts';
import { permissionsAnswer } from '#resources/protocol/permissions.ts';
import { currentProfile } from '#resources/protocol/profile.ts';
import { metersPage, readingListData } from '#resources/protocol/readings.ts';
import { searchPage } from '#resources/protocol/search.ts';
import { serviceItem } from '#resources/protocol/services.ts';
import { buildingSettings, buildingSettingsPage, companyProfile } from '#resources/protocol/settings.ts';
import { taskCount, taskDetails, taskList } from '#resources/protocol/tasks.ts';

/** One reading call of A§7 and B§7; an address with `{name}` takes the id of the first record that call `name` found. */
export interface ReadCall {
  name: string;
  url: string;
  shape: z.ZodType;
}

/** What the check walks, in order. Nothing here writes. */
export const READ_CALLS: readonly ReadCall[] = [
  // What parts are on is an addition of ours and may lack.
  { name: 'permissions', url: '/api/crm/permissions/', shape: permissionsAnswer.omit({ features: true }) },
  { name: 'profile', url: '/api/crm/profile/current/', shape: currentProfile },
  { name: 'buildings', url: '/api/crm/buildings/', shape: z.array(buildingItem) },
  { name: 'building', url: '/api/crm/buildings/{buildings}/', shape: buildingOne },
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
  },
  {
    name: 'reading-list-data',
    url: '/api/crm/scenarios/reading-list-data/?buildings_id={buildings}',
    shape: readingListData,
  },
  { name: 'meters', url: '/api/crm/meters/?buildings_id={buildings}&page=1&page_size=10', shape: metersPage },
  { name: 'cameras', url: '/api/crm/cameras/?buildings_id={buildings}', shape: z.array(cameraItem) },
  { name: 'camera', url: '/api/crm/cameras/{cameras}/', shape: cameraOne },
  { name: 'settings', url: '/api/crm/settings/building/?page=1&page_size=10', shape: buildingSettingsPage },
  { name: 'house', url: '/api/crm/settings/building/{settings}/', shape: buildingSettings },
  { name: 'company', url: '/api/crm/settings/company-profile/', shape: companyProfile },
  { name: 'companies', url: '/api/crm/scenarios/companies/', shape: z.array(companyItem) },
  { name: 'employees', url: '/api/crm/employee/?page=1&page_size=10', shape: employeePage },
  { name: 'employee', url: '/api/crm/employee/{employees}/', shape: employeeOne },
];
