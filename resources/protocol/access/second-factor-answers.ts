import {
  decodeFlag,
  decodeId,
  decodeMoment,
  decodeNumber,
  decodeObject,
  decodeParts,
  decodeText,
  isWireObject,
  textOrNull,
  under,
  unwrapBody,
  type WireObject,
} from '../open-shapes.ts';
import type { SecondFactorLevel, SecondStep, SecondWay } from './second-factor.ts';

// No rules of zod: the sign-in page reads by these too.
const WAYS: readonly SecondWay[] = ['totp', 'passkey', 'recovery'];
const LEVELS: readonly SecondFactorLevel[] = ['administrator', 'write', 'performer', 'read'];

const decodeTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** The second step in an answer of `POST /api/auth`; null where it asks for none. */
export function decodeSecondStep(body: unknown): SecondStep | null {
  const wire = under(unwrapBody(body), 'second_factor');
  const pending = textOrNull(under(wire, 'pending'));
  if (!isWireObject(wire) || pending === null) return null;
  const namedWays = decodeTexts(wire.ways);
  return {
    pending,
    expires_in: decodeNumber(wire.expires_in) ?? 300,
    enrol: decodeFlag(wire.enrol) === true,
    ways: WAYS.filter((way) => namedWays.includes(way)),
  };
}

/** `POST /api/anonymous/second-factor/`: as a sign-in, and how many recovery codes are left where one was used. */
export function decodeFinishedStep(body: unknown): { role: string | null; token: string | null; left: number | null } {
  const wire = decodeObject(unwrapBody(body));
  return { role: textOrNull(wire.role), token: textOrNull(wire.token), left: decodeNumber(wire.recovery_left) };
}

/** Options of WebAuthn, for the browser alone. */
export const decodePasskeyOptions = (body: unknown): WireObject => decodeObject(under(unwrapBody(body), 'options'));

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

/** `POST …/totp/`: the key for an app, shown this once. */
export function decodeAppKey(body: unknown): { secret: string; uri: string } {
  const wire = decodeObject(unwrapBody(body));
  return { secret: decodeText(wire.secret), uri: decodeText(wire.uri) };
}

/** A factor that was set up, and `POST …/recovery-codes/`. */
export function decodeEnrolment(body: unknown): { codes: string[]; role: string | null; token: string | null } {
  const wire = decodeObject(unwrapBody(body));
  return { codes: decodeTexts(wire.recovery_codes), role: textOrNull(wire.role), token: textOrNull(wire.token) };
}

/** The levels that the company requires a second factor of, and how many people of them have none yet. */
export interface FactorPolicy {
  levels: SecondFactorLevel[];
  without: number;
  /** Null where the server keeps none. */
  version: string | null;
}

/** The levels that the company requires a second factor of. */
export function decodePolicy(body: unknown): FactorPolicy {
  const wire = decodeObject(unwrapBody(body));
  const said = decodeTexts(wire.levels);
  return {
    levels: LEVELS.filter((level) => said.includes(level)),
    without: decodeNumber(wire.without) ?? 0,
    version: textOrNull(wire.version),
  };
}

/** `POST …/second-factor/reset/`: whether the person was told. */
export const decodeIsTold = (body: unknown): boolean =>
  decodeFlag(under(under(unwrapBody(body), 'params'), 'told')) === true;
