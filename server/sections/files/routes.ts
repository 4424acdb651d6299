import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { attachmentsAnswer } from '#resources/protocol/news/attachments.ts';
import { findSession } from '#server/access/find-reader.ts';
import type { ServerContext } from '#server/context.ts';
import { addressSession, isSigned } from '#server/files/addresses.ts';
import { storedFile } from '#server/files/queries.ts';
import { sendFile } from '#server/files/send.ts';
import { ApiError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';

const VARIANTS = ['original', 'preview', 'medium', 'large'] as const;

const params = z.object({ code: z.string().regex(/^[0-9a-f]{32}$/), variant: z.enum(VARIANTS) });

/** `GET /api/files/…`: serves the URLs that `server/files/addresses.ts` builds. */
export function filesRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, files, guard, now } = context;
  route(app, {
    method: 'GET',
    url: '/api/files/:code/:variant',
    summary: 'Файл по адресу, выданному этому сеансу',
    access: { kind: 'address' },
    params,
    query: z.object({ by: z.string().max(80).optional() }),
    example: async (world) => {
      const files = [{ field: 'attachments', name: 'файл.txt', bytes: Buffer.from('текст') }];
      const answer = await world.send('POST', { url: '/api/authorized/attachments/', files });
      return { url: attachmentsAnswer.parse(answer)[0]?.s3_file.file ?? '' };
    },
    handle: async ({ params: { code, variant }, query: { by = '' }, request, reply }) => {
      const session = addressSession(by);
      const reader = session && (await findSession(db, session, now(), guard.extraSections()));
      if (!reader || !isSigned(reader, code, variant, by)) throw new ApiError('not_found');
      if (reader.status !== 'active' || reader.role === 'resident') throw new ApiError('not_found');
      const file = await storedFile(db, code, variant);
      if (!file) throw new ApiError('not_found');
      return sendFile(request, reply, file, (wanted) => files.read(file.sha256, wanted));
    },
  });
}
