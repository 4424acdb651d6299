import type { Action } from '#resources/language/access.ts';
import type { TokenPurpose } from '#server/db/tables/access.ts';

/**
 * The callers that a route accepts. Every route declares them: the guard decides on 401 and 403 from the declaration alone, and
 * the
 * generated test (tests/access) derives from it which status each actor must get:
 *
 * | actor | public | loopback | address | chat | staff | section / definition | administrator |
 * |---|---|---|---|---|---|---|---|
 * | anonymous (no token of the console) | ok | ok | ok | ok | 401 | 401 | 401 |
 * | suspended, deleted (token from before) | ok | ok | 404 | 401 | 401 | 401 | 401 |
 * | resident (token from before they became one) | ok | ok | 404 | ok | 403 | 403 | 403 |
 * | denied, read, write, performer: that level on the section, every entrance | ok | ok | ok | ok | ok | `allows(section, level, action)` ? ok : 403 | ok |
 * | other building: write, access only to `world.away` | ok | ok | ok | ok | `scope` | `scope` | `scope` |
 * | other entrance: write, access only to `world.home.otherPorch` | ok | ok | ok | ok | `scope` | `scope` | `scope` |
 *
 * `ok` is the route's success status. `scope`: with `buildings` the status in `outside`, otherwise ok. With `own`, the
 * same request by another person with all rights gets 404. Actors of `administrator` are administrators; an employee gets
 * 403, whatever their levels (tests/server/sections/journal/journal.test.ts).
 *
 * Each actor is a separate person: the test creates them with all rights and entrances, lets `example` prepare the
 * request as them (`world.send`), then removes what the actor lacks and sends the request.
 */
export type Access =
  /** Anybody; tokens are ignored. */
  | { kind: 'public' }
  /** Only this machine, and not through a proxy. Tests connect from 127.0.0.1. */
  | { kind: 'loopback' }
  /**
   * The URL itself is the key: it was issued to a session and is valid as long as that session. `of`: who gets such URLs; any
   * employee by default.
   */
  | { kind: 'address'; of?: 'administrators' }
  /**
   * Users of the built-in chat, including residents: by chat token or password in the URL or headers (chat-protocol.md A13). The
   * handler finds the person and checks what they may see.
   */
  | { kind: 'chat' }
  /**
   * Any member of staff. `tokens`: accepted token purposes besides `session`. `own`: the answer is for this person alone, not for
   * a viewer of their console (`view` tokens); other GETs are open to viewers.
   */
  | ({ kind: 'staff'; tokens?: readonly TokenPurpose[]; own?: true } & Scope)
  /**
   * Administrators of the installation, by role, whatever their levels: for data about everybody, about themselves, or about
   * their buildings (see `scope`).
   */
  | ({ kind: 'administrator' } & Scope)
  /**
   * Staff with a level on a section (PERM-05). `or`: an alternative section. `writes`: the route writes, although `action` is
   * `see`.
   */
  | ({ kind: 'section'; section: string; or?: string; action: Action; writes?: true } & Scope)
  /** Like `section`, for the section of the definition named in the path (`:resource`). */
  | ({ kind: 'definition'; action: Action; writes?: true } & Scope);

/** How records depend on the reader besides their level. */
type Scope =
  /** They do not. */
  | { scope: 'none' }
  /** Only their own; other people's are not found. */
  | { scope: 'own' }
  /** By the entrances they have access to. */
  | { scope: 'buildings'; outside: Outside };

/** Status of the example request by a person with the level but without access to the home building. */
interface Outside {
  /**
   * With access to another building only: 404 for one record, 400 when a payload names the building, the success status for a
   * list.
   */
  building: number;
  /** With access to another entrance of the home building only. */
  entrance: number;
}

/** Data for examples: the `yard` demo, as seen by an actor who still has all rights. */
export interface World {
  /** A building with at least two entrances and a flat in the first one. */
  home: { building: number; porch: number; otherPorch: number; unit: number };
  /** Another building. */
  away: { building: number; porch: number };
  /** Creates an account that may sign in; a new one each time, because SMS codes are limited per account. */
  account(): Promise<{ phone: string; password: string }>;
  /** Another account after the password step of signing in, waiting for the second step: it has a passkey and a recovery code. */
  secondStep(): Promise<{ user: number; pending: string; recoveryCode: string }>;
  /** Current code of an authenticator app for this key. */
  appCode(secret: string): Promise<string>;
  /** A browser's response to passkey creation options. */
  makePasskey(options: Readonly<Record<string, unknown>>): unknown;
  /**
   * An added section tied to buildings, with a field that refers to cameras and a move that readers may make on new records.
   * `state`: state of a new record, on a board ordered by hand; `payload`: a new valid record each time.
   */
  generic: {
    name: string;
    reference: string;
    move: string;
    state: string;
    payload(building: number): Record<string, unknown>;
  };
  /**
   * Sends a request as the actor.
   * @returns the body
   * @throws when the status is not 2xx
   */
  send(method: Method, call: ExampleCall): Promise<unknown>;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A valid request. */
export interface ExampleCall {
  /** Path with query. If the route takes its token from the query, the test adds it. */
  url: string;
  body?: unknown;
  /** Files of a multipart body. */
  files?: readonly { field: string; name: string; bytes: Uint8Array }[];
  /** Text fields of a multipart body. */
  fields?: Readonly<Record<string, string>>;
}

/** Builds a valid request of the route; may prepare data through `world.send`. */
export type Example = (world: World) => ExampleCall | Promise<ExampleCall>;
