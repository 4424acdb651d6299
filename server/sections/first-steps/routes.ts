import type { FastifyInstance } from 'fastify';
import { FIRST_STEPS_PATH, firstStepsAnswer, firstStepsBody } from '#resources/protocol/first-steps/first-steps.ts';
import { audit } from '#server/access/audit.ts';
import { selectFirstSteps, updateFirstSteps } from '#server/access/first-steps.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';

const ADMIN_ACCESS = { kind: 'administrator', scope: 'none' } as const;

/** Done and open set-up steps of a company that started with an empty database; for administrators. */
export function firstStepsRoutes(app: FastifyInstance, { db, settings }: ServerContext): void {
  const isSmsConfigured = settings.smsUrl !== undefined;

  route(app, {
    method: 'GET',
    url: FIRST_STEPS_PATH,
    summary: 'Первые шаги: что в компании уже заведено и чего не хватает',
    access: ADMIN_ACCESS,
    answer: firstStepsAnswer,
    example: () => ({ url: FIRST_STEPS_PATH }),
    handle: ({ reader }) => selectFirstSteps(db, reader, isSmsConfigured),
  });

  route(app, {
    method: 'PUT',
    url: FIRST_STEPS_PATH,
    summary: 'Убрать первые шаги или вернуть их; ссылки передаются вручную',
    access: ADMIN_ACCESS,
    body: firstStepsBody,
    answer: firstStepsAnswer,
    example: () => ({ url: FIRST_STEPS_PATH, body: { hidden: true } }),
    handle: ({ reader, body, request }) =>
      db.transaction().execute(async (trx) => {
        if (!(await updateFirstSteps(trx, reader, body))) throw new ApiError('not_found');
        const auditEntry = { user: reader.user, action: 'update', resource: 'first-steps', record: reader.user };
        await audit(trx, { ...auditEntry, after: body, request: request.id });
        return selectFirstSteps(trx, reader, isSmsConfigured);
      }),
  });
}
