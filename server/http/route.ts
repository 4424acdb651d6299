import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import * as z from 'zod';
import { errorAnswer, fieldsAnswer } from '#resources/protocol/errors.ts';
import type { Reader } from '#server/access/reader.ts';
import type { Access, Example, Method } from './declaration.ts';
import { createOnce, hashBody, type Once, onceHeaders, RepeatedRequest } from './once.ts';

/** Kind of a part of a multipart body. */
type PartKind = 'file' | 'text';

/** Parts of a multipart body by name; optional ones have a description. */
type Form = Readonly<Record<string, PartKind | { optional: PartKind; description: string }>>;

/** OpenAPI description of a body, by content type. */
interface SentBody {
  content: Readonly<Record<string, { schema: object }>>;
}

/** Describes a body that is not validated by a schema: a form, and JSON accepted instead of it. */
function describeForm(form: Form, orJson?: z.ZodType): SentBody {
  const partSchema = (part: PartKind) => (part === 'file' ? { type: 'string', format: 'binary' } : { type: 'string' });
  const parts = Object.entries(form).map(([name, part]) => {
    return [
      name,
      typeof part === 'string' ? partSchema(part) : { ...partSchema(part.optional), description: part.description },
    ];
  });
  const required = Object.keys(form).filter((name) => typeof form[name] === 'string');
  const schema = { type: 'object', required, properties: Object.fromEntries(parts) };
  return {
    content: {
      'multipart/form-data': { schema },
      ...(orJson
        ? { 'application/json': { schema: z.toJSONSchema(orJson, { io: 'input', unrepresentable: 'any' }) } }
        : {}),
    },
  };
}

export type { Access, World } from './declaration.ts';

type SchemaOrNone = z.ZodType | undefined;
type Parsed<Schema extends SchemaOrNone> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Serialized<Schema extends SchemaOrNone> = Schema extends z.ZodType ? z.input<Schema> : FastifyReply | undefined;
type ReaderFor<A extends Access> = A['kind'] extends 'staff' | 'section' | 'definition' | 'administrator'
  ? Reader
  : null;

/** Arguments of a handler: the validated parts of the request and its reader. */
interface HandlerArguments<
  A extends Access,
  Params extends SchemaOrNone,
  Query extends SchemaOrNone,
  Body extends SchemaOrNone,
> {
  reader: ReaderFor<A>;
  params: Parsed<Params>;
  query: Parsed<Query>;
  body: Parsed<Body>;
  /** Makes creation idempotent within the caller's transaction; only for routes with `once`. */
  once: Once;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Declaration of a route of the built-in backend. */
export interface Route<
  A extends Access,
  Params extends SchemaOrNone,
  Query extends SchemaOrNone,
  Body extends SchemaOrNone,
  Result extends SchemaOrNone,
> {
  method: Method;
  /** Exactly as in the specification, with or without the trailing slash (API-05). */
  url: string;
  /** One line about its purpose, for the OpenAPI page. */
  summary: string;
  access: A;
  params?: Params;
  query?: Query;
  body?: Body;
  /**
   * The route creates something and may be repeated with the same `Idempotency-Key` without creating it twice; the handler must
   * use `once` for its work.
   */
  once?: true;
  /** Success status; 204 has no body. */
  ok?: 200 | 201 | 204;
  /** Schema of the successful response; unknown keys are dropped. Without it the handler answers through `reply`. */
  answer?: Result;
  /** Additional keys of error bodies by status, besides `errorAnswer` (`told` of `ApiError`). */
  refusals?: Readonly<Partial<Record<409 | 422, z.ZodObject>>>;
  /** Maximum body size, bytes; `BYTES.json` by default. */
  bodyLimit?: number;
  /** Maximum number of values in a JSON body; `BODY.items` by default. */
  bodyItems?: number;
  /** The handler reads a multipart body itself: its parts, for the OpenAPI page. */
  form?: Form;
  /** Schema of a JSON body accepted instead of the form; the handler reads it itself too. */
  orJson?: z.ZodType;
  /** A valid request in the `yard` demo, for the access matrix and as documentation; see `World`. */
  example: Example;
  handle(call: HandlerArguments<A, Params, Query, Body>): Promise<Serialized<Result>> | Serialized<Result>;
}

/** A registered route, for the access matrix. */
export interface DeclaredRoute {
  method: Method;
  url: string;
  summary: string;
  access: Access;
  /** Success status; for a socket the status of a plain GET with access (426). */
  ok: number;
  /** Schema of the response; missing when the handler answers itself or there is no body. */
  answer?: z.ZodType;
  /** Null for static files that are the same for everybody: console, OpenAPI page. */
  example: Example | null;
  /** A WebSocket; its token is `?token=`. */
  socket: boolean;
  /** May be repeated with the same key without creating twice. */
  once?: true;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Body that the handler reads itself; for the OpenAPI page (`documentation.ts`). */
    sent?: SentBody;
    /** Callers that the route accepts; checked by `server/access/guard.ts`. */
    access?: Access;
    /** The route takes its token from `?token=`, because a browser cannot send headers with a socket. */
    socket?: boolean;
  }
  interface FastifyInstance {
    declared: DeclaredRoute[];
    /** Names of all routes registered in Fastify, in whatever way, except HEAD and OPTIONS. */
    held: ReadonlySet<string>;
  }
  interface FastifyRequest {
    /** Set by the guard for staff routes. */
    reader: Reader | null;
    /** Owner of the request's token, also when the request is refused. */
    tokenOwner: Reader | null;
  }
}

