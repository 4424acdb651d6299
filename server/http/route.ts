import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import * as z from 'zod';
import { errorAnswer, fieldsAnswer } from '#resources/protocol/errors.ts';
import type { Reader } from '#server/access/reader.ts';
import type { Access, Example, Method } from './declaration.ts';
import { createOnce, noteSent, type Once, onceHeaders, Repeated } from './once.ts';

/** A part of a multipart body: a file, or text. */
type Part = 'file' | 'text';

/** Parts of a multipart body by name. What may be left out says what it is for. */
type Form = Readonly<Record<string, Part | { optional: Part; description: string }>>;

/** A body as OpenAPI describes it, by content type. */
interface SentBody {
  content: Readonly<Record<string, { schema: object }>>;
}

/** Describes a body that no rule of a route reads: a form, and what is taken as JSON instead of it. */
function sentBody(form: Form, orJson?: z.ZodType): SentBody {
  const shape = (part: Part) => (part === 'file' ? { type: 'string', format: 'binary' } : { type: 'string' });
  const parts = Object.entries(form).map(([name, part]) => {
    return [name, typeof part === 'string' ? shape(part) : { ...shape(part.optional), description: part.description }];
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

type Answer = z.ZodType | undefined;
type In<Schema extends Answer> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Out<Schema extends Answer> = Schema extends z.ZodType ? z.input<Schema> : FastifyReply | undefined;
type ReaderOf<A extends Access> = A['kind'] extends 'staff' | 'section' | 'definition' | 'administrator'
  ? Reader
  : null;

/** Parameters of a handler: the checked parts of the call and its reader. */
interface Call<A extends Access, Params extends Answer, Query extends Answer, Body extends Answer> {
  reader: ReaderOf<A>;
  params: In<Params>;
  query: In<Query>;
  body: In<Body>;
  /** Creates within the caller's transaction and answers a repeated call as the first one; only for routes with `once`. */
  once: Once;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A route of the backend in the box. */
export interface Route<
  A extends Access,
  Params extends Answer,
  Query extends Answer,
  Body extends Answer,
  Result extends Answer,
> {
  method: Method;
  /** Exactly as the specification writes it, with or without the final slash (API-05). */
  url: string;
  /** One line on its purpose, for the OpenAPI page. */
  summary: string;
  access: A;
  params?: Params;
  query?: Query;
  body?: Body;
  /**
   * It creates, and may be called again under the same `Idempotency-Key` without creating twice: the handler does its work
   * by the `once` of the call, which keeps what the route answers.
   */
  once?: true;
  /** Success status; 204 answers no body. */
  ok?: 200 | 201 | 204;
  /** Shape of the successful answer: keys it does not name are dropped. Left out: the handler answers by `reply`. */
  answer?: Result;
  /** Keys of refusals of single statuses besides `errorAnswer`; the others have none (`ApiError`, `told`). */
  refusals?: Readonly<Partial<Record<409 | 422, z.ZodObject>>>;
  /** Uploads and the like: the greatest body in bytes; `BYTES.json` when left out. */
  bodyLimit?: number;
  /** The most values a body of JSON may have; `BODY.items` when left out. */
  bodyItems?: number;
  /** The body is multipart/form-data, read by the handler: its parts, for the OpenAPI page. */
  form?: Form;
  /** Shape of a body that is taken as JSON instead of a form; read by the handler too. */
  orJson?: z.ZodType;
  /** A valid call in the yard demo, for the access matrix and for readers of the code; see `World`. */
  example: Example;
  handle(call: Call<A, Params, Query, Body>): Promise<Out<Result>> | Out<Result>;
}

/** A route as the access matrix knows it. */
export interface DeclaredRoute {
  method: Method;
  url: string;
  summary: string;
  access: Access;
  /** Success status; for a socket what a plain GET gets once it is let in (426). */
  ok: number;
  /** Shape of the answer; left out where the handler answers by itself, and where nothing is answered. */
  answer?: z.ZodType;
  /** Null for what only hands out files that are the same to everybody: console, OpenAPI page. */
  example: Example | null;
  /** It is a web socket, its token is `?token=`. */
  socket: boolean;
  /** It may be called again under the same key without creating twice. */
  once?: true;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body that the handler reads by itself; for the OpenAPI page (`documentation.ts`). */
    sent?: SentBody;
    /** The callers that the route lets through; checked by `server/access/guard.ts`. */
    access?: Access;
    /** The route takes its token from `?token=`: a browser's socket carries no header. */
    socket?: boolean;
  }
  interface FastifyInstance {
    declared: DeclaredRoute[];
    /** Names of the routes as Fastify told of them, by whatever way they were registered; HEAD and OPTIONS left out. */
    held: ReadonlySet<string>;
  }
  interface FastifyRequest {
    /** Set by the guard for staff routes. */
    reader: Reader | null;
    /** The person whose token the call carries, also where the call is refused. */
    tokenOwner: Reader | null;
  }
}

/** Path parameter of one record: `/…/{id}/`. Anything but a whole number from 1 is not found. */
export const idParams = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number)
    .pipe(z.number().max(2_147_483_647)),
});

