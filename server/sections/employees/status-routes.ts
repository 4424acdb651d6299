import type { FastifyInstance } from 'fastify';
import { type EmployeeSaved, employeeSaved, suspendBody } from '#resources/protocol/people/employees.ts';
import { mustBeConfirmed } from '#server/access/confirmed.ts';
import { logSecurityEvent } from '#server/access/security-log.ts';
import { endTokens } from '#server/access/tokens.ts';
import { isAbove } from '#server/access/view.ts';
import type { ServerContext } from '#server/context.ts';
import type { UserStatus } from '#server/db/tables/access.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { idParams, route } from '#server/http/route.ts';
import { hidePerson, restorePerson } from '#server/records/kit/deleted-people.ts';
import { purgeAfterUndo } from '#server/records/kit/undo.ts';
import { employeeWrites, keepLastOfRole, type Pair, personalValues } from './change.ts';
import { lockEmployeeChanges, purgeEmployees, storedEmployee, updateEmployee } from './change-queries.ts';
import { CHANGE } from './change-routes.ts';
import { newEmployee } from './example.ts';
import { EMPLOYEE_URL } from './page.ts';
import { writtenVersion } from './version.ts';

/**
 * Leaders of the company are shut out only by another leader. For everybody else the right to change employees is
 * enough.
 * @throws ApiError status_beyond_rights
 */
function mustNotBeAbove({ employee, giver }: Pair): void {
  if (isAbove(employee, giver)) throw new ApiError('status_beyond_rights');
}

/** Blocking, deleting and taking a deletion back (EMP-14, EMP-15). */
export function employeesStatusRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, bus, guard, now, settings } = context;
  const writes = employeeWrites(context);
  const purge = purgeAfterUndo(app, 'employees', () => purgeEmployees(db, now()));

  /**
   * Ends what the person is signed in with. Their sockets are closed by the change of status too, which a trigger tells
   * (`server/db/migrations/0011-access-told.ts`).
   */
  const signOut = (trx: Db, user: number, withInvitation: boolean) =>
    endTokens(trx, bus, ({ and, eb }) =>
      and([eb('user_id', '=', user), ...(withInvitation ? [] : [eb('purpose', '!=', 'activation')])]),
    );

  route(app, {
    method: 'POST',
    url: `${EMPLOYEE_URL}:id/suspend/`,
    summary: 'Заблокировать (flag: true) или разблокировать сотрудника',
    access: CHANGE,
    params: idParams,
    body: suspendBody,
    answer: employeeSaved,
    example: async (world) => ({ url: `${await newEmployee(world)}suspend/`, body: { flag: true } }),
    handle: ({ params: { id }, body, ...call }) => {
      const action = body.flag ? 'suspend' : 'unsuspend';
      return writes.change<{ params: EmployeeSaved }>(call, { id, action }, async (trx, pair) => {
        const { employee } = pair;
        const free: UserStatus = employee.password_hash === null ? 'created' : 'active';
        const status = body.flag ? 'suspended' : free;
        if (body.flag === (employee.status === 'suspended')) {
          return { result: { params: { user: id, status: employee.status } }, logged: null };
        }
        mustNotBeAbove(pair);
        if (body.flag) await keepLastOfRole(trx, employee);
        await updateEmployee(trx, id, { status }, now());
        if (body.flag) await signOut(trx, id, false);
        const version = await writtenVersion(trx, id, guard.extraSections());
        const logged = { before: { status: employee.status }, after: { status } };
        return { result: { params: { user: id, status, version } }, logged };
      });
    },
  });

  route(app, {
    method: 'DELETE',
    url: `${EMPLOYEE_URL}:id/`,
    summary: 'Удалить сотрудника; 10 секунд его можно вернуть',
    access: CHANGE,
    params: idParams,
    answer: employeeSaved,
    example: async (world) => ({ url: await newEmployee(world) }),
    handle: async ({ params: { id }, ...call }) => {
      const { user } = call.reader;
      await writes.remove(call, id, async (trx, pair) => {
        const { employee } = pair;
        mustNotBeAbove(pair);
        await keepLastOfRole(trx, employee);
        await mustBeConfirmed({ db: trx, settings, now }, call.reader);
        await hidePerson(trx, 'employee_deletions', employee, now(), { deleted_by: user });
        await signOut(trx, id, true);
        return personalValues(employee);
      });
      logSecurityEvent(call.request, { action: 'employee-deleted', user, record: id });
      purge();
      return { params: { user: id, status: 'deleted' as const } };
    },
  });

  route(app, {
    method: 'POST',
    url: `${EMPLOYEE_URL}:id/restore/`,
    summary: 'Вернуть сотрудника, удалённого только что',
    access: CHANGE,
    params: idParams,
    answer: employeeSaved,
    example: async (world) => {
      const url = await newEmployee(world);
      await world.send('DELETE', { url });
      return { url: `${url}restore/` };
    },
    handle: ({ params: { id }, ...call }) =>
      writes.restore(call, id, async (trx) => {
        const giver = await lockEmployeeChanges(trx, call.reader, guard.extraSections());
        const restored = await restorePerson(trx, 'employee_deletions', id, now());
        if (restored === 'late') throw new ApiError('not_found');
        if (restored === 'taken') throw new FieldsError({ detail: ['employees.refused.phoneBack'] });
        const employee = await storedEmployee(trx, id, guard.extraSections());
        if (!employee) throw new ApiError('not_found');
        mustNotBeAbove({ employee, giver });
        return { result: { params: { user: id, status: restored.status } } };
      }),
  });
}
