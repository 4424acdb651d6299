import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { can, SECTIONS } from '#resources/language/access.ts';
import { idsRule } from '#resources/language/kinds/kind.ts';
import { type EmployeeSaved, employeeSaved, sectionsBody } from '#resources/protocol/people/employees.ts';
import { seenVersion } from '#resources/protocol/versions.ts';
import { mustBeConfirmed } from '#server/access/confirmed.ts';
import type { Reader } from '#server/access/reader.ts';
import { logSecurityEvent } from '#server/access/security-log.ts';
import { leaveTelephone } from '#server/access/telephone.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { idParams, route } from '#server/http/route.ts';
import {
  employeeWrites,
  keepLastOfRole,
  type Pair,
  personalRules,
  personalValues,
  settlePersonal,
  settleServices,
} from './change.ts';
import { hasMore, insertEmployee, lockEmployeeChanges, updateEmployee, writeLevels } from './change-queries.ts';
import { newBody, newEmployee } from './example.ts';
import { invite } from './invitation.ts';
import { EMPLOYEE_URL } from './page.ts';
import { settlePorches } from './porch-queries.ts';
import { staffRow } from './queries.ts';
import { settleLevels } from './rights.ts';
import { versionedEmployee, writtenVersion } from './version.ts';

const createBody = z.object(personalRules);
/** Rights it leaves out stay as they are. */
const updateBody = createBody.extend({
  sections: sectionsBody.optional(),
  // None at all closes every entrance; left out, they stay.
  porches: idsRule('validation.required', 0).optional(),
  services: z
    .array(z.int('validation.unknown').min(1, 'validation.unknown'))
    .max(1000, 'validation.tooMany')
    .optional(),
  version: seenVersion.optional(),
});

export const CHANGE = { kind: 'section', section: 'employees', action: 'change', scope: 'none' } as const;

/** The levels of a new employee until they are changed: read announcements, like everybody (EMP-38). */
const FIRST_LEVELS = Object.fromEntries(
  SECTIONS.map((section) => [section, section === 'news' ? ('read' as const) : ('denied' as const)]),
);

/** Saves what the edit form says of an employee: personal data, rights, entrances, kinds of work. */
function updateByForm(
  context: ServerContext,
  call: { reader: Reader; request: FastifyRequest },
  id: number,
  { sections = {}, porches, services, version, ...personal }: z.output<typeof updateBody>,
) {
  const { guard, settings, now } = context;
  const extraSections = guard.extraSections();
  const performers = settings.featureServices;
  const base = {
    version,
    parts: async (trx: Db, { employee }: Pair) => [await versionedEmployee(trx, employee, extraSections)],
  };
  return employeeWrites(context).change(call, { id, base }, async (trx, pair) => {
    const { giver, employee } = pair;
    const employeeRow = await settlePersonal(trx, personal, pair);
    const changed = settleLevels(employee, sections, { ...giver, extraSections, performers });
    const levels = { ...employee.levels, ...changed };
    if (can(employee.levels, 'employees', 'change') && !can(levels, 'employees', 'change')) {
      await keepLastOfRole(trx, employee);
    }
    await writeLevels(trx, id, changed);
    const porchChange = porches ? await settlePorches(trx, giver.id, id, porches) : { added: [], removed: [] };
    if (!porchChange) throw new FieldsError({ porches: ['employees.refused.porch'] }, 'rights porch');
    const work = performers ? await settleServices(trx, pair, levels, services) : null;
    const rights = [changed, porchChange.added, porchChange.removed, work ?? {}].some(
      (part) => Object.keys(part).length > 0,
    );
    const another = employee.phone !== employeeRow.phone;
    if (rights || another) await mustBeConfirmed({ db: trx, settings, now }, call.reader);
    await updateEmployee(trx, id, employeeRow, now());
    const next = await writtenVersion(trx, id, extraSections);
    // Invitations, codes and links sent to the former phone stop working.
    if (another) await leaveTelephone(trx, id, now());
    const moved = another && employee.status === 'created';
    if (moved) await invite(trx, id, { request: call.request, publicUrl: settings.publicUrl, now: now() });

    const had = Object.fromEntries(Object.keys(changed).map((name) => [name, employee.levels[name] ?? 'denied']));
    const before = {
      ...personalValues(employee),
      sections: had,
      services: work?.before,
      porches_removed: porchChange.removed,
    };
    const after = { ...employeeRow, sections: changed, services: work?.after, porches_added: porchChange.added };
    const saved = { user: id, status: employee.status, version: next };
    return { result: { moved, another, rights, saved }, logged: { before, after } };
  });
}

