import { currentDate } from '#resources/clock.ts';

/** Codes and texts of A14; the texts are Tinode's, because clients read them. */
export const CODES = {
  ok: [200, 'ok'],
  created: [201, 'created'],
  accepted: [202, 'accepted'],
  noContent: [204, 'no content'],
  evicted: [205, 'evicted'],
  delivered: [208, 'delivered'],
  notModified: [304, 'not modified'],
  alreadySubscribed: [304, 'already subscribed'],
  notJoined: [304, 'not joined'],
  malformed: [400, 'malformed'],
  signInFirst: [401, 'authentication required'],
  wrongCredentials: [401, 'authentication failed'],
  unknownScheme: [401, 'unknown authentication scheme'],
  denied: [403, 'permission denied'],
  badKey: [403, 'valid API key required'],
  noTopic: [404, 'topic not found'],
  noUser: [404, 'user not found'],
  notFound: [404, 'not found'],
  notAllowed: [405, 'operation or method not allowed'],
  signedIn: [409, 'already authenticated'],
  outOfOrder: [409, 'command out of sequence'],
  attachFirst: [409, 'must attach first'],
  tooLarge: [413, 'too large'],
  policy: [422, 'policy violation'],
  tooMany: [429, 'too many requests'],
  internal: [500, 'internal error'],
  unavailable: [503, 'service unavailable'],
  oldVersion: [505, 'version not supported'],
  noRoom: [507, 'insufficient storage'],
} as const satisfies Record<string, readonly [number, string]>;
export type Code = keyof typeof CODES;

/** Refuses a packet; becomes a `ctrl` with its code. */
export class ChatRefusal extends Error {
  readonly code: Code;
  constructor(code: Code) {
    super(CODES[code][1]);
    this.name = 'ChatRefusal';
    this.code = code;
  }
}

/** Id and topic of the packet being answered. */
export interface ReplyTo {
  id?: string | undefined;
  topic?: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** Removes values that the wire format omits: undefined, null, false, zero, and empty strings, lists and objects. */
function withoutEmpty(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => {
      if (value === undefined || value === null || value === false || value === '' || value === 0) return false;
      if (value instanceof Date) return true;
      return typeof value !== 'object' || Object.keys(value).length > 0;
    }),
  );
}

/** A `ctrl` frame. @param ts time of the event */
export function ctrl(replyTo: ReplyTo, code: Code, params?: Fields, ts = currentDate()) {
  const [number, text] = CODES[code];
  return {
    ctrl: {
      ...withoutEmpty({ id: replyTo.id, topic: replyTo.topic }),
      code: number,
      text,
      ts,
      ...(params && { params }),
    },
  };
}

/** A `meta` frame of one section. */
export function meta(replyTo: ReplyTo, section: Fields) {
  return { meta: { ...withoutEmpty({ id: replyTo.id, topic: replyTo.topic }), ts: currentDate(), ...section } };
}

/** `desc`, an item of `sub` and the like, without empty values. */
export function fields(values: Fields): Fields {
  return withoutEmpty(values);
}

/** Answer for a section that is empty (A5). */
export function emptySection(replyTo: ReplyTo, what: 'sub' | 'data' | 'del' | 'tags' | 'creds' | 'aux') {
  return ctrl(replyTo, 'noContent', { what });
}

/** A `pres` frame (A12). */
export function pres(values: Fields) {
  return { pres: withoutEmpty(values) };
}

/** An `info` frame (A10). */
export function info(values: Fields) {
  return { info: withoutEmpty(values) };
}
