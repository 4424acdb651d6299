import type { FastifyInstance } from 'fastify';
import { residentInvitationAnswer, residentOne } from '#resources/protocol/people/residents.ts';
import type { ServerContext } from '#server/context.ts';
import { portraits } from '#server/files/avatars.ts';
import { ApiError } from '#server/http/errors.ts';
import { idParams, route } from '#server/http/route.ts';
import { computeRecordVersion } from '#server/records/record-version.ts';
import { residentInvitation } from '#server/sms/invitations.ts';
import { newResident, RESIDENTS_URL } from './example.ts';
import { oneResident, residentFields, versionedResident } from './queries.ts';

/** Residents to read (residents.md); they are found by the smart search, `change-routes.ts` has the writing. */
export function residentsRoutes(app: FastifyInstance, { db }: ServerContext): void {
  route(app, {
    method: 'GET',
    url: `${RESIDENTS_URL}invitation/`,
    summary: 'Текст приглашения жителя, чтобы передать его вручную',
    access: { kind: 'section', section: 'residents', action: 'change', scope: 'none' },
    answer: residentInvitationAnswer,
    example: () => ({ url: `${RESIDENTS_URL}invitation/` }),
    handle: async () => ({ text: await residentInvitation(db) }),
  });

  route(app, {
    method: 'GET',
    url: `${RESIDENTS_URL}:id/`,
    summary: 'Резидент с помещениями в доступных подъездах',
    access: {
      kind: 'section',
      section: 'residents',
      action: 'see',
      scope: 'buildings',
      outside: { building: 404, entrance: 404 },
    },
    params: idParams,
    answer: residentOne,
    example: async (world) => ({ url: await newResident(world) }),
    handle: async ({ reader, params }) => {
      const row = await oneResident(db, reader, params.id);
      if (!row) throw new ApiError('not_found');
      const { id, email, status, units, is_all_units } = row;
      const pictures = await portraits(db, reader, [row]);
      const version = computeRecordVersion(
        versionedResident(
          row,
          units.map(({ object }) => object.id),
        ),
      );
      return {
        ...{ id, user: id, ...residentFields.wireOf({ ...row, phone: row.phone ?? '' }) },
        gender: row.gender,
        ...{ email, status, units, is_all_units, version },
        avatar: pictures(row.avatar_file_id),
      };
    },
  });
}
