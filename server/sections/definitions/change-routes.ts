import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { definitionApplied, definitionCheck } from '#resources/protocol/definitions/definitions.ts';
import { DEFINITION_FILE } from '#resources/protocol/definitions/files.ts';
import { audit } from '#server/access/audit.ts';
import { isAdministrator } from '#server/access/reader.ts';
import type { ServerContext } from '#server/context.ts';
import { validateText } from '#server/definitions/validation-process.ts';
import { ApiError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { definitionVersion } from '#server/records/definition-version.ts';
import { APPLIED_CHANNEL, bringIntoForce, SectionsClash, storedMisfits } from '#server/records/in-force.ts';

/** Calls of administrators about definitions: checking a file before it is saved, and applying a changed one. */
export function definitionsChangeRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, database, catalogue, settings } = context;

  route(app, {
    method: 'POST',
    url: '/resources/definitions/check/',
    summary: 'Проверить описание раздела, не применяя его',
    access: { kind: 'staff', scope: 'none' },
    // A text that is too long is reported as a problem of the file, like any other.
    body: z.object({
      source: z.string(),
      /** The file it would be saved to, whose current content it replaces. */
      file: z.string().regex(DEFINITION_FILE, 'validation.unknown').optional(),
    }),
    answer: definitionCheck,
    example: () => ({ url: '/resources/definitions/check/', body: { source: '{}' } }),
    handle: async ({ reader, body }) => {
      const { resource: definition, problems } = await validateText(
        body.source,
        catalogue.written,
        body.file === undefined ? undefined : catalogue.namesIn(body.file),
      );
      if (!definition) return { problems: [...problems], misfits: [] };
      const isChecked = definition.generic && isAdministrator(reader);
      return {
        problems: [],
        misfits: isChecked ? await storedMisfits(db, definition) : [],
      };
    },
  });

  route(app, {
    method: 'POST',
    url: '/resources/definitions/apply/',
    summary: 'Применить изменённое описание, хотя часть записей ему не подходит',
    access: { kind: 'staff', scope: 'none' },
    body: z.object({
      name: z.string().max(40, 'validation.tooLong'),
      version: z.string().max(64, 'validation.tooLong'),
    }),
    answer: definitionApplied,
    example: () => ({ url: '/resources/definitions/apply/', body: { name: 'nothing-waits', version: '' } }),
    handle: async ({ reader, body, request }) => {
      const waiting = catalogue.waiting(body.name);
      // The file may have changed since the check, and only the checked version may be applied.
      if (!waiting || definitionVersion(waiting) !== body.version) return { applied: false };
      if (!isAdministrator(reader)) throw new ApiError('no_right', { section: waiting.words.plural });
      await bringIntoForce(db, waiting, settings.timeZone).catch((error: unknown) => {
        throw error instanceof SectionsClash ? new ApiError('sections_clash') : error;
      });
      const auditEntry = { user: reader.user, action: 'apply', resource: waiting.name, record: 0 };
      await audit(db, { ...auditEntry, after: waiting, request: request.id });
      await catalogue.refresh();
      await database.notify(db, APPLIED_CHANNEL, [waiting.name]);
      return { applied: true };
    },
  });
}
