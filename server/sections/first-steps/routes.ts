import type { FastifyInstance } from 'fastify';
import { FIRST_STEPS_PATH, firstStepsAnswer, firstStepsBody } from '#resources/protocol/first-steps/first-steps.ts';
import { audit } from '#server/access/audit.ts';
import { firstSteps, noteFirstSteps } from '#server/access/first-steps.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';

const ADMINISTRATOR = { kind: 'administrator', scope: 'none' } as const;

/** Done and open set-up steps of a company that began with an empty database; for administrators. */
export function firstStepsRoutes(app: FastifyInstance, { db, settings }: ServerContext): void {
  const isSmsSet = settings.smsUrl !== undefined;

  route(app, {
    method: 'GET',
    url: FIRST_STEPS_PATH,
    summary: 'Первые шаги: что в компании уже заведено и чего не хватает',
    access: ADMINISTRATOR,
    answer: firstStepsAnswer,
    example: () => ({ url: FIRST_STEPS_PATH }),
    handle: ({ reader }) => firstSteps(db, reader, isSmsSet),
  });

  route(app, {
    method: 'PUT',
    url: FIRST_STEPS_PATH,
    summary: 'Убрать первые шаги или вернуть их; ссылки передаются вручную',
    access: ADMINISTRATOR,
    body: firstStepsBody,
    answer: firstStepsAnswer,
    example: () => ({ url: FIRST_STEPS_PATH, body: { hidden: true } }),
    handle: ({ reader, body, request }) =>
      db.transaction().execute(async (trx) => {
        if (!(await noteFirstSteps(trx, reader, body))) throw new ApiError('not_found');
        const auditEntry = { user: reader.user, action: 'update', resource: 'first-steps', record: reader.user };
        await audit(trx, { ...auditEntry, after: body, request: request.id });
        return firstSteps(trx, reader, isSmsSet);
      }),
  });
}
