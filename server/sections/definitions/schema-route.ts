import type { FastifyInstance } from 'fastify';
import { definitionSchemaText } from '#resources/language/json-schema.ts';
import { route } from '#server/http/route.ts';

/**
 * `GET /resources/schema.json`: JSON Schema of definitions, for editors. It is public and does not change until the next release.
 */
export function schemaRoute(app: FastifyInstance): void {
  const url = '/resources/schema.json';
  let schema: string | null = null;
  route(app, {
    method: 'GET',
    url,
    summary: 'JSON Schema описания раздела',
    access: { kind: 'public' },
    example: () => ({ url }),
    handle: ({ reply }) => {
      schema ??= definitionSchemaText();
      reply.header('cache-control', 'public, max-age=3600').header('access-control-allow-origin', '*');
      return reply.type('application/schema+json; charset=utf-8').send(schema);
    },
  });
}
