import type { FastifyInstance } from 'fastify';
import { handedLink } from '#resources/protocol/people/employees.ts';
import { mustBeConfirmed } from '#server/access/confirmed.ts';
import { logSecurityEvent } from '#server/access/security-log.ts';
import { LIFETIME } from '#server/access/tokens.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { idParams, route } from '#server/http/route.ts';
import { employeeWrites } from './change.ts';
import { hasMore } from './change-queries.ts';
import { CHANGE } from './change-routes.ts';
import { newEmployee } from './example.ts';
import { linkByHand } from './invitation.ts';
import { EMPLOYEE_URL } from './page.ts';

/** The link of an invited employee, for managers of employees to hand over where no SMS gateway is set. */
export function employeesLinkRoutes(app: FastifyInstance, context: ServerContext): void {
  const { settings, now } = context;
  const writes = employeeWrites(context);

  route(app, {
    method: 'POST',
    url: `${EMPLOYEE_URL}:id/link/`,
    summary: 'Новая ссылка приглашённого, чтобы передать её вручную; только без шлюза СМС',
    access: CHANGE,
    params: idParams,
    answer: handedLink,
    example: async (world) => ({ url: `${await newEmployee(world)}link/` }),
    handle: async ({ params: { id }, ...call }) => {
      const { request, reader } = call;
      // With a gateway the link proves that its holder has the telephone.
      if (settings.smsUrl) throw new ApiError('sent_by_gateway');
      const at = now();
      const link = await writes.change(call, { id, action: 'issue-link' }, async (trx, { giver, employee }) => {
        if (employee.status !== 'created') throw new ApiError('not_invited');
        // The holder of the link has the rights of the employee.
        if (await hasMore(trx, employee, giver)) throw new ApiError('cannot_invite');
        await mustBeConfirmed({ db: trx, settings, now }, reader);
        const made = await linkByHand(trx, id, { request, publicUrl: settings.publicUrl, now: at });
        return { result: made, logged: {} };
      });
      logSecurityEvent(request, { action: 'link-issued', user: reader.user, record: id });
      return { link, until: new Date(at.getTime() + LIFETIME.activation).toISOString() };
    },
  });
}
