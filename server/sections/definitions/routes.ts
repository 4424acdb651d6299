import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { definitionsAnswer } from '#resources/protocol/definitions/definitions.ts';
import { trimEnd } from '#resources/trim-end.ts';
import { isAdministrator, type Reader } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { DIRECTORY_RESOURCES } from '#server/definitions/directories.ts';
import { route } from '#server/http/route.ts';
import type { Catalogue } from '#server/records/catalogue.ts';
import { makeCall } from '#server/staging/ask.ts';
import { selectWebhookNotes } from './webhook-notes.ts';

/** Path of the API call that identifies the caller. */
const CURRENT_PROFILE_PATH = '/api/crm/profile/current/';

const routeBase = {
  method: 'GET',
  url: '/resources/definitions/',
  summary: 'Разделы, добавленные установкой',
  answer: definitionsAnswer,
} as const;
const example = () => ({ url: routeBase.url });

/**
 * `GET /resources/definitions/`: the definitions from which the console builds pages. Only administrators also get the company's
 * own lists and the problems of files.
 */
export function definitionsRoutes(app: FastifyInstance, { catalogue, db }: { catalogue: Catalogue; db: Db }): void {
  route(app, {
    ...routeBase,
    access: { kind: 'staff', scope: 'none' },
    example,
    handle: async ({ reader }) => {
      if (!isAdministrator(reader)) return { definitions: [...catalogue.extra], problems: [], pending: [] };
      return {
        definitions: [...catalogue.extra, ...Object.values(DIRECTORY_RESOURCES)],
        problems: [...catalogue.problems],
        pending: [...catalogue.pending],
        notes: await selectWebhookNotes(db, catalogue.sound),
      };
    },
  });
}

/** The part of an answer about a person that is needed here. */
const withRole = z.object({ role: z.string() });
/** Limits of the call that identifies the caller: ms and bytes. */
const CALL_LIMITS = { timeoutMs: 5_000, bytes: 1_048_576 } as const;

/** Whether the staging server identifies the caller as an administrator; false if it does not answer. */
async function isStagingAdministrator(stagingUrl: string, authorization: string): Promise<boolean> {
  const url = `${trimEnd(stagingUrl, '/')}${CURRENT_PROFILE_PATH}`;
  const response = await makeCall(url, { headers: { authorization } }, CALL_LIMITS);
  const body = 'body' in response ? (response.body as { data?: unknown } | null) : null;
  const parsed = body && withRole.safeParse(body.data ?? body);
  return parsed?.success === true && isAdministrator(parsed.data as Pick<Reader, 'role'>);
}

/**
 * The same next to a staging server: definitions hold no data and are public. Problems of files are shown to administrators of
 * that server, which is only asked while there are problems.
 */
export function openDefinitionsRoutes(
  app: FastifyInstance,
  { catalogue, stagingUrl }: { catalogue: Catalogue; stagingUrl: string },
): void {
  route(app, {
    ...routeBase,
    access: { kind: 'public' },
    example,
    handle: async ({ request }) => {
      const { authorization } = request.headers;
      const hasProblemsToShow = catalogue.problems.length > 0 && authorization !== undefined;
      const problems =
        hasProblemsToShow && (await isStagingAdministrator(stagingUrl, authorization)) ? [...catalogue.problems] : [];
      return { definitions: [...catalogue.extra], problems, pending: [] };
    },
  });
}
