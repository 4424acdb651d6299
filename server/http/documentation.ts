import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jsonSchemaTransform, serializerCompiler } from 'fastify-type-provider-zod';
import { text } from '#i18n/text.ts';
import type { Reader } from '#server/access/reader.ts';
import { declarePublic, route } from './route.ts';
import { validatorCompiler } from './validation.ts';

/** A route's schemas as OpenAPI has them, and the body that its handler reads by itself. */
const describe: typeof jsonSchemaTransform = (document) => {
  const described = jsonSchemaTransform(document);
  const sent = document.route.config?.sent;
  return sent ? { ...described, schema: { ...described.schema, body: sent } } : described;
};

/** Makes the routes' zod schemas the rules of what comes in, the shape of what goes out, and the documentation. */
export async function describeRoutes(app: FastifyInstance, productName: string): Promise<void> {
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: productName, version: '1', description: text('api.documentation') },
      components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
    },
    transform: describe,
  });
}

/** Adds to a description what only the moment tells: the sections that an installation has now. */
type Complete = <Document>(document: Document, reader: Reader) => Document;

/** Settings with which the description is served. */
interface DescriptionOptions {
  /** Stands in the page's title. */
  productName: string;
  /** Applied for signed-in staff only: the names of an installation's own sections are not public. */
  complete: Complete;
  /** The reader of a call; null without a sign-in. */
  readerOf(request: FastifyRequest): Promise<Reader | null>;
}

/**
 * Runs in the browser, sent as source: Swagger UI asks for the description with the console's token (CONST-02), if there is one, so
 * that signed-in staff see the added sections on the page too.
 */
const withToken = (request: { loadSpec?: boolean; headers?: object }) => {
  const token = request.loadSpec && localStorage.getItem('home-moderator');
  return token ? Object.assign(request, { headers: { ...request.headers, Authorization: `Token ${token}` } }) : request;
};

/** The description as JSON and as a page to leaf through. */
export async function serveDescription(app: FastifyInstance, options: DescriptionOptions): Promise<void> {
  const { productName, complete, readerOf } = options;
  const documentFor = <Document>(document: Document, reader: Reader | null) =>
    reader ? complete(document, reader) : document;
  route(app, {
    method: 'GET',
    url: '/api/openapi.json',
    summary: 'Описание API (OpenAPI 3.1); разделы, добавленные в установке, названы только вошедшим сотрудникам',
    access: { kind: 'public' },
    example: () => ({ url: '/api/openapi.json' }),
    handle: async ({ request, reply }) => reply.send(documentFor(app.swagger(), await readerOf(request))),
  });
  await app.register(async (scope) => {
    declarePublic(scope, 'Страница описания API');
    scope.addHook('preHandler', async (request) => {
      if (/\/(json|yaml)$/.test(request.routeOptions.url ?? '')) request.reader = await readerOf(request);
    });
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: true,
      transformSpecification: (document, request) => documentFor(document, request.reader),
      // The page styles single elements; that runs nothing.
      transformStaticCSP: (policy) => policy.replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'"),
      uiConfig: { docExpansion: 'list', requestInterceptor: withToken },
      theme: { title: text('api.documentationTitle', { product: productName }) },
    });
  });
}
