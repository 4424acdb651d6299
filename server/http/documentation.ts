import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jsonSchemaTransform, serializerCompiler } from 'fastify-type-provider-zod';
import { text } from '#i18n/text.ts';
import type { Reader } from '#server/access/reader.ts';
import { declarePublic, route } from './route.ts';
import { validatorCompiler } from './validation.ts';

/** OpenAPI schema of a route, including a body that its handler reads itself. */
const describe: typeof jsonSchemaTransform = (document) => {
  const described = jsonSchemaTransform(document);
  const bodySchema = document.route.config?.sent;
  return bodySchema ? { ...described, schema: { ...described.schema, body: bodySchema } } : described;
};

/** Uses the routes' zod schemas for validation, serialization and OpenAPI. */
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

/** Adds the sections that this installation has now to the OpenAPI document. */
type Complete = <Document>(document: Document, reader: Reader) => Document;

/** Options of the OpenAPI pages. */
interface DescriptionOptions {
  /** Shown in the page's title. */
  productName: string;
  /** Used for signed-in staff only, because the names of added sections are not public. */
  complete: Complete;
  /** The signed-in reader of a request, or null. */
  readerOf(request: FastifyRequest): Promise<Reader | null>;
}

/**
 * Sent to the browser as source: makes Swagger UI request the document with the console's token (CONST-02), so that signed-in
 * staff see added sections there too.
 */
const withToken = (request: { loadSpec?: boolean; headers?: object }) => {
  const token = request.loadSpec && localStorage.getItem('home-moderator');
  return token ? Object.assign(request, { headers: { ...request.headers, Authorization: `Token ${token}` } }) : request;
};

/** Serves the OpenAPI document as JSON and as a Swagger UI page. */
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
      // Swagger UI sets inline styles, which cannot run code.
      transformStaticCSP: (policy) => policy.replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'"),
      uiConfig: { docExpansion: 'list', requestInterceptor: withToken },
      theme: { title: text('api.documentationTitle', { product: productName }) },
    });
  });
}
