import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { definitionFilePast, definitionFileVersions } from '#resources/protocol/definitions/files.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { oneVersion, showChange, versionsOfFile } from '#server/records/definition-versions.ts';
import { exampleFile, fileParams } from './file-routes.ts';

const VERSIONS = '/resources/definitions/files/:file/versions/';
const ADMINISTRATORS = { kind: 'administrator', scope: 'none' } as const;

/** Former versions of files of definitions, removed ones too. */
export function definitionVersionRoutes(app: FastifyInstance, { db }: ServerContext): void {
  route(app, {
    method: 'GET',
    url: VERSIONS,
    summary: 'История файла описания, новое сверху',
    access: ADMINISTRATORS,
    params: fileParams,
    answer: definitionFileVersions,
    example: async (world) => ({ url: `${await exampleFile(world)}versions/` }),
    handle: async ({ params }) => {
      const rows = await versionsOfFile(db, params.file);
      if (!rows.length) throw new ApiError('not_found');
      return { versions: rows.map((row) => ({ ...showChange(row), removed: row.removed })) };
    },
  });

  route(app, {
    method: 'GET',
    url: `${VERSIONS}:version/`,
    summary: 'Текст файла описания, каким он был',
    access: ADMINISTRATORS,
    params: fileParams.extend({
      version: z
        .string()
        .regex(/^[1-9]\d{0,8}$/)
        .transform(Number),
    }),
    answer: definitionFilePast,
    example: async (world) => ({ url: `${await exampleFile(world)}versions/1/` }),
    handle: async ({ params }) => {
      const row = await oneVersion(db, params.file, params.version);
      if (!row) throw new ApiError('not_found');
      return { text: row.text, ...showChange(row), removed: row.removed };
    },
  });
}
