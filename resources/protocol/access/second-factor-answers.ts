import {
  decodeFlag,
  decodeId,
  decodeMoment,
  decodeNumber,
  decodeObject,
  decodeParts,
  decodeText,
  getKey,
  isWireObject,
  textOrNull,
  unwrapBody,
  type WireObject,
} from '../open-shapes.ts';
import type { SecondFactorLevel, SecondStep, SecondWay } from './second-factor.ts';

// Plain lists instead of zod schemas, because the sign-in page uses this file too.
const WAYS: readonly SecondWay[] = ['totp', 'passkey', 'recovery'];
const LEVELS: readonly SecondFactorLevel[] = ['administrator', 'write', 'performer', 'read'];

const decodeTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** The second step in a response of `POST /api/auth`; null if none is required. */
export function decodeSecondStep(body: unknown): SecondStep | null {
  const wire = getKey(unwrapBody(body), 'second_factor');
  const pending = textOrNull(getKey(wire, 'pending'));
  if (!isWireObject(wire) || pending === null) return null;
  const offeredWays = decodeTexts(wire.ways);
  return {
    pending,
    expires_in: decodeNumber(wire.expires_in) ?? 300,
    enrol: decodeFlag(wire.enrol) === true,
    ways: WAYS.filter((way) => offeredWays.includes(way)),
  };
}

/** `POST /api/anonymous/second-factor/`: like a sign-in; `left` is the number of unused recovery codes if one was used. */
export function decodeFinishedStep(body: unknown): { role: string | null; token: string | null; left: number | null } {
  const wire = decodeObject(unwrapBody(body));
  return { role: textOrNull(wire.role), token: textOrNull(wire.token), left: decodeNumber(wire.recovery_left) };
}

/** WebAuthn options, which only the browser interprets. */
export const decodePasskeyOptions = (body: unknown): WireObject => decodeObject(getKey(unwrapBody(body), 'options'));

/** One's own second factor. */
export interface OwnFactor {
  totp: string | null;
  passkeys: { id: number; name: string; created: string; used: string | null }[];
  left: number;
  required: boolean;
  passkeysPossible: boolean;
}

/** `GET /api/authorized/second-factor/`. */
export function decodeOwnFactor(body: unknown): OwnFactor {
  const wire = decodeObject(unwrapBody(body));
  return {
    totp: decodeMoment(wire.totp) || null,
    passkeys: decodeParts(wire.passkeys, (part) => {
      const id = decodeId(part);
      return id === null
        ? null
        : {
            id,
            name: decodeText(part.name),
            created: decodeMoment(part.created_at),
            used: decodeMoment(part.last_used_at) || null,
          };
    }),
    left: decodeNumber(wire.recovery_left) ?? 0,
    required: decodeFlag(wire.required) === true,
    passkeysPossible: decodeFlag(wire.passkeys_possible) === true,
  };
}

/** `POST …/totp/`: the secret for an authenticator app, sent only once. */
export function decodeAppKey(body: unknown): { secret: string; uri: string } {
  const wire = decodeObject(unwrapBody(body));
  return { secret: decodeText(wire.secret), uri: decodeText(wire.uri) };
}

/** Response to setting up a factor, and of `POST …/recovery-codes/`. */
export function decodeEnrolment(body: unknown): { codes: string[]; role: string | null; token: string | null } {
  const wire = decodeObject(unwrapBody(body));
  return { codes: decodeTexts(wire.recovery_codes), role: textOrNull(wire.role), token: textOrNull(wire.token) };
}

/** The levels that must have a second factor, and the number of people who have none yet. */
export interface FactorPolicy {
  levels: SecondFactorLevel[];
  without: number;
  /** Null if the server has no versions. */
  version: string | null;
}

/** Decodes the policy of second factors. */
export function decodePolicy(body: unknown): FactorPolicy {
  const wire = decodeObject(unwrapBody(body));
  const levels = decodeTexts(wire.levels);
  return {
    levels: LEVELS.filter((level) => levels.includes(level)),
    without: decodeNumber(wire.without) ?? 0,
    version: textOrNull(wire.version),
  };
}

/** `POST …/second-factor/reset/`: whether the person was notified. */
export const decodeIsNotified = (body: unknown): boolean =>
  decodeFlag(getKey(getKey(unwrapBody(body), 'params'), 'told')) === true;
