import {
  bareOf,
  flagOf,
  idOf,
  isWireObject,
  momentOf,
  numberOf,
  objectOf,
  partsOf,
  textOf,
  textOrNull,
  under,
  type WireObject,
} from '../open-shapes.ts';
import type { SecondFactorLevel, SecondStep, SecondWay } from './second-factor.ts';

// No rules of zod: the sign-in page reads by these too.
const WAYS: readonly SecondWay[] = ['totp', 'passkey', 'recovery'];
const LEVELS: readonly SecondFactorLevel[] = ['administrator', 'write', 'performer', 'read'];

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** What `POST /api/auth` says of a second step; null where it asks for none. */
export function secondStepOf(body: unknown): SecondStep | null {
  const wire = under(bareOf(body), 'second_factor');
  const pending = textOrNull(under(wire, 'pending'));
  if (!isWireObject(wire) || pending === null) return null;
  const namedWays = textsOf(wire.ways);
  return {
    pending,
    expires_in: numberOf(wire.expires_in) ?? 300,
    enrol: flagOf(wire.enrol) === true,
    ways: WAYS.filter((way) => namedWays.includes(way)),
  };
}

/** `POST /api/anonymous/second-factor/`: as a sign-in, and how many recovery codes are left where one was used. */
export function secondStepDoneOf(body: unknown): { role: string | null; token: string | null; left: number | null } {
  const wire = objectOf(bareOf(body));
  return { role: textOrNull(wire.role), token: textOrNull(wire.token), left: numberOf(wire.recovery_left) };
}

/** Options of WebAuthn, for the browser alone. */
export const optionsOf = (body: unknown): WireObject => objectOf(under(bareOf(body), 'options'));

/** One's own second factor. */
export interface OwnFactor {
  totp: string | null;
  passkeys: { id: number; name: string; created: string; used: string | null }[];
  left: number;
  required: boolean;
  passkeysPossible: boolean;
}

/** `GET /api/authorized/second-factor/`. */
export function ownFactorOf(body: unknown): OwnFactor {
  const wire = objectOf(bareOf(body));
  return {
    totp: momentOf(wire.totp) || null,
    passkeys: partsOf(wire.passkeys, (part) => {
      const id = idOf(part);
      return id === null
        ? null
        : {
            id,
            name: textOf(part.name),
            created: momentOf(part.created_at),
            used: momentOf(part.last_used_at) || null,
          };
    }),
    left: numberOf(wire.recovery_left) ?? 0,
    required: flagOf(wire.required) === true,
    passkeysPossible: flagOf(wire.passkeys_possible) === true,
  };
}

/** `POST …/totp/`: the key for an app, shown this once. */
export function appKeyOf(body: unknown): { secret: string; uri: string } {
  const wire = objectOf(bareOf(body));
  return { secret: textOf(wire.secret), uri: textOf(wire.uri) };
}

/** A factor that was set up, and `POST …/recovery-codes/`. */
export function enrolledOf(body: unknown): { codes: string[]; role: string | null; token: string | null } {
  const wire = objectOf(bareOf(body));
  return { codes: textsOf(wire.recovery_codes), role: textOrNull(wire.role), token: textOrNull(wire.token) };
}

/** The levels that the company requires a second factor of, and how many people of them have none yet. */
export interface FactorPolicy {
  levels: SecondFactorLevel[];
  without: number;
  /** Null where the server keeps none. */
  version: string | null;
}

/** The levels that the company requires a second factor of. */
export function policyOf(body: unknown): FactorPolicy {
  const wire = objectOf(bareOf(body));
  const said = textsOf(wire.levels);
  return {
    levels: LEVELS.filter((level) => said.includes(level)),
    without: numberOf(wire.without) ?? 0,
    version: textOrNull(wire.version),
  };
}

/** `POST …/second-factor/reset/`: whether the person was told. */
export const toldOf = (body: unknown): boolean => flagOf(under(under(bareOf(body), 'params'), 'told')) === true;