/** Path parameter of one record: `/…/{id}/`. Anything but a positive integer is not found. */
export const idParams = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number)
    .pipe(z.number().max(2_147_483_647)),
});

const ERROR_RESPONSES = { '4xx': z.union([errorAnswer, fieldsAnswer]) };
const refusalSchemas = (refusals: Readonly<Partial<Record<number, z.ZodObject>>>) =>
  Object.fromEntries(
    Object.entries(refusals).flatMap(([status, extraKeys]) =>
      extraKeys ? [[status, z.union([errorAnswer.extend(extraKeys.shape), errorAnswer])]] : [],
    ),
  );
const SECURITY: Readonly<Record<Access['kind'], 'token' | 'free'>> = {
  public: 'free',
  loopback: 'free',
  address: 'free',
  chat: 'free',
  staff: 'token',
  section: 'token',
  definition: 'token',
  administrator: 'token',
};

/**
 * Registers a route. Use it for every route: one registered in another way stops the start (`refuseUndeclared`, except for
 * `declarePublic`).
 *
 * ```ts
 * route(app, {
 *   method: 'GET', url: '/api/crm/cameras/:id/', summary: 'Камера',
 *   access: { kind: 'section', section: 'cameras', action: 'see', scope: 'buildings',
 *     outside: { building: 404, entrance: 200 } },
 *   params: idParams, answer: cameraOne,
 *   example: async (world) => ({ url: `/api/crm/cameras/${await newCamera(world)}/` }),
 *   handle: ({ reader, params }) => oneCamera(db, reader, params.id),
 * });
 * ```
 */
export function route<
  const A extends Access,
  Params extends SchemaOrNone = undefined,
  Query extends SchemaOrNone = undefined,
  Body extends SchemaOrNone = undefined,
  Result extends SchemaOrNone = undefined,
