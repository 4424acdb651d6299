import type { FastifyInstance } from 'fastify';
import { viewAnswer } from '#resources/protocol/employees.ts';
import { audit } from '#server/access/audit.ts';
import { logDeed } from '#server/access/security-log.ts';
import { endToken, LIFETIME } from '#server/access/tokens.ts';
import { issueView } from '#server/access/view.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { idParams, route } from '#server/http/route.ts';
import { pairOf } from './change.ts';
import { hasMore } from './change-queries.ts';
import { CHANGE } from './change-routes.ts';
import { newEmployee } from './example.ts';
import { EMPLOYEE_URL } from './page.ts';

const END = `${EMPLOYEE_URL}view/end/`;

/**
 * The console as an employee sees it: a token of his that reads and writes nothing (`server/access/guard.ts`), for a quarter of
 * an hour, tied to the session of who looks. Nobody sees more that way than he could himself.
 */
export function employeesViewRoutes(app: FastifyInstance, { db, guard, now }: ServerContext): void {
  route(app, {
    method: 'POST',
    url: `${EMPLOYEE_URL}:id/view/`,
    summary: 'Посмотреть консоль глазами сотрудника: токен только для чтения',
    access: CHANGE,
    params: idParams,
    answer: viewAnswer,
    example: async (world) => ({ url: `${await newEmployee(world)}view/` }),
    handle: ({ reader, params, request }) =>
      db.transaction().execute(async (trx) => {
        const { giver, employee } = await pairOf(trx, reader, params.id, guard.extraSections());
        if (employee.status === 'suspended' || (await hasMore(trx, employee, giver))) throw new ApiError('cannot_view');
        const token = await issueView(trx, employee.id, reader.token.id, now());
        const deed = { user: reader.user, action: 'view', resource: 'employees', record: employee.id };
        await audit(trx, { ...deed, request: request.id, address: request.ip });
        logDeed(request, { action: 'view', user: reader.user, record: employee.id });
        const name = `${employee.first_name} ${employee.last_name}`;
        return { token, expires_in: LIFETIME.view / 1000, user: employee.id, name };
      }),
  });

  route(app, {
    method: 'POST',
    url: END,
    summary: 'Закончить просмотр глазами сотрудника',
    access: { kind: 'staff', scope: 'none', tokens: ['view'] },
    ok: 204,
    example: () => ({ url: END }),
    handle: async ({ reader, request }) => {
      const { viewer } = reader;
      // With a session of one's own nothing is looked at, and nothing has to end.
      if (viewer === undefined) return undefined;
      await db.transaction().execute(async (trx) => {
        await endToken(trx, reader.token.id);
        const deed = { user: viewer, action: 'view-end', resource: 'employees', record: reader.user };
        await audit(trx, { ...deed, request: request.id, address: request.ip });
      });
      return undefined;
    },
  });
}
