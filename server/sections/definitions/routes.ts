import type { FastifyInstance } from 'fastify';
import { definitionsAnswer } from '#resources/protocol/definitions.ts';
import { route } from '#server/http/route.ts';
import type { Catalogue } from '#server/records/catalogue.ts';
import { administers } from './change-routes.ts';

const about = {
  method: 'GET',
  url: '/resources/definitions/',
  summary: 'Разделы, добавленные установкой',
  answer: definitionsAnswer,
} as const;
const example = () => ({ url: about.url });

/** `GET /resources/definitions/`: the console makes screens of them. What is wrong with a file is the admin's to know. */
export function definitionsRoutes(app: FastifyInstance, { catalogue }: { catalogue: Catalogue }): void {
  route(app, {
    ...about,
    access: { kind: 'staff', scope: 'none' },
    example,
    handle: ({ reader }) => ({
      definitions: [...catalogue.extra],
      problems: administers(reader) ? [...catalogue.problems] : [],
      pending: administers(reader) ? [...catalogue.pending] : [],
    }),
  });
}

/** The same beside a staging server, whose tokens only it can check: definitions hold no data. */
export function openDefinitionsRoutes(app: FastifyInstance, { catalogue }: { catalogue: Catalogue }): void {
  route(app, {
    ...about,
    access: { kind: 'public' },
    example,
    handle: () => ({ definitions: [...catalogue.extra], problems: [], pending: [] }),
  });
}
