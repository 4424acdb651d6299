import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { definitionsAnswer } from '#resources/protocol/definitions/definitions.ts';
import { trimEnd } from '#resources/trim-end.ts';
import { administers, type Reader } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { DIRECTORY_RESOURCES } from '#server/definitions/directories.ts';
import { route } from '#server/http/route.ts';
import type { Catalogue } from '#server/records/catalogue.ts';
import { makeCall } from '#server/staging/ask.ts';
import { webhookNotes } from './webhook-notes.ts';

/** The call of the contract that identifies the caller. */
const WHO = '/api/crm/profile/current/';

const about = {
  method: 'GET',
  url: '/resources/definitions/',
  summary: 'Разделы, добавленные установкой',
  answer: definitionsAnswer,
} as const;
const example = () => ({ url: about.url });

/**
 * `GET /resources/definitions/`: the console makes screens of them. The lists that a company sets up for itself are named to
 * administrators, as is what is wrong with a file.
 */
export function definitionsRoutes(app: FastifyInstance, { catalogue, db }: { catalogue: Catalogue; db: Db }): void {
  route(app, {
    ...about,
    access: { kind: 'staff', scope: 'none' },
    example,
    handle: async ({ reader }) => {
      if (!administers(reader)) return { definitions: [...catalogue.extra], problems: [], pending: [] };
      return {
        definitions: [...catalogue.extra, ...Object.values(DIRECTORY_RESOURCES)],
        problems: [...catalogue.problems],
        pending: [...catalogue.pending],
        notes: await webhookNotes(db, catalogue.sound),
      };
    },
  });
}

/** Required part of an answer about a person. */
const withRole = z.object({ role: z.string() });
/** Bounds of the call that identifies the caller: ms and bytes. */
const LIMITS = { patience: 5_000, bytes: 1_048_576 } as const;

/** Whether the staging server knows the caller as an administrator; false where it does not say. */
async function administersThere(stagingUrl: string, authorization: string): Promise<boolean> {
  const url = `${trimEnd(stagingUrl, '/')}${WHO}`;
  const asked = await makeCall(url, { headers: { authorization } }, LIMITS);
  const body = 'body' in asked ? (asked.body as { data?: unknown } | null) : null;
  const read = body && withRole.safeParse(body.data ?? body);
  return read?.success === true && administers(read.data as Pick<Reader, 'role'>);
}

/**
 * The same beside a staging server: definitions hold no data and are given to all. What is wrong with a file is told to
 * administrators of that server; it is asked only while a file is broken.
 */
export function openDefinitionsRoutes(
  app: FastifyInstance,
  { catalogue, stagingUrl }: { catalogue: Catalogue; stagingUrl: string },
): void {
  route(app, {
    ...about,
    access: { kind: 'public' },
    example,
    handle: async ({ request }) => {
      const { authorization } = request.headers;
      const told = catalogue.problems.length > 0 && authorization !== undefined;
      const problems = told && (await administersThere(stagingUrl, authorization)) ? [...catalogue.problems] : [];
      return { definitions: [...catalogue.extra], problems, pending: [] };
    },
  });
}
