import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { definitionFileVersion, definitionFileVersions } from '#resources/protocol/definitions/files.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { findVersion, formatVersionChange, listVersions } from '#server/records/definition-versions.ts';
import { createExampleFile, fileParams } from './file-routes.ts';

const VERSIONS_PATH = '/resources/definitions/files/:file/versions/';
const ADMIN_ACCESS = { kind: 'administrator', scope: 'none' } as const;

/** Earlier versions of definition files, removed files too. */
export function definitionVersionRoutes(app: FastifyInstance, { db }: ServerContext): void {
  route(app, {
    method: 'GET',
    url: VERSIONS_PATH,
    summary: 'История файла описания, новое сверху',
    access: ADMIN_ACCESS,
    params: fileParams,
    answer: definitionFileVersions,
    example: async (world) => ({ url: `${await createExampleFile(world)}versions/` }),
    handle: async ({ params }) => {
      const rows = await listVersions(db, params.file);
      if (!rows.length) throw new ApiError('not_found');
      return { versions: rows.map((row) => ({ ...formatVersionChange(row), removed: row.removed })) };
    },
  });

  route(app, {
    method: 'GET',
    url: `${VERSIONS_PATH}:version/`,
    summary: 'Текст файла описания, каким он был',
    access: ADMIN_ACCESS,
    params: fileParams.extend({
      version: z
        .string()
        .regex(/^[1-9]\d{0,8}$/)
        .transform(Number),
    }),
    answer: definitionFileVersion,
    example: async (world) => ({ url: `${await createExampleFile(world)}versions/1/` }),
    handle: async ({ params }) => {
      const row = await findVersion(db, params.file, params.version);
      if (!row) throw new ApiError('not_found');
      return { text: row.text, ...formatVersionChange(row), removed: row.removed };
    },
  });
}
