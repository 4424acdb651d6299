import type { FastifyInstance } from 'fastify';
import { text } from '#i18n/text.ts';
import { resetFactorAnswer } from '#resources/protocol/access/second-factor.ts';
import { audit } from '#server/access/audit.ts';
import { requireConfirmationIfConfigured } from '#server/access/confirmed.ts';
import { resetFactor } from '#server/access/second-factor.ts';
import { logSecurityEvent } from '#server/access/security-log.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { idParams, route } from '#server/http/route.ts';
import { lockEmployee } from './change-queries.ts';
import { EMPLOYEE_URL } from './page.ts';

/** Reset of an employee's second factor by an administrator, e.g. after a lost phone. */
export function employeesFactorRoutes(app: FastifyInstance, context: ServerContext): void {
  const { bus, db, guard, now, settings, sms } = context;

  route(app, {
    method: 'POST',
    url: `${EMPLOYEE_URL}:id/second-factor/reset/`,
    summary: 'Сбросить двухэтапный вход сотрудника: дальше он входит по паролю и настраивает его заново',
    access: { kind: 'administrator', scope: 'none' },
    params: idParams,
    answer: resetFactorAnswer,
    example: async (world) => ({ url: `${EMPLOYEE_URL}${(await world.secondStep()).user}/second-factor/reset/` }),
    handle: async ({ params: { id }, reader, request }) => {
      const phone = await db.transaction().execute(async (trx) => {
        if (id === reader.user) throw new ApiError('own_employee');
        const employee = await lockEmployee(trx, id, guard.extraSections());
        if (!employee) throw new ApiError('not_found');
        await requireConfirmationIfConfigured({ db: trx, settings, now }, reader);
        if (!(await resetFactor(trx, bus, id))) throw new ApiError('no_factor');
        const auditEntry = { user: reader.user, action: 'reset-second-factor', resource: 'employees', record: id };
        await audit(trx, { ...auditEntry, request: request.id });
        return employee.phone;
      });
      logSecurityEvent(request, { action: 'reset-second-factor', user: reader.user, record: id });
      return { params: { user: id, told: phone !== null && (await notify(phone)) } };

      /** A failed SMS does not undo the reset. */
      async function notify(to: string): Promise<boolean> {
        try {
          await sms.send(to, text('sms.secondFactorReset', { product: settings.productName }));
          return true;
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          request.log.warn({ err: error }, 'nobody was told of a second factor that was reset');
          return false;
        }
      }
    },
  });
}
