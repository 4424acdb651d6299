import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { can, SECTIONS } from '#resources/language/access.ts';
import { idsRule } from '#resources/language/kinds/kind.ts';
import { fieldRule } from '#resources/language/payload.ts';
import { type EmployeeSaved, employeeSaved, sectionsBody } from '#resources/protocol/employees.ts';
import { seenVersion } from '#resources/protocol/versions.ts';
import { employees } from '#resources/sections/employees.ts';
import { audit } from '#server/access/audit.ts';
import { mustBeConfirmed } from '#server/access/confirmed.ts';
import { logDeed } from '#server/access/security-log.ts';
import { leaveTelephone } from '#server/access/telephone.ts';
import type { ServerContext } from '#server/context.ts';
import type { Gender } from '#server/db/tables/access.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { idParams, route } from '#server/http/route.ts';
import { refuseStale } from '#server/records/record-version.ts';
import { keepLastOfRole, pairOf, personalOf, settlePersonal, settleServices } from './change.ts';
import { hasMore, insertEmployee, takeTurn, updateEmployee, writeLevels } from './change-queries.ts';
import { newBody, newEmployee } from './example.ts';
import { invite } from './invitation.ts';
import { EMPLOYEE_URL } from './page.ts';
import { settlePorches } from './porch-queries.ts';
import { staffRow } from './queries.ts';
import { settleLevels } from './rights.ts';
import { versionedEmployee, writtenVersion } from './version.ts';

const { first_name, last_name, gender, position, company, phone_number } = employees.fields;
/** The rules of the definition, with the types of what they give out. */
const personal = {
  first_name: fieldRule(first_name) as z.ZodType<string>,
  last_name: fieldRule(last_name) as z.ZodType<string>,
  gender: fieldRule(gender) as z.ZodType<Gender>,
  position: fieldRule(position) as z.ZodType<string>,
  company: fieldRule(company) as z.ZodType<number>,
  phone_number: fieldRule(phone_number) as z.ZodType<string>,
};
const createBody = z.object(personal);
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

/** What a new employee may do until somebody gives him rights: read announcements, like everybody (EMP-38). */
const FIRST_LEVELS = Object.fromEntries(
  SECTIONS.map((section) => [section, section === 'news' ? ('read' as const) : ('denied' as const)]),
);

/** New employees and changes of them (B§3, B§7, EMP-26, EMP-45). */
export function employeesChangeRoutes(app: FastifyInstance, building: ServerContext): void {
  const { db, guard, invitations, settings, now } = building;
  const { publicUrl } = settings;

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
    handle: async ({ reader, body, once, request }) => {
      const told = async ({ params }: { params: EmployeeSaved }) => ({
        params: { ...params, invited: await invitations.deliver(params.user, request.log) },
      });
      const made = await db.transaction().execute((trx) =>
        once(trx, {
          told,
          make: async () => {
            const giver = await takeTurn(trx, reader, guard.extraSections());
            const written = await settlePersonal(trx, body, { giver, employee: null });
            const user = await insertEmployee(trx, written, FIRST_LEVELS, now());
            const deed = { user: reader.user, action: 'create', resource: 'employees', record: user };
            await audit(trx, { ...deed, after: written, request: request.id, address: request.ip });
            await invite(trx, user, { request, publicUrl, now: now() });
            const version = await writtenVersion(trx, user, guard.extraSections());
            return { params: { user, status: 'created' as const, version } };
          },
          stands: async ({ params }) => (await staffRow(trx, params.user)) !== null,
        }),
      );
      return told(made);
    },
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
    handle: async ({ reader, params, body, request }) => {
      const extraSections = guard.extraSections();
      const performers = settings.featureServices;
      const { sections = {}, porches, services, version, ...own } = body;
      const done = await db.transaction().execute(async (trx) => {
        const pair = await pairOf(trx, reader, params.id, extraSections);
        const { giver, employee } = pair;
        const seen = { resource: 'employees', record: employee.id };
        await refuseStale(trx, version, { ...seen, parts: [await versionedEmployee(trx, employee, extraSections)] });
        const written = await settlePersonal(trx, own, pair);
        const changed = settleLevels(employee, sections, { ...giver, extraSections, performers });
        const levels = { ...employee.levels, ...changed };
        if (can(employee.levels, 'employees', 'change') && !can(levels, 'employees', 'change')) {
          await keepLastOfRole(trx, employee);
        }
        await writeLevels(trx, employee.id, changed);
        const doors = porches ? await settlePorches(trx, giver.id, employee.id, porches) : { added: [], removed: [] };
        if (!doors) throw new FieldsError({ porches: ['employees.refused.porch'] }, 'rights porch');
        const work = performers ? await settleServices(trx, pair, levels, services) : null;
        const rights = [changed, doors.added, doors.removed, work ?? {}].some((part) => Object.keys(part).length > 0);
        const another = employee.phone !== written.phone;
        if (rights || another) await mustBeConfirmed({ db: trx, settings, now }, reader);
        await updateEmployee(trx, employee.id, written, now());
        const next = await writtenVersion(trx, employee.id, extraSections);

        const had = Object.fromEntries(Object.keys(changed).map((name) => [name, employee.levels[name] ?? 'denied']));
        const before = {
          ...personalOf(employee),
          sections: had,
          services: work?.before,
          porches_removed: doors.removed,
        };
        const after = { ...written, sections: changed, services: work?.after, porches_added: doors.added };
        const deed = { user: reader.user, action: 'update', resource: 'employees', record: employee.id };
        await audit(trx, { ...deed, before, after, request: request.id, address: request.ip });
        // What went to the telephone that is his no longer opens nothing.
        if (another) await leaveTelephone(trx, employee.id, now());
        const moved = another && employee.status === 'created';
        if (moved) await invite(trx, employee.id, { request, publicUrl, now: now() });
        return { moved, another, rights, saved: { user: employee.id, status: employee.status, version: next } };
      });
      const told = { user: reader.user, record: params.id };
      if (done.rights) logDeed(request, { action: 'rights-changed', ...told });
      if (done.another) logDeed(request, { action: 'phone-changed', ...told });
      const sent = done.moved ? { invited: await invitations.deliver(params.id, request.log) } : {};
      return { params: { ...done.saved, ...sent } };
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
    handle: async ({ reader, params, request }) => {
      await db.transaction().execute(async (trx) => {
        const { giver, employee } = await pairOf(trx, reader, params.id, guard.extraSections());
        if (employee.status !== 'created') throw new ApiError('not_invited');
        // Whoever has a link sent may have a way to read it, and with it rights that he lacks.
        if (await hasMore(trx, employee, giver)) throw new ApiError('cannot_invite');
        const deed = { user: reader.user, action: 'invite', resource: 'employees', record: employee.id };
        await audit(trx, { ...deed, request: request.id });
        if (!(await invite(trx, employee.id, { request, publicUrl, now: now() }))) throw new ApiError('sms_limit');
      });
      if (!(await invitations.deliver(params.id, request.log))) throw new ApiError('invitation_waits');
      return { params: { user: params.id, status: 'created' as const, invited: true } };
    },
  });
}
