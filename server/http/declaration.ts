import type { Action } from '#resources/language/access.ts';
import type { TokenPurpose } from '#server/db/tables/access.ts';

/**
 * The callers that a route lets through. Every route declares them; from the declaration alone the guard answers 401 and 403, and the
 * generated test (tests/access) knows the status each actor must get. That table is:
 *
 * | actor | public | loopback | address | chat | staff | section / definition | administrator |
 * |---|---|---|---|---|---|---|---|
 * | anonymous (no token of the console) | ok | ok | ok | ok | 401 | 401 | 401 |
 * | suspended, deleted (token from before) | ok | ok | 404 | 401 | 401 | 401 | 401 |
 * | resident (token from before they became one) | ok | ok | 404 | ok | 403 | 403 | 403 |
 * | denied, read, write, performer: that level on the section, every entrance | ok | ok | ok | ok | ok | `allows(section, level, action)` ? ok : 403 | ok |
 * | other building: write, holds only `world.away` | ok | ok | ok | ok | `scope` | `scope` | `scope` |
 * | other entrance: write, holds only `world.home.otherPorch` | ok | ok | ok | ok | `scope` | `scope` | `scope` |
 *
 * `ok` is the route's success status. `scope`: with `buildings` the status in `outside`, otherwise ok. With `own`, the
 * same call by another person with every right gets 404. Actors of `administrator` are administrators; an employee gets
 * 403, whatever levels they hold (tests/server/sections/journal/journal.test.ts).
 *
 * Every actor is a person of their own: the test makes them with every right and entrance, lets `example` prepare the
 * call as them (`world.send`), then takes away what the actor lacks and makes the call.
 */
export type Access =
  /** Anybody; a token is not looked at. */
  | { kind: 'public' }
  /** Only the machine itself, and not through a proxy. Tests call it from 127.0.0.1. */
  | { kind: 'loopback' }
  /**
   * The address is the key: it was given to a session and lives as long as that session. `of`: people that are given
   * one, any employee when left out.
   */
  | { kind: 'address'; of?: 'administrators' }
  /**
   * Users of the chat in the box, residents too: by the chat's own token or password, which the call carries in its
   * address or headers (chat-protocol.md A13). The handler looks up its person and what they may see.
   */
  | { kind: 'chat' }
  /**
   * Any member of staff. `tokens`: purposes that are taken besides `session`. `own`: the answer is for them alone, not
   * for a viewer of their console (`view` tokens); other GETs a viewer may read.
   */
  | ({ kind: 'staff'; tokens?: readonly TokenPurpose[]; own?: true } & Scope)
  /** Administrators of the installation, by role and whatever levels they hold: what it answers is about everybody, their own, or of buildings they hold. */
  | ({ kind: 'administrator' } & Scope)
  /** Staff with a level on a section (PERM-05). `or`: a section whose level lets in as well. `writes`: something is written, whatever level does. */
  | ({ kind: 'section'; section: string; or?: string; action: Action; writes?: true } & Scope)
  /** The same for the section of the definition named in the path (`:resource`). */
  | ({ kind: 'definition'; action: Action; writes?: true } & Scope);

/** How records are tied to the reader, besides their level. */
type Scope =
  /** Not at all. */
  | { scope: 'none' }
  /** Only their own; others' are not found. */
  | { scope: 'own' }
  /** By the entrances they hold. */
  | { scope: 'buildings'; outside: Outside };

/** Status of the example call by a person with the level but without the home building. */
interface Outside {
  /** They hold another building only. 404 for one record, 400 when a payload names it, the success status for a list. */
  building: number;
  /** They hold another entrance of the home building only. */
  entrance: number;
}

/** Data for an example: the yard demo, seen by the actor while they still hold everything. */
export interface World {
  /** A building with two entrances or more, and a flat in the first of them. */
  home: { building: number; porch: number; otherPorch: number; unit: number };
  /** Another building. */
  away: { building: number; porch: number };
  /** Makes an account that may sign in, for calls about signing in; another one each time, as codes by SMS have limits. */
  account(): Promise<{ phone: string; password: string }>;
  /**
   * Another account whose password was just typed and whose second step waits: it has a passkey, and a recovery code.
   */
  secondStep(): Promise<{ user: number; pending: string; recoveryCode: string }>;
  /** The code that an app shows for this key, now. */
  appCode(secret: string): Promise<string>;
  /** A browser's answer to options of making a passkey. */
  makePasskey(options: Readonly<Record<string, unknown>>): unknown;
  /**
   * A section that is pure definition, tied to buildings, with a field that points at cameras, and a move of new
   * records for all readers; `state`: of a new record, on a board ordered by hand; `payload` is a new valid record each time.
   */
  generic: {
    name: string;
    reference: string;
    move: string;
    state: string;
    payload(building: number): Record<string, unknown>;
  };
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
