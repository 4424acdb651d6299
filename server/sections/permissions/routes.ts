import type { FastifyInstance } from 'fastify';
import { can } from '#resources/language/access.ts';
import { EVERY_ADDITION } from '#resources/language/features.ts';
import { permissionsAnswer } from '#resources/protocol/access/permissions.ts';
import { areLeft } from '#resources/protocol/first-steps/first-steps-answers.ts';
import { firstSteps } from '#server/access/first-steps.ts';
import { allLevels } from '#server/access/look-up.ts';
import { administers, type Reader } from '#server/access/reader.ts';
import type { ServerContext } from '#server/context.ts';
import { route } from '#server/http/route.ts';

/** Additions that are named to administrators alone. */
const ofAdministrators = (isOne: boolean) => ({
  buildings: isOne,
  'definition-files': isOne,
  journal: isOne,
  personalData: isOne,
  secondFactorPolicy: isOne,
  status: isOne,
});

/** `GET /api/crm/permissions/` (API-11). */
export function permissionsRoutes(app: FastifyInstance, { db, guard, settings }: ServerContext): void {
  /** The demo company has nothing to set up. */
  const ofFirstSteps = async (reader: Reader) => {
    const isTold = administers(reader) && !settings.demo;
    const isLeft = isTold && areLeft(await firstSteps(db, reader, settings.smsUrl !== undefined));
    return { firstSteps: isTold, firstStepsLeft: isLeft };
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
        ...(await ofFirstSteps(reader)),
        ...ofAdministrators(administers(reader)),
        shift: can(reader.levels, 'tasks', 'see') || can(reader.levels, 'chats', 'see'),
      },
    }),
  });
}