>(app: FastifyInstance, spec: Route<A, Params, Query, Body, Result>): void {
  const { method, url, summary, access, params, query, body, answer, example } = spec;
  const ok = spec.ok ?? 200;
  const declaredExtras = { ...(answer ? { answer } : {}), ...(spec.once ? { once: true as const } : {}) };
  app.declared.push({ method, url, summary, access, ok, example, socket: false, ...declaredExtras });
  app.route({
    method,
    url,
    exposeHeadRoute: false,
    config: {
      access,
      ...(spec.bodyItems ? { bodyItems: spec.bodyItems } : {}),
      ...(spec.form ? { sent: describeForm(spec.form, spec.orJson) } : {}),
    },
    ...(spec.bodyLimit ? { bodyLimit: spec.bodyLimit } : {}),
    ...(spec.once ? { preValidation: hashBody } : {}),
    schema: {
      summary,
      tags: [url.split('/').filter((part) => part && !/^(api|crm|authorized|anonymous|:)/.test(part))[0] ?? 'sign-in'],
      security: SECURITY[access.kind] === 'token' ? [{ token: [] }] : [],
      ...(params ? { params } : {}),
      ...(query ? { querystring: query } : {}),
      ...(body ? { body } : {}),
      ...(spec.once ? { headers: onceHeaders } : {}),
      response: { ...(answer ? { [ok]: answer } : {}), ...ERROR_RESPONSES, ...refusalSchemas(spec.refusals ?? {}) },
    },
    handler: async (request, reply) => {
      reply.code(ok);
      const { reader, params, query, body } = request as unknown as HandlerArguments<A, Params, Query, Body>;
      const once = createOnce(request, spec.once === true);
      const result = await answerOrRepeat(() => spec.handle({ reader, params, query, body, once, request, reply }));
      if (reply.sent || result === reply) return reply;
      return ok === 204 ? reply.send() : reply.send(result);
    },
  });
}

/** Answer of a handler, or the first answer if the request is a repetition. */
async function answerOrRepeat<Result>(handle: () => Promise<Result> | Result): Promise<unknown> {
  try {
    return await handle();
  } catch (error) {
    if (error instanceof RepeatedRequest) return await error.answer();
    throw error;
  }
}

/** All declared routes, for the access matrix; complete once the app is ready. */
export function listRoutes(app: FastifyInstance): readonly DeclaredRoute[] {
  return app.declared;
}

/** Methods that Fastify derives from a route of another method; the access matrix skips them. */
const DERIVED_METHODS: ReadonlySet<string> = new Set(['HEAD', 'OPTIONS']);

const methodAndUrl = ({ method, url }: { method: string | string[]; url: string }) =>
  [method].flat().flatMap((oneMethod) => (DERIVED_METHODS.has(oneMethod) ? [] : [`${oneMethod} ${url}`]));

/**
 * Stops the start when a route has no declared access, however it was registered, or when the declared routes, which the access
 * matrix tests, differ from the registered ones. Call it before the first route.
 */
export function refuseUndeclared(app: FastifyInstance): void {
  const registeredRoutes: RouteOptions[] = [];
  const routeNames = new Set<string>();
  app.decorate('declared', []);
  app.decorate('held', routeNames);
  app.decorateRequest('reader', null);
  app.decorateRequest('tokenOwner', null);
  app.decorateRequest('bodyHash', null);
  app.addHook('onRoute', (options) => {
    registeredRoutes.push(options);
    // Fastify adds the variant with a trailing slash later, reusing this object without calling the hook again.
    for (const name of methodAndUrl(options)) routeNames.add(name);
  });
  // Checked only once the app is ready, because a plug-in's own hook may still declare its routes (`declarePublic`).
  app.addHook('onReady', async () => {
    const undeclared = registeredRoutes.filter((options) => !options.config?.access);
    const names = undeclared.map((options) => `${String(options.method)} ${options.url}`);
    if (names.length) throw new Error(`No access is declared for ${names.join(', ')}`);
    const declared = new Set(app.declared.flatMap(methodAndUrl));
    const undeclaredNames = [...routeNames].filter((name) => !declared.has(name));
    if (undeclaredNames.length) throw new Error(`Registered past route(): ${undeclaredNames.join(', ')}`);
    const missing = [...declared].filter((name) => !routeNames.has(name));
    if (missing.length) throw new Error(`Declared, but not registered: ${missing.join(', ')}`);
  });
}

/** Declares all routes that a plug-in registers in this scope as public: static files that are the same for everybody. */
export function declarePublic(scope: FastifyInstance, summary: string): void {
  scope.addHook('onRoute', (options) => {
    options.config = { ...options.config, access: { kind: 'public' } };
    for (const method of [options.method].flat()) {
      if (DERIVED_METHODS.has(method)) continue;
      const entry = {
        url: options.url,
        summary,
        access: { kind: 'public' },
        ok: 200,
        example: null,
        socket: false,
      } as const;
      scope.declared.push({ method: method as Method, ...entry });
    }
  });
}
