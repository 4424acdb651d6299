import type { FastifyRequest } from 'fastify';
import { EXPORT_PURPOSE, PURPOSE_HEADER } from '#resources/protocol/exports.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';

/** Database that a list is read from. A list for an export is read completely, page by page, so it uses `heavyReads`. */
export const databaseForList = (
  { db, heavyReads }: Pick<ServerContext, 'db' | 'heavyReads'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
): Db => (headers[PURPOSE_HEADER] === EXPORT_PURPOSE ? heavyReads : db);