const REFUSALS = { '4xx': z.union([errorAnswer, fieldsAnswer]) };
const refusalsOf = (refusals: Readonly<Partial<Record<number, z.ZodObject>>>) =>
  Object.fromEntries(
    Object.entries(refusals).flatMap(([status, told]) =>
      told ? [[status, z.union([errorAnswer.extend(told.shape), errorAnswer])]] : [],
    ),
  );
const ANSWERS: Readonly<Record<Access['kind'], 'token' | 'free'>> = {
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
 * Registers a route. The only way to one: what Fastify holds without a declaration stops the start (`refuseUndeclared`).
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
  Params extends Answer = undefined,
  Query extends Answer = undefined,
  Body extends Answer = undefined,
  Result extends Answer = undefined,
>(app: FastifyInstance, spec: Route<A, Params, Query, Body, Result>): void {
  const { method, url, summary, access, params, query, body, answer, example } = spec;
  const ok = spec.ok ?? 200;
  const about = { ...(answer ? { answer } : {}), ...(spec.once ? { once: true as const } : {}) };
  app.declared.push({ method, url, summary, access, ok, example, socket: false, ...about });
  app.route({
    method,
    url,
    exposeHeadRoute: false,
    config: {
      access,
      ...(spec.bodyItems ? { bodyItems: spec.bodyItems } : {}),
      ...(spec.form ? { sent: sentBody(spec.form, spec.orJson) } : {}),
    },
    ...(spec.bodyLimit ? { bodyLimit: spec.bodyLimit } : {}),
    ...(spec.once ? { preValidation: noteSent } : {}),
    schema: {
      summary,
      tags: [url.split('/').filter((part) => part && !/^(api|crm|authorized|anonymous|:)/.test(part))[0] ?? 'sign-in'],
      security: ANSWERS[access.kind] === 'token' ? [{ token: [] }] : [],
      ...(params ? { params } : {}),
      ...(query ? { querystring: query } : {}),
      ...(body ? { body } : {}),
      ...(spec.once ? { headers: onceHeaders } : {}),
      response: { ...(answer ? { [ok]: answer } : {}), ...REFUSALS, ...refusalsOf(spec.refusals ?? {}) },
    },
    handler: async (request, reply) => {
      reply.code(ok);
      const { reader, params, query, body } = request as unknown as Call<A, Params, Query, Body>;
      const once = createOnce(request, spec.once === true);
      const result = await answered(() => spec.handle({ reader, params, query, body, once, request, reply }));
      if (reply.sent || result === reply) return reply;
      return ok === 204 ? reply.send() : reply.send(result);
    },
  });
}

/** The answer of a handler, or its answer to the same call made before. */
async function answered<Result>(handle: () => Promise<Result> | Result): Promise<unknown> {
  try {
    return await handle();
  } catch (error) {
    if (error instanceof Repeated) return await error.answer();
    throw error;
  }
}

/** Every declared route, for the access matrix. Known once the app is ready. */
export function listRoutes(app: FastifyInstance): readonly DeclaredRoute[] {
  return app.declared;
}

/** Methods that Fastify answers from a route of another method; the access matrix asks the other method. */
const FOLLOWING: ReadonlySet<string> = new Set(['HEAD', 'OPTIONS']);

const callNames = ({ method, url }: { method: string | string[]; url: string }) =>
  [method].flat().flatMap((each) => (FOLLOWING.has(each) ? [] : [`${each} ${url}`]));

/**
 * Makes the app refuse to start when a route without a declared access is found, however it was registered, or when the
 * declared routes, which the access matrix asks, are others than those Fastify holds. Call before the first route.
 */
export function refuseUndeclared(app: FastifyInstance): void {
  const registeredRoutes: RouteOptions[] = [];
  const routeNames = new Set<string>();
  app.decorate('declared', []);
  app.decorate('held', routeNames);
  app.decorateRequest('reader', null);
  app.decorateRequest('tokenOwner', null);
  app.decorateRequest('sent', null);
  app.addHook('onRoute', (options) => {
    registeredRoutes.push(options);
    // Fastify writes the twin with the final slash into the same object afterwards, without calling here again.
    for (const name of callNames(options)) routeNames.add(name);
  });
  // Only once the app is ready: a plug-in's own hook may still declare the route (`declarePublic`).
  app.addHook('onReady', async () => {
    const undeclared = registeredRoutes.filter((options) => !options.config?.access);
    const names = undeclared.map((options) => `${String(options.method)} ${options.url}`);
    if (names.length) throw new Error(`No access is declared for ${names.join(', ')}`);
    const declared = new Set(app.declared.flatMap(callNames));
    const past = [...routeNames].filter((name) => !declared.has(name));
    if (past.length) throw new Error(`Registered past route(): ${past.join(', ')}`);
    const missing = [...declared].filter((name) => !routeNames.has(name));
    if (missing.length) throw new Error(`Declared, but not registered: ${missing.join(', ')}`);
  });
}

/** Declares every route that a plug-in registers in this scope as open to anybody: files that are the same for all. */
export function declarePublic(scope: FastifyInstance, summary: string): void {
  scope.addHook('onRoute', (options) => {
    options.config = { ...options.config, access: { kind: 'public' } };
    for (const method of [options.method].flat()) {
      if (FOLLOWING.has(method)) continue;
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
