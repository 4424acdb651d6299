import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { can, SECTIONS } from '#resources/language/access.ts';
import { idsRule } from '#resources/language/kinds/kind.ts';
import { type EmployeeSaved, employeeSaved, sectionsBody } from '#resources/protocol/people/employees.ts';
import { editedVersion } from '#resources/protocol/versions.ts';
import { requireConfirmationIfConfigured } from '#server/access/confirmed.ts';
import type { Reader } from '#server/access/reader.ts';
import { logSecurityEvent } from '#server/access/security-log.ts';
import { revokeFormerPhone } from '#server/access/telephone.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { idParams, route } from '#server/http/route.ts';
import {
  type EmployeePair,
  employeeWrites,
  personalRules,
  personalValues,
  refuseLastOfRole,
  settlePersonal,
  settleServices,
} from './change.ts';
import { hasMoreAccess, insertEmployee, lockEmployeeChanges, updateEmployee, writeLevels } from './change-queries.ts';
import { createExampleEmployee, exampleEmployeeBody } from './example.ts';
import { invite } from './invitation.ts';
import { EMPLOYEE_URL } from './page.ts';
import { settlePorches } from './porch-queries.ts';
import { staffRow } from './queries.ts';
import { settleLevels } from './rights.ts';
import { computeWrittenVersion, selectVersionInput } from './version.ts';

const createBody = z.object(personalRules);
/** Omitted rights stay unchanged. */
const updateBody = createBody.extend({
  sections: sectionsBody.optional(),
  // An empty list closes every entrance; if omitted, they stay.
  porches: idsRule('validation.required', 0).optional(),
  services: z
    .array(z.int('validation.unknown').min(1, 'validation.unknown'))
    .max(1000, 'validation.tooMany')
    .optional(),
  version: editedVersion.optional(),
});

export const EMPLOYEE_CHANGE_ACCESS = {
  kind: 'section',
  section: 'employees',
  action: 'change',
  scope: 'none',
} as const;

/** Levels of a new employee until they are changed: reading announcements, like everybody (EMP-38). */
const INITIAL_LEVELS = Object.fromEntries(
  SECTIONS.map((section) => [section, section === 'news' ? ('read' as const) : ('denied' as const)]),
);

/** Saves the edit form of an employee: personal data, rights, entrances, services. */
function saveEmployeeForm(
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
    parts: async (trx: Db, { employee }: EmployeePair) => [await selectVersionInput(trx, employee, extraSections)],
  };
  return employeeWrites(context).change(call, { id, base }, async (trx, pair) => {
    const { giver, employee } = pair;
    const employeeRow = await settlePersonal(trx, personal, pair);
    const changed = settleLevels(employee, sections, { ...giver, extraSections, performers });
    const levels = { ...employee.levels, ...changed };
    if (can(employee.levels, 'employees', 'change') && !can(levels, 'employees', 'change')) {
      await refuseLastOfRole(trx, employee);
    }
    await writeLevels(trx, id, changed);
    const porchChange = porches ? await settlePorches(trx, giver.id, id, porches) : { added: [], removed: [] };
    if (!porchChange) throw new FieldsError({ porches: ['employees.refused.porch'] }, 'rights porch');
    const serviceChange = performers ? await settleServices(trx, pair, levels, services) : null;
    const areRightsChanged = [changed, porchChange.added, porchChange.removed, serviceChange ?? {}].some(
      (change) => Object.keys(change).length > 0,
    );
    const isPhoneChanged = employee.phone !== employeeRow.phone;
    if (areRightsChanged || isPhoneChanged)
      await requireConfirmationIfConfigured({ db: trx, settings, now }, call.reader);
    await updateEmployee(trx, id, employeeRow, now());
    const nextVersion = await computeWrittenVersion(trx, id, extraSections);
    // Invitations, codes and links sent to the former phone stop working.
    if (isPhoneChanged) await revokeFormerPhone(trx, id, now());
    const isReinvited = isPhoneChanged && employee.status === 'created';
    if (isReinvited) await invite(trx, id, { request: call.request, publicUrl: settings.publicUrl, now: now() });

    const previousLevels = Object.fromEntries(
      Object.keys(changed).map((name) => [name, employee.levels[name] ?? 'denied']),
    );
    const before = {
      ...personalValues(employee),
      sections: previousLevels,
      services: serviceChange?.before,
      porches_removed: porchChange.removed,
    };
    const after = {
      ...employeeRow,
      sections: changed,
      services: serviceChange?.after,
      porches_added: porchChange.added,
    };
    const saved = { user: id, status: employee.status, version: nextVersion };
    return {
      result: { moved: isReinvited, another: isPhoneChanged, rights: areRightsChanged, saved },
      logged: { before, after },
    };
  });
}

