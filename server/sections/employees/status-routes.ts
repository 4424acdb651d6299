import type { FastifyInstance } from 'fastify';
import { employeeSaved, suspendBody } from '#resources/protocol/employees.ts';
import { audit } from '#server/access/audit.ts';
import { mustBeConfirmed } from '#server/access/confirmed.ts';
import { logDeed } from '#server/access/security-log.ts';
import type { ServerContext } from '#server/context.ts';
import type { UserStatus } from '#server/db/tables/access.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { idParams, route } from '#server/http/route.ts';
import { sessionEnded } from '#server/live/session-ended.ts';
import { keepLastOfRole, pairOf, personalOf } from './change.ts';
import { endSessions, phoneTaken, takeTurn, updateEmployee } from './change-queries.ts';
import { CHANGE } from './change-routes.ts';
import { newEmployee } from './example.ts';
import { EMPLOYEE_URL } from './page.ts';
import { hideEmployee, KEPT, purgeEmployees, takeBack, unhideEmployee } from './undo-queries.ts';
import { writtenVersion } from './version.ts';

/**
 * Takes their rights from deleted employees once their time is over.
 * @returns call it after the commit that hid one. What a process that ended has left goes with the next tidying (`upkeep.ts`)
 */
function purgeLater(app: FastifyInstance, { db, now }: Pick<ServerContext, 'db' | 'now'>): () => void {
  const timers = new Set<NodeJS.Timeout>();
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer);
  });
  return () => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      purgeEmployees(db, now()).catch((error: unknown) =>
        app.log.error({ err: error }, 'the rights of a deleted employee cannot be removed'),
      );
    }, KEPT);
    timer.unref();
    timers.add(timer);
  };
}

/** Blocking, deleting and taking a deletion back (B§4, EMP-14, EMP-15). */
export function employeesStatusRoutes(app: FastifyInstance, building: ServerContext): void {
  const { db, bus, guard, now, settings } = building;
  const purge = purgeLater(app, building);

  /** Ends what the person is signed in with; his sockets close when the transaction commits. */
  const signOut = async (trx: Db, user: number, withInvitation: boolean) => {
    for (const token of await endSessions(trx, user, withInvitation)) await sessionEnded(bus, trx, token);
  };

  route(app, {
    method: 'POST',
    url: `${EMPLOYEE_URL}:id/suspend/`,
    summary: 'Заблокировать (flag: true) или разблокировать сотрудника',
    access: CHANGE,
    params: idParams,
    body: suspendBody,
    answer: employeeSaved,
    example: async (world) => ({ url: `${await newEmployee(world)}suspend/`, body: { flag: true } }),
    handle: ({ reader, params, body, request }) =>
      db.transaction().execute(async (trx) => {
        const { employee } = await pairOf(trx, reader, params.id, guard.extraSections());
        const free: UserStatus = employee.password_hash === null ? 'created' : 'active';
        const status = body.flag ? 'suspended' : free;
        const saved = { user: employee.id };
        if (body.flag === (employee.status === 'suspended')) return { params: { ...saved, status: employee.status } };
        if (body.flag) await keepLastOfRole(trx, employee);
        await updateEmployee(trx, employee.id, { status }, now());
        if (body.flag) await signOut(trx, employee.id, false);
        const whence = { request: request.id, address: request.ip };
        const deed = { user: reader.user, resource: 'employees', record: employee.id, ...whence };
        const action = body.flag ? 'suspend' : 'unsuspend';
        await audit(trx, { ...deed, action, before: { status: employee.status }, after: { status } });
        const version = await writtenVersion(trx, employee.id, guard.extraSections());
        return { params: { ...saved, status, version } };
      }),
  });

  route(app, {
    method: 'DELETE',
    url: `${EMPLOYEE_URL}:id/`,
    summary: 'Удалить сотрудника; 10 секунд его можно вернуть',
    access: CHANGE,
    params: idParams,
    answer: employeeSaved,
    example: async (world) => ({ url: await newEmployee(world) }),
    handle: async ({ reader, params, request }) => {
      await db.transaction().execute(async (trx) => {
        const { employee } = await pairOf(trx, reader, params.id, guard.extraSections());
        await keepLastOfRole(trx, employee);
        await mustBeConfirmed({ db: trx, settings, now }, reader);
        await hideEmployee(trx, employee, reader.user, now());
        await signOut(trx, employee.id, true);
        const deed = { user: reader.user, action: 'delete', resource: 'employees', record: employee.id };
        await audit(trx, { ...deed, before: personalOf(employee), request: request.id, address: request.ip });
      });
      logDeed(request, { action: 'employee-deleted', user: reader.user, record: params.id });
      purge();
      return { params: { user: params.id, status: 'deleted' as const } };
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
    handle: ({ reader, params, request }) =>
      db.transaction().execute(async (trx) => {
        await takeTurn(trx, reader, guard.extraSections());
        const was = await takeBack(trx, params.id, now());
        if (!was) throw new ApiError('not_found');
        if (await phoneTaken(trx, was.phone, null)) {
          throw new FieldsError({ detail: ['employees.refused.phoneBack'] });
        }
        await unhideEmployee(trx, params.id, was, now());
        const deed = { user: reader.user, action: 'restore', resource: 'employees', record: params.id };
        await audit(trx, { ...deed, request: request.id, address: request.ip });
        return { params: { user: params.id, status: was.status } };
      }),
  });
}
