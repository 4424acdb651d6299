import type { FastifyInstance } from 'fastify';
import { residentDetails, residentInvitationAnswer } from '#resources/protocol/people/residents.ts';
import type { ServerContext } from '#server/context.ts';
import { loadAvatars } from '#server/files/avatars.ts';
import { ApiError } from '#server/http/errors.ts';
import { idParams, route } from '#server/http/route.ts';
import { computeRecordVersion } from '#server/records/record-version.ts';
import { residentInvitation } from '#server/sms/invitations.ts';
import { createExampleInvitee, RESIDENTS_URL } from './example.ts';
import { findResident, residentFields, residentVersionInput } from './queries.ts';

/** Read routes of residents (residents.md). They are found by the smart search; write routes are in `change-routes.ts`. */
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
    answer: residentDetails,
    example: async (world) => ({ url: await createExampleInvitee(world) }),
    handle: async ({ reader, params }) => {
      const row = await findResident(db, reader, params.id);
      if (!row) throw new ApiError('not_found');
      const { id, email, status, units, is_all_units } = row;
      const pictures = await loadAvatars(db, reader, [row]);
      const version = computeRecordVersion(
        residentVersionInput(
          row,
          units.map(({ object }) => object.id),
        ),
      );
      return {
        ...{ id, user: id, ...residentFields.toWire({ ...row, phone: row.phone ?? '' }) },
        gender: row.gender,
        ...{ email, status, units, is_all_units, version },
        avatar: pictures(row.avatar_file_id),
      };
    },
  });
}