/** Routes that create, change and invite employees (EMP-26, EMP-45). */
export function employeesChangeRoutes(app: FastifyInstance, context: ServerContext): void {
  const { guard, invitations, settings, now } = context;
  const { publicUrl } = settings;
  const writes = employeeWrites(context);

  route(app, {
    method: 'POST',
    url: EMPLOYEE_URL,
    summary: 'Новый сотрудник: получает приглашение по СМС, прав пока нет',
    access: EMPLOYEE_CHANGE_ACCESS,
    body: createBody,
    once: true,
    ok: 201,
    answer: employeeSaved,
    example: async (world) => ({ url: EMPLOYEE_URL, body: await exampleEmployeeBody(world) }),
    handle: ({ body, ...call }) =>
      writes.create(call, {
        afterCommit: async ({ params }: { params: EmployeeSaved }) => ({
          params: { ...params, invited: await invitations.deliver(params.user, call.request.log) },
        }),
        create: async (trx) => {
          const giver = await lockEmployeeChanges(trx, call.reader, guard.extraSections());
          const employeeRow = await settlePersonal(trx, body, { giver, employee: null });
          const user = await insertEmployee(trx, employeeRow, INITIAL_LEVELS, now());
          await invite(trx, user, { request: call.request, publicUrl, now: now() });
          const version = await computeWrittenVersion(trx, user, guard.extraSections());
          return { id: user, answer: { params: { user, status: 'created' as const, version } }, after: employeeRow };
        },
        isStillVisible: async (trx, { params }) => (await staffRow(trx, params.user)) !== null,
      }),
  });

  route(app, {
    method: 'PUT',
    url: `${EMPLOYEE_URL}:id/`,
    summary: 'Изменить сотрудника; права и подъезды, которых нет у вас, остаются прежними',
    access: { ...EMPLOYEE_CHANGE_ACCESS, scope: 'buildings', outside: { building: 400, entrance: 400 } },
    params: idParams,
    body: updateBody,
    answer: employeeSaved,
    example: async (world) => {
      const url = await createExampleEmployee(world);
      return { url, body: { ...(await exampleEmployeeBody(world)), porches: [world.home.porch] } };
    },
    handle: async ({ params, body, ...call }) => {
      const { request, reader } = call;
      const outcome = await saveEmployeeForm(context, call, params.id, body);
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
    access: EMPLOYEE_CHANGE_ACCESS,
    params: idParams,
    answer: employeeSaved,
    example: async (world) => ({ url: `${await createExampleEmployee(world)}invite/` }),
    handle: async ({ params, ...call }) => {
      const { request } = call;
      await writes.change(call, { id: params.id, action: 'invite' }, async (trx, { giver, employee }) => {
        if (employee.status !== 'created') throw new ApiError('not_invited');
        // Whoever triggers the link might be able to read it, and so gain rights that they lack.
        if (await hasMoreAccess(trx, employee, giver)) throw new ApiError('cannot_invite');
        if (!(await invite(trx, employee.id, { request, publicUrl, now: now() }))) throw new ApiError('sms_limit');
        return { result: undefined, logged: {} };
      });
      if (!(await invitations.deliver(params.id, request.log))) throw new ApiError('invitation_waits');
      return { params: { user: params.id, status: 'created' as const, invited: true } };
    },
  });
}