/** New employees and changes of them (EMP-26, EMP-45). */
export function employeesChangeRoutes(app: FastifyInstance, context: ServerContext): void {
  const { guard, invitations, settings, now } = context;
  const { publicUrl } = settings;
  const writes = employeeWrites(context);

  route(app, {
    method: 'POST',
    url: EMPLOYEE_URL,
    summary: 'Новый сотрудник: получает приглашение по СМС, прав пока нет',
    access: CHANGE,
    body: createBody,
    once: true,
    ok: 201,
    answer: employeeSaved,
    example: async (world) => ({ url: EMPLOYEE_URL, body: await newBody(world) }),
    handle: ({ body, ...call }) =>
      writes.create(call, {
        afterCommit: async ({ params }: { params: EmployeeSaved }) => ({
          params: { ...params, invited: await invitations.deliver(params.user, call.request.log) },
        }),
        make: async (trx) => {
          const giver = await lockEmployeeChanges(trx, call.reader, guard.extraSections());
          const employeeRow = await settlePersonal(trx, body, { giver, employee: null });
          const user = await insertEmployee(trx, employeeRow, FIRST_LEVELS, now());
          await invite(trx, user, { request: call.request, publicUrl, now: now() });
          const version = await writtenVersion(trx, user, guard.extraSections());
          return { id: user, answer: { params: { user, status: 'created' as const, version } }, after: employeeRow };
        },
        stands: async (trx, { params }) => (await staffRow(trx, params.user)) !== null,
      }),
  });

  route(app, {
    method: 'PUT',
    url: `${EMPLOYEE_URL}:id/`,
    summary: 'Изменить сотрудника; права и подъезды, которых нет у вас, остаются прежними',
    access: { ...CHANGE, scope: 'buildings', outside: { building: 400, entrance: 400 } },
    params: idParams,
    body: updateBody,
    answer: employeeSaved,
    example: async (world) => {
      const url = await newEmployee(world);
      return { url, body: { ...(await newBody(world)), porches: [world.home.porch] } };
    },
    handle: async ({ params, body, ...call }) => {
      const { request, reader } = call;
      const outcome = await updateByForm(context, call, params.id, body);
      const logFields = { user: reader.user, record: params.id };
      if (outcome.rights) logSecurityEvent(request, { action: 'rights-changed', ...logFields });
      if (outcome.another) logSecurityEvent(request, { action: 'phone-changed', ...logFields });
      const sent = outcome.moved ? { invited: await invitations.deliver(params.id, request.log) } : {};
      return { params: { ...outcome.saved, ...sent } };
    },
  });

  route(app, {
    method: 'POST',
    url: `${EMPLOYEE_URL}:id/invite/`,
    summary: 'Выслать приглашение ещё раз',
    access: CHANGE,
    params: idParams,
    answer: employeeSaved,
    example: async (world) => ({ url: `${await newEmployee(world)}invite/` }),
    handle: async ({ params, ...call }) => {
      const { request } = call;
      await writes.change(call, { id: params.id, action: 'invite' }, async (trx, { giver, employee }) => {
        if (employee.status !== 'created') throw new ApiError('not_invited');
        // The sender of a link may have a way to read it, and with it rights that they lack.
        if (await hasMore(trx, employee, giver)) throw new ApiError('cannot_invite');
        if (!(await invite(trx, employee.id, { request, publicUrl, now: now() }))) throw new ApiError('sms_limit');
        return { result: undefined, logged: {} };
      });
      if (!(await invitations.deliver(params.id, request.log))) throw new ApiError('invitation_waits');
      return { params: { user: params.id, status: 'created' as const, invited: true } };
    },
  });
}
