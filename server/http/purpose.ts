import type { FastifyRequest } from 'fastify';
import { EXPORT_PURPOSE, PURPOSE_HEADER } from '#resources/protocol/exports.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';

/**
 * The database that a list is read from. A list that becomes a file is read to its end, page by page, so it goes to `heavyReads`.
 */
export const listReads = (
  { db, heavyReads }: Pick<ServerContext, 'db' | 'heavyReads'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
): Db => (headers[PURPOSE_HEADER] === EXPORT_PURPOSE ? heavyReads : db);
