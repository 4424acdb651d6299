import type { FastifyRequest } from 'fastify';
import { EXPORT_PURPOSE, PURPOSE_HEADER } from '#resources/protocol/exports.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';

/** The purpose of reading a list: one that becomes a file goes through everything page by page, and is a heavy read. */
export const listReads = (
  { db, heavyReads }: Pick<ServerContext, 'db' | 'heavyReads'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
): Db => (headers[PURPOSE_HEADER] === EXPORT_PURPOSE ? heavyReads : db);
