import type { FastifyInstance } from 'fastify';
import { can } from '#resources/language/access.ts';
import { EVERY_ADDITION } from '#resources/language/features.ts';
import { permissionsAnswer } from '#resources/protocol/access/permissions.ts';
import { areStepsLeft } from '#resources/protocol/first-steps/first-steps-answers.ts';
import { allLevels } from '#server/access/find-reader.ts';
import { selectFirstSteps } from '#server/access/first-steps.ts';
import { isAdministrator, type Reader } from '#server/access/reader.ts';
import type { ServerContext } from '#server/context.ts';
import { route } from '#server/http/route.ts';

/** Features of ours that only administrators have. */
const adminFeatures = (isAdministrator: boolean) => ({
  buildings: isAdministrator,
  'definition-files': isAdministrator,
  journal: isAdministrator,
  personalData: isAdministrator,
  secondFactorPolicy: isAdministrator,
  status: isAdministrator,
});

/** `GET /api/crm/permissions/` (API-11). */
export function permissionsRoutes(app: FastifyInstance, { db, guard, settings }: ServerContext): void {
  /** The first steps are not shown in the demo company, which has nothing to set up. */
  const readFirstStepsFeatures = async (reader: Reader) => {
    const isShown = isAdministrator(reader) && !settings.demo;
    const hasOpenSteps = isShown && areStepsLeft(await selectFirstSteps(db, reader, settings.smsUrl !== undefined));
    return { firstSteps: isShown, firstStepsLeft: hasOpenSteps };
  };

  route(app, {
    method: 'GET',
    url: '/api/crm/permissions/',
    summary: 'Права вошедшего по разделам',
    access: { kind: 'staff', scope: 'none' },
    answer: permissionsAnswer,
    example: () => ({ url: '/api/crm/permissions/' }),
    handle: async ({ reader }) => ({
      sections: allLevels(reader, guard.extraSections()),
      features: {
        services: settings.featureServices,
        ...EVERY_ADDITION,
        byHand: !settings.smsUrl,
        ...(await readFirstStepsFeatures(reader)),
        ...adminFeatures(isAdministrator(reader)),
        shift: can(reader.levels, 'tasks', 'see') || can(reader.levels, 'chats', 'see'),
      },
    }),
  });
}
