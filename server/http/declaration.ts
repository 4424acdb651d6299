import type { Action } from '#resources/language/access.ts';
import type { TokenPurpose } from '#server/db/tables/access.ts';

/**
 * What a route lets through. Every route declares it; from the declaration alone the guard answers 401 and 403, and
 * the generated test (tests/access) knows the status each actor must get. That table is:
 *
 * | actor | public | loopback | address | chat | staff | section / definition |
 * |---|---|---|---|---|---|---|
 * | anonymous (no token of the console) | ok | ok | ok | ok | 401 | 401 |
 * | suspended, deleted (token from before) | ok | ok | 404 | 401 | 401 | 401 |
 * | resident (token from before he became one) | ok | ok | 404 | ok | 403 | 403 |
 * | denied, read, write, performer: that level on the section, every entrance | ok | ok | ok | ok | ok | `allows(section, level, action)` ? ok : 403 |
 * | other building: write, holds only `world.away` | ok | ok | ok | ok | `scope` | `scope` |
 * | other entrance: write, holds only `world.home.otherPorch` | ok | ok | ok | ok | `scope` | `scope` |
 *
 * `ok` is the route's success status. `scope`: with `buildings` the status in `outside`, otherwise ok. With `own`,
 * the same call by somebody else who holds everything gets 404.
 *
 * Every actor is a person of his own: the test makes him with every right and entrance, lets `example` prepare the
 * call as him (`world.send`), then takes away what the actor lacks and makes the call.
 */
export type Access =
  /** Anybody; a token is not looked at. */
  | { kind: 'public' }
  /** Only the machine itself, and not through a proxy. Tests call it from 127.0.0.1. */
  | { kind: 'loopback' }
  /** The address is the key: it was given to a session and lives as long as that session. */
  | { kind: 'address' }
  /**
   * Whoever may use the chat in the box, residents too: by the chat's own token or password, which the call carries in its
   * address or headers (chat-protocol.md A13). Whose it is and what he may see the handler asks.
   */
  | { kind: 'chat' }
  /**
   * Any member of staff. `tokens`: purposes that are taken besides `session`. `own`: what it answers is for him alone, not
   * for who looks at his console (`view` tokens), who else sees whatever is asked by GET.
   */
  | ({ kind: 'staff'; tokens?: readonly TokenPurpose[]; own?: true } & Scope)
  /** Staff with a level on a section (A§6, B§6). */
  | ({ kind: 'section'; section: string; action: Action } & Scope)
  /** The same for the section of the definition named in the path (`:resource`). */
  | ({ kind: 'definition'; action: Action } & Scope);

/** How records are tied to the reader, besides his level. */
type Scope =
  /** Not at all. */
  | { scope: 'none' }
  /** Only his own; others' are not found. */
  | { scope: 'own' }
  /** By the entrances he holds. */
  | { scope: 'buildings'; outside: Outside };

/** Status of the example call by somebody with the level but without the home building. */
interface Outside {
  /** He holds another building only. 404 for one record, 400 when a payload names it, the success status for a list. */
  building: number;
  /** He holds another entrance of the home building only. */
  entrance: number;
}

/** What an example may use: the yard demo, seen by the actor while he still holds everything. */
export interface World {
  /** A building with two entrances or more, and a flat in the first of them. */
  home: { building: number; porch: number; otherPorch: number; unit: number };
  /** Another building. */
  away: { building: number; porch: number };
  /** An account that may sign in, for calls about signing in; another one in every example, as codes by SMS have limits. */
  account: { phone: string; password: string };
  /** A section that is pure definition, tied to buildings, with a field that points at cameras; `payload` is a new valid record each time. */
  generic: { name: string; reference: string; payload(building: number): Record<string, unknown> };
  /** Calls the API as the actor. @returns the body @throws when the status is not 2xx */
  send(method: Method, call: ExampleCall): Promise<unknown>;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A valid call. */
export interface ExampleCall {
  /** Path with query. A token that the route takes from the query is added by the test. */
  url: string;
  body?: unknown;
  /** Files of a multipart body. */
  files?: readonly { field: string; name: string; bytes: Uint8Array }[];
  /** Text fields of a multipart body. */
  fields?: Readonly<Record<string, string>>;
}

/** Makes a valid call of the route; may prepare what it needs through `world.send`. */
export type Example = (world: World) => ExampleCall | Promise<ExampleCall>;
