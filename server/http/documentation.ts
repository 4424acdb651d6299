import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, serializerCompiler } from 'fastify-type-provider-zod';
import { text } from '#i18n/text.ts';
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
export type Complete = <Document>(document: Document) => Document;

/** The description as JSON and as a page to leaf through. @param productName stands in the page's title */
export async function serveDescription(app: FastifyInstance, productName: string, complete: Complete): Promise<void> {
  route(app, {
    method: 'GET',
    url: '/api/openapi.json',
    summary: 'Описание API (OpenAPI 3.1)',
    access: { kind: 'public' },
    example: () => ({ url: '/api/openapi.json' }),
    handle: ({ reply }) => reply.send(complete(app.swagger())),
  });
  await app.register(async (scope) => {
    declarePublic(scope, 'Страница описания API');
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: true,
      transformSpecification: (document) => complete(document),
      // The page styles single elements; that runs nothing.
      transformStaticCSP: (policy) => policy.replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'"),
      uiConfig: { docExpansion: 'list' },
      theme: { title: text('api.documentationTitle', { product: productName }) },
    });
  });
}
