import { session } from '#console/data/session/session.ts';
import { OFFERED_LEVELS, SECTIONS } from '#resources/language/access.ts';
import { completeDefinition } from '#resources/language/complete-definition.ts';
import type { EmployeeDetails, EmployeePage } from '#resources/protocol/people/employees.ts';
import { employees } from '#resources/sections/employees.ts';
import { house } from './buildings.ts';
import { signedIn } from './engine-stage.tsx';
import type { MadeUpServer } from './server.ts';

/** The definition as the console has it. */
export const EMPLOYEES = completeDefinition(employees);

export const LIST = '/settings/employees-permissions';
export const ADD = '/settings/add-employee';
export const EDIT = '/settings/edit-employee';

const porch = (id: number, number = id % 10) => ({ id, number });

/** Buildings of who looks: the first wholly theirs, of the second one entrance. */
const BUILDINGS = [
  house(3, { available_porches: [porch(31), porch(32)] }),
  house(5, { street: 'ул. Садовая', number: '7', is_all_porches: false, available_porches: [porch(51)] }),
];

/** Somebody's levels: these, and the rest denied. */
export const levels = (some: object = {}) => ({
  ...Object.fromEntries(SECTIONS.map((section) => [section, 'denied'])),
  ...some,
});

/** An employee as the server gives them; of the second building they also have an entrance that is not the reader's, and a third building. */
export function employee(change: Partial<EmployeeDetails> = {}): EmployeeDetails {
  return {
    user: 7,
    first_name: 'Ольга',
    last_name: 'Трофимова',
    gender: 'female',
    position: 'Диспетчер',
    company: { id: 2, label: 'Север-Сервис' },
    phone_number: '+79263184470',
    email: null,
    status: 'active',
    avatar: null,
    user_chat_id: 'usrAbc',
    tenant: null,
    sections: levels({
      news: 'write',
      tasks: 'write',
      chats: 'read',
      residents: 'read',
    }) as EmployeeDetails['sections'],
    objects_count: 3,
    buildings: [{ id: 3, street: 'ул. Лесная', number: '12', porches: [porch(31), porch(32)] }],
    porches: [
      { ...porch(52), building: { id: 5, street: 'ул. Садовая', number: '7' } },
      { ...porch(91), building: { id: 9, street: 'ул. Гагарина', number: '41' } },
    ],
    services: [],
    may_give: Object.fromEntries(SECTIONS.map((section) => [section, [...OFFERED_LEVELS[section]]])),
    version: 'v4',
    invited_at: null,
    ...change,
  };
}

/** A page of these employees, as the list tells of each. */
export const pageOf = (people: readonly EmployeeDetails[]): EmployeePage => ({
  count: people.length,
  number: 1,
  page_size: 10,
  next: null,
  previous: null,
  results: people.map(({ services: _, may_give: __, version: ___, invited_at: ____, buildings, ...common }) => ({
    ...common,
    buildings: buildings.map(({ porches: _porches, ...address }) => address),
  })),
});

/** A signed-in person, by default with every right, and a server that knows one employee. */
export function office(answers: Parameters<typeof signedIn>[1] = {}, own: object | null = null): MadeUpServer {
  const server = signedIn('write', {
    'GET /api/crm/buildings/': { json: BUILDINGS },
    'GET /api/crm/employee/': { json: pageOf([]) },
    'GET /api/crm/employee/7/': { json: employee() },
    'GET /api/crm/employee/7/history/': { json: { results: [], before: null } },
    'GET /api/crm/scenarios/companies/': {
      json: [
        { id: 1, label: 'УК «Северный дом»', is_tenant: true },
        { id: 2, label: 'Север-Сервис', is_tenant: false },
      ],
    },
    'GET /api/crm/services/': {
      json: [
        { id: 1, name: 'Сантехника', icon: 'build' },
        { id: 2, name: 'Уборка', icon: 'inventory' },
      ],
    },
    'PUT /api/crm/employee/7/': { json: { params: { user: 7, status: 'active', version: 'v5' } } },
    ...answers,
  });
  const all = Object.fromEntries(SECTIONS.map((section) => [section, 'write']));
  session.permissions.set((own ?? { ...all, chats: 'read', tasks: 'performer' }) as Record<string, string>);
  return server;
}
