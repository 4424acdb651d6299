import * as z from 'zod';
import { LEVELS } from '#resources/language/access.ts';
import { scalarFields } from '#resources/language/scalar-fields.ts';
import { employees } from '#resources/sections/employees.ts';
import { sectionLevels } from '../access/permissions.ts';
import { recordVersion } from '../versions.ts';

const id = z.number().int();
const address = { id, street: z.string(), number: z.string() };
const porch = z.object({ id, number: z.number().int() });
const company = z.object({ id, label: z.string() });

/**
 * Item of `GET /api/crm/scenarios/companies/` (employees.md): `is_tenant` marks the head company, all others are subsidiaries
 * (EMP-25). `closed` (ours): its employees stay, but it gets no new ones.
 */
export const companyItem = z.object({
  id,
  label: z.string(),
  is_tenant: z.boolean(),
  closed: z.literal(true).optional(),
});
export type CompanyItem = z.output<typeof companyItem>;

/** Maximum number of buildings, and of entrances, in a list item; the response for one employee has all of them. */
export const ADDRESSES_IN_LIST = 30;

const { shapes } = scalarFields(employees, ['status']);

/** Common keys of a list item and of a single employee (employees.md). */
const common = {
  /** Id of the person. */
  user: id,
  ...shapes,
  // May be missing for people entered by other software.
  gender: shapes.gender.nullable(),
  position: shapes.position.nullable(),
  company: company.nullable(),
  email: z.string().nullable(),
  status: z.enum(['active', 'created', 'suspended']),
  avatar: z.string().nullable(),
  user_chat_id: z.string().nullable(),
  /** The company again if it is the head company. */
  tenant: company.nullable(),
  sections: sectionLevels,
  /** Number of buildings with at least one open entrance (EMP-03); can be more than a list item contains. */
  objects_count: z.number().int(),
};

/** Item of `GET /api/crm/employee/`; at most `ADDRESSES_IN_LIST` buildings and as many entrances. */
const employeeItem = z.object({
  ...common,
  /** Buildings with all entrances open to them. */
  buildings: z.array(z.object(address)),
  /** Open entrances of the other buildings. */
  porches: z.array(porch.extend({ building: z.object(address) })),
});
export type EmployeeItem = z.output<typeof employeeItem>;

/** `GET /api/crm/employee/` (EMP-02). */
export const employeePage = z.object({
  count: z.number().int(),
  number: z.number().int(),
  page_size: z.number().int(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  results: z.array(employeeItem),
});
export type EmployeePage = z.output<typeof employeePage>;

/**
 * `GET /api/crm/employee/{id}/` (API-17): all their buildings and entrances, including those out of the reader's reach
 * (EMP-42).
 */
export const employeeDetails = z.object({
  ...common,
  buildings: z.array(z.object({ ...address, porches: z.array(porch) })),
  porches: z.array(porch.extend({ building: z.object(address) })),
  services: z.array(z.object({ id, name: z.string(), icon: z.string() })),
  /** Levels by section that the reader may grant them; empty if the reader may not change their rights (PERM-23). */
  may_give: z.record(z.string(), z.array(z.enum(LEVELS))),
  version: recordVersion.optional(),
  /** When their invitation link was sent, ISO in UTC; null if there is no valid one. */
  invited_at: z.string().nullable(),
});
export type EmployeeDetails = z.output<typeof employeeDetails>;

/** `POST /api/crm/employee/{id}/suspend/`: true blocks, false unblocks (EMP-14). */
export const suspendBody = z.object({ flag: z.boolean({ error: 'validation.choice' }) });

/** Sections of an update; missing ones stay unchanged. */
export const sectionsBody = z.record(z.string().max(60), z.enum(LEVELS, { error: 'validation.level' }));

/** Response to a change (API-07). */
export const employeeSaved = z.object({
  params: z.object({
    user: id,
    status: z.enum(['active', 'created', 'suspended', 'deleted']),
    version: recordVersion.optional(),
    /** Only for a new employee: whether the SMS with their link was sent. */
    invited: z.boolean().optional(),
  }),
});
export type EmployeeSaved = z.output<typeof employeeSaved>['params'];

/** `POST /api/crm/employee/{id}/link/`: the link by which an invited employee sets a password; earlier links become invalid. */
export const handedLink = z.object({
  link: z.string(),
  /** Expiry, ISO in UTC. */
  until: z.string(),
});
export type HandedLink = z.output<typeof handedLink>;

/** One part of a change: a field, a section (`sections.tasks`), or the number of added or removed entrances. */
const employeeDifference = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** The first buildings of the added or removed entrances, by address. */
  houses: z.array(z.object({ street: z.string(), number: z.string(), porches: z.array(z.number().int()) })).optional(),
  /** Number of further buildings. */
  more: z.number().int().optional(),
});

/** Item of `GET /api/crm/employee/{id}/history/`, newest first. */
const employeeHistoryEntry = z.object({
  id,
  /** ISO in UTC. */
  at: z.string(),
  action: z.string(),
  /** Author; null if it was not a signed-in user. */
  by: z.object({ user: id, name: z.string() }).nullable(),
  changes: z.array(employeeDifference),
});
export type EmployeeHistoryEntry = z.output<typeof employeeHistoryEntry>;

/** `before`: id for the next page; null at the end. */
export const employeeHistory = z.object({ results: z.array(employeeHistoryEntry), before: id.nullable() });
export type EmployeeHistory = z.output<typeof employeeHistory>;

/** `POST /api/crm/employee/{id}/view/`: a read-only token with the employee's view. */
export const viewAnswer = z.object({
  token: z.string(),
  /** Lifetime, seconds. */
  expires_in: z.number().int(),
  user: id,
  name: z.string(),
});
export type ViewAnswer = z.output<typeof viewAnswer>;

/** `GET /api/crm/buildings/{id}/access/`: the people with access to a building, with their levels. */
export const buildingAccess = z.object({
  building: z.object(address),
  people: z.array(
    z.object({
      user: id,
      first_name: z.string(),
      last_name: z.string(),
      position: z.string().nullable(),
      avatar: z.string().nullable(),
      status: z.enum(['active', 'created', 'suspended']),
      /** Whether every entrance of the building is open to them. */
      is_all_porches: z.boolean(),
      porches: z.array(porch),
      sections: sectionLevels,
    }),
  ),
});
export type BuildingAccess = z.output<typeof buildingAccess>;
