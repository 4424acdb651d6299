import type { FastifyInstance } from 'fastify';
import { definitionExamples } from '#resources/protocol/definitions/files.ts';
import { readExamples } from '#server/definitions/examples.ts';
import { route } from '#server/http/route.ts';

/** Example definitions to start from; they do not change until the next release. */
export function definitionExampleRoutes(app: FastifyInstance): void {
  const url = '/resources/definitions/examples/';
  let examples: ReturnType<typeof readExamples> | null = null;
  route(app, {
    method: 'GET',
    url,
    summary: 'Примеры описаний разделов, с которых можно начать',
    access: { kind: 'administrator', scope: 'none' },
    answer: definitionExamples,
    example: () => ({ url }),
    handle: async () => {
      examples ??= readExamples();
      return { examples: await examples };
    },
  });
}
