import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import {
  buildingAccess,
  employeeDetails,
  employeeHistory,
  employeePage,
} from '#resources/protocol/people/employees.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { idParams, route } from '#server/http/route.ts';
import { showBuildingAccess } from './building-access.ts';
import { createExampleEmployee } from './example.ts';
import { selectEmployeeHistory } from './history.ts';
import { EMPLOYEE_URL, employeePageLink, employeeQuery } from './page.ts';
import { countStaff, staffRow, staffRows } from './queries.ts';
import { showEmployee, showEmployeeRows } from './show.ts';

/** All staff of the company: the list is not limited to the reader's buildings. */
const SEE_ACCESS = { kind: 'section', section: 'employees', action: 'see', scope: 'none' } as const;

const beforeId = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'validation.number')
  .transform(Number)
  .optional();

/** Read routes of employees (EMP-*); write routes are in `change-routes.ts`. */
export function employeesRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db } = context;
  route(app, {
    method: 'GET',
    url: EMPLOYEE_URL,
    summary: 'Сотрудники по страницам; из адресов – первые тридцать, сколько всего – в objects_count',
    access: SEE_ACCESS,
    query: employeeQuery,
    answer: employeePage,
    example: () => ({ url: `${EMPLOYEE_URL}?page=1&page_size=10` }),
    handle: async ({ reader, query }) => {
      const count = await countStaff(db, query.search);
      const rows = await staffRows(db, query, context.guard.extraSections());
      const { page, page_size } = query;
      return {
        count,
        number: page,
        page_size,
        next: page * page_size < count ? employeePageLink(query, page + 1) : null,
        previous: page > 1 ? employeePageLink(query, page - 1) : null,
        results: await showEmployeeRows(context, reader, rows),
      };
    },
  });

  route(app, {
    method: 'GET',
    url: `${EMPLOYEE_URL}:id/`,
    summary: 'Сотрудник со всеми правами и объектами',
    access: SEE_ACCESS,
    params: idParams,
    answer: employeeDetails,
    example: async (world) => ({ url: await createExampleEmployee(world) }),
    handle: async ({ reader, params }) => {
      const employee = await showEmployee(context, reader, params.id);
      if (!employee) throw new ApiError('not_found');
      return employee;
    },
  });

  route(app, {
    method: 'GET',
    url: `${EMPLOYEE_URL}:id/history/`,
    summary: 'Кто и что менял у сотрудника, новое сверху',
    access: SEE_ACCESS,
    params: idParams,
    query: z.object({ before: beforeId }),
    answer: employeeHistory,
    example: async (world) => ({ url: `${await createExampleEmployee(world)}history/` }),
    handle: async ({ params, query }) => {
      if (!(await staffRow(db, params.id))) throw new ApiError('not_found');
      return selectEmployeeHistory(db, params.id, query.before ?? null);
    },
  });

  route(app, {
    method: 'GET',
    url: '/api/crm/buildings/:id/access/',
    summary: 'Кому открыт дом и что кто в нём может',
    access: { ...SEE_ACCESS, scope: 'buildings', outside: { building: 404, entrance: 200 } },
    params: idParams,
    answer: buildingAccess,
    example: ({ home }) => ({ url: `/api/crm/buildings/${home.building}/access/` }),
    handle: async ({ reader, params }) => {
      const access = await showBuildingAccess(context, reader, params.id);
      if (!access) throw new ApiError('not_found');
      return access;
    },
  });
}
