import type { FastifyInstance } from 'fastify';
import { type EmployeeSaved, employeeSaved, suspendBody } from '#resources/protocol/people/employees.ts';
import { requireConfirmationIfConfigured } from '#server/access/confirmed.ts';
import { logSecurityEvent } from '#server/access/security-log.ts';
import { endTokens } from '#server/access/tokens.ts';
import { isHigherRole } from '#server/access/view.ts';
import type { ServerContext } from '#server/context.ts';
import type { UserStatus } from '#server/db/tables/access.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { idParams, route } from '#server/http/route.ts';
import { hidePerson, restorePerson } from '#server/records/kit/deleted-people.ts';
import { purgeAfterUndo } from '#server/records/kit/undo.ts';
import { type EmployeePair, employeeWrites, personalValues, refuseLastOfRole } from './change.ts';
import { lockEmployee, lockEmployeeChanges, purgeEmployees, updateEmployee } from './change-queries.ts';
import { EMPLOYEE_CHANGE_ACCESS } from './change-routes.ts';
import { createExampleEmployee } from './example.ts';
import { EMPLOYEE_URL } from './page.ts';
import { computeWrittenVersion } from './version.ts';

/**
 * Only a leader of the company may block or delete another leader; for everybody else the right to change employees is enough.
 * @throws ApiError status_beyond_rights
 */
function refuseIfAbove({ employee, giver }: EmployeePair): void {
  if (isHigherRole(employee, giver)) throw new ApiError('status_beyond_rights');
}

/** Blocking, deleting and restoring employees (EMP-14, EMP-15). */
export function employeesStatusRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, bus, guard, now, settings } = context;
  const writes = employeeWrites(context);
  const purge = purgeAfterUndo(app, 'employees', () => purgeEmployees(db, now()));

  /**
   * Ends the person's sessions. A trigger also closes their sockets when the status changes
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
    access: EMPLOYEE_CHANGE_ACCESS,
    params: idParams,
    body: suspendBody,
    answer: employeeSaved,
    example: async (world) => ({ url: `${await createExampleEmployee(world)}suspend/`, body: { flag: true } }),
    handle: ({ params: { id }, body, ...call }) => {
      const action = body.flag ? 'suspend' : 'unsuspend';
      return writes.change<{ params: EmployeeSaved }>(call, { id, action }, async (trx, pair) => {
        const { employee } = pair;
        const unblockedStatus: UserStatus = employee.password_hash === null ? 'created' : 'active';
        const status = body.flag ? 'suspended' : unblockedStatus;
        if (body.flag === (employee.status === 'suspended')) {
          return { result: { params: { user: id, status: employee.status } }, logged: null };
        }
        refuseIfAbove(pair);
        if (body.flag) await refuseLastOfRole(trx, employee);
        await updateEmployee(trx, id, { status }, now());
        if (body.flag) await signOut(trx, id, false);
        const version = await computeWrittenVersion(trx, id, guard.extraSections());
        const logged = { before: { status: employee.status }, after: { status } };
        return { result: { params: { user: id, status, version } }, logged };
      });
    },
  });

  route(app, {
    method: 'DELETE',
    url: `${EMPLOYEE_URL}:id/`,
    summary: 'Удалить сотрудника; 10 секунд его можно вернуть',
    access: EMPLOYEE_CHANGE_ACCESS,
    params: idParams,
    answer: employeeSaved,
    example: async (world) => ({ url: await createExampleEmployee(world) }),
    handle: async ({ params: { id }, ...call }) => {
      const { user } = call.reader;
      await writes.remove(call, id, async (trx, pair) => {
        const { employee } = pair;
        refuseIfAbove(pair);
        await refuseLastOfRole(trx, employee);
        await requireConfirmationIfConfigured({ db: trx, settings, now }, call.reader);
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
    access: EMPLOYEE_CHANGE_ACCESS,
    params: idParams,
    answer: employeeSaved,
    example: async (world) => {
      const url = await createExampleEmployee(world);
      await world.send('DELETE', { url });
      return { url: `${url}restore/` };
    },
    handle: ({ params: { id }, ...call }) =>
      writes.restore(call, id, async (trx) => {
        const giver = await lockEmployeeChanges(trx, call.reader, guard.extraSections());
        const restored = await restorePerson(trx, 'employee_deletions', id, now());
        if (restored === 'late') throw new ApiError('not_found');
        if (restored === 'taken') throw new FieldsError({ detail: ['employees.refused.phoneBack'] });
        const employee = await lockEmployee(trx, id, guard.extraSections());
        if (!employee) throw new ApiError('not_found');
        refuseIfAbove({ employee, giver });
        return { result: { params: { user: id, status: restored.status } } };
      }),
  });
}
