import { LEVELS, type Levels } from '#resources/language/access.ts';
import { ADDITIONS, FEATURES, type Features } from '#resources/language/features.ts';
import { ROLES } from '../enums.ts';
import {
  decodeBuildingRef,
  decodeEach,
  decodeId,
  decodeMoment,
  decodeName,
  decodeNumber,
  decodeNumbered,
  decodeObject,
  decodeParts,
  decodeText,
  getKey,
  isWireObject,
  textOrNull,
  unwrapBody,
  unwrapNested,
  type WireObject,
} from '../open-shapes.ts';
import type { CurrentProfile } from './profile.ts';

/** Decoders of the reader's profile and rights; they accept every shape the specification allows (G-68). */

type Address = CurrentProfile['porches'][number]['building'];

/** The person a token belongs to. Keys that the specification does not list are null if the server does not send them. */
export type Profile = Omit<CurrentProfile, 'role' | 'status' | 'sections'> & {
  role: CurrentProfile['role'] | null;
  status: CurrentProfile['status'] | null;
  sections: Levels;
};

const STATUSES = ['active', 'created', 'suspended', 'deleted'] as const;

/** Levels by section; unknown levels are dropped, so that they allow nothing. */
function decodeLevels(value: unknown): Levels {
  const levels = Object.entries(decodeObject(value)).flatMap(([section, level]) => {
    const known = LEVELS.find((one) => one === level);
    return known ? [[section, known] as const] : [];
  });
  return Object.fromEntries(levels);
}

function decodeCompany(value: unknown): { id: number; label: string } | null {
  const [id, label] = [decodeId(value), decodeName(value)];
  return label || id !== null ? { id: id ?? 0, label } : null;
}

function decodeAddress(wire: WireObject): Address | null {
  const building = decodeBuildingRef(wire);
  const complex = unwrapNested(wire, 'building').complex ?? wire.complex;
  const id = decodeId(complex);
  return building && { ...building, complex: id === null ? null : { id, name: decodeName(complex) } };
}

/** `GET /api/crm/profile/current/` (API-12); null without a user id. */
export function decodeProfile(body: unknown): Profile | null {
  const outer = unwrapNested(decodeObject(unwrapBody(body)), 'profile');
  const wire = { ...outer, ...decodeObject(outer.user) };
  const user = decodeId(outer.user) ?? decodeId(outer);
  if (user === null) return null;
  const gender = decodeText(wire.gender);
  return {
    user,
    role: ROLES.find((known) => known === wire.role) ?? null,
    status: STATUSES.find((known) => known === wire.status) ?? null,
    first_name: decodeText(wire.first_name),
    last_name: decodeText(wire.last_name),
    gender: gender === 'male' || gender === 'female' ? gender : null,
    phone_number: decodeText(wire.phone_number),
    email: textOrNull(wire.email),
    avatar: textOrNull(getKey(wire.avatar, 'file') ?? wire.avatar),
    date: decodeMoment(wire.date),
    position: textOrNull(wire.position),
    company: decodeCompany(wire.company),
    subsidiary: decodeCompany(wire.subsidiary),
    user_chat_id: textOrNull(wire.user_chat_id),
    sections: decodeLevels(wire.sections),
    buildings: decodeParts(wire.buildings, (one) => {
      const address = decodeAddress(one);
      const porches = one.porches ?? one.available_porches ?? unwrapNested(one, 'building').available_porches;
      return address && { ...address, porches: decodeEach(porches, (porch) => decodeNumbered(porch, 'porch')) };
    }),
    porches: decodeParts(wire.porches, (one) => {
      const porch = decodeNumbered(isWireObject(one.porch) ? one.porch : one);
      const address = isWireObject(one.building) ? decodeAddress(one.building) : null;
      return porch && address && { ...porch, building: address };
    }),
  };
}

/** `GET /api/crm/permissions/` (API-11): levels, flat or under `sections`, and the features that are on. */
export function decodePermissions(body: unknown): { sections: Levels; features: Features | null } {
  const answer = decodeObject(unwrapBody(body));
  const features = isWireObject(answer.features) ? answer.features : null;
  const switches = [...FEATURES, ...ADDITIONS].flatMap((name) =>
    typeof features?.[name] === 'boolean' ? [[name, features[name]] as const] : [],
  );
  return {
    sections: decodeLevels(isWireObject(answer.sections) ? answer.sections : answer),
    features: features && (Object.fromEntries(switches) as Features),
  };
}

/**
 * Response to sending an SMS code (AUTH-32, AUTH-47), or a refusal that asks to wait: the phone, and the seconds until the next
 * code.
 */
export function decodeCooldown(body: unknown): { username: string; seconds: number | null } {
  const answer = decodeObject(unwrapBody(body));
  return { username: decodeText(answer.username), seconds: decodeNumber(answer.cooldown_seconds) };
}

/** The token of a response; null if there is none (AUTH-35). */
export const decodeToken = (body: unknown): string | null => textOrNull(decodeObject(unwrapBody(body)).token);
