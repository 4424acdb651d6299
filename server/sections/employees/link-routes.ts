import type { FastifyInstance } from 'fastify';
import { handedLink } from '#resources/protocol/people/employees.ts';
import { requireConfirmationIfConfigured } from '#server/access/confirmed.ts';
import { logSecurityEvent } from '#server/access/security-log.ts';
import { LIFETIME } from '#server/access/tokens.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { idParams, route } from '#server/http/route.ts';
import { employeeWrites } from './change.ts';
import { hasMoreAccess } from './change-queries.ts';
import { EMPLOYEE_CHANGE_ACCESS } from './change-routes.ts';
import { createExampleEmployee } from './example.ts';
import { createManualLink } from './invitation.ts';
import { EMPLOYEE_URL } from './page.ts';

/** The link of an invited employee, which a manager of employees hands over where no SMS gateway is configured. */
export function employeesLinkRoutes(app: FastifyInstance, context: ServerContext): void {
  const { settings, now } = context;
  const writes = employeeWrites(context);

  route(app, {
    method: 'POST',
    url: `${EMPLOYEE_URL}:id/link/`,
    summary: 'Новая ссылка приглашённого, чтобы передать её вручную; только без шлюза СМС',
    access: EMPLOYEE_CHANGE_ACCESS,
    params: idParams,
    answer: handedLink,
    example: async (world) => ({ url: `${await createExampleEmployee(world)}link/` }),
    handle: async ({ params: { id }, ...call }) => {
      const { request, reader } = call;
      // With a gateway, opening the link proves that its holder has the phone, so it must not be handed over.
      if (settings.smsUrl) throw new ApiError('sent_by_gateway');
      const createdAt = now();
      const link = await writes.change(call, { id, action: 'issue-link' }, async (trx, { giver, employee }) => {
        if (employee.status !== 'created') throw new ApiError('not_invited');
        // Whoever holds the link gets the rights of the employee.
        if (await hasMoreAccess(trx, employee, giver)) throw new ApiError('cannot_invite');
        await requireConfirmationIfConfigured({ db: trx, settings, now }, reader);
        const manualLink = await createManualLink(trx, id, { request, publicUrl: settings.publicUrl, now: createdAt });
        return { result: manualLink, logged: {} };
      });
      logSecurityEvent(request, { action: 'link-issued', user: reader.user, record: id });
      return { link, until: new Date(createdAt.getTime() + LIFETIME.activation).toISOString() };
    },
  });
}
