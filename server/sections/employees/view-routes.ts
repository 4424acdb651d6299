import type { FastifyInstance } from 'fastify';
import { viewAnswer } from '#resources/protocol/people/employees.ts';
import { audit } from '#server/access/audit.ts';
import { logSecurityEvent } from '#server/access/security-log.ts';
import { endTokens, LIFETIME } from '#server/access/tokens.ts';
import { issueView } from '#server/access/view.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { idParams, route } from '#server/http/route.ts';
import { employeeWrites } from './change.ts';
import { hasMoreAccess } from './change-queries.ts';
import { EMPLOYEE_CHANGE_ACCESS } from './change-routes.ts';
import { createExampleEmployee } from './example.ts';
import { EMPLOYEE_URL } from './page.ts';

const VIEW_END_PATH = `${EMPLOYEE_URL}view/end/`;

/**
 * The console as an employee sees it: a read-only token of theirs (`server/access/guard.ts`) for 15 minutes, tied to the session
 * of the viewer. It never shows more than the viewer could reach themselves.
 */
export function employeesViewRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, bus, now } = context;
  const writes = employeeWrites(context);

  route(app, {
    method: 'POST',
    url: `${EMPLOYEE_URL}:id/view/`,
    summary: 'Посмотреть консоль глазами сотрудника: токен только для чтения',
    access: EMPLOYEE_CHANGE_ACCESS,
    params: idParams,
    answer: viewAnswer,
    example: async (world) => ({ url: `${await createExampleEmployee(world)}view/` }),
    handle: ({ params, ...call }) =>
      writes.change(call, { id: params.id, action: 'view' }, async (trx, { giver, employee }) => {
        if (employee.status === 'suspended' || (await hasMoreAccess(trx, employee, giver)))
          throw new ApiError('cannot_view');
        const token = await issueView(trx, employee.id, call.reader.token.id, now());
        logSecurityEvent(call.request, { action: 'view', user: call.reader.user, record: employee.id });
        const name = `${employee.first_name} ${employee.last_name}`;
        return { result: { token, expires_in: LIFETIME.view / 1000, user: employee.id, name }, logged: {} };
      }),
  });

  route(app, {
    method: 'POST',
    url: VIEW_END_PATH,
    summary: 'Закончить просмотр глазами сотрудника',
    access: { kind: 'staff', scope: 'none', tokens: ['view'] },
    ok: 204,
    example: () => ({ url: VIEW_END_PATH }),
    handle: async ({ reader, request }) => {
      const { viewer } = reader;
      // A normal session has no view to end.
      if (viewer === undefined) return undefined;
      await db.transaction().execute(async (trx) => {
        await endTokens(trx, bus, ({ eb }) => eb('id', '=', reader.token.id));
        const auditEntry = { user: viewer, action: 'view-end', resource: 'employees', record: reader.user };
        await audit(trx, { ...auditEntry, request: request.id });
      });
      return undefined;
    },
  });
}
