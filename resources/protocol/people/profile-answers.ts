import { LEVELS, type Levels } from '#resources/language/access.ts';
import { ADDITIONS, FEATURES, type Features } from '#resources/language/features.ts';
import { ROLES } from '../enums.ts';
import {
  bareOf,
  buildingIn,
  eachOf,
  idOf,
  isWireObject,
  momentOf,
  namedOf,
  nestedIn,
  numberedOf,
  numberOf,
  objectOf,
  partsOf,
  textOf,
  textOrNull,
  under,
  type WireObject,
} from '../open-shapes.ts';
import type { CurrentProfile } from './profile.ts';

/** The profile and the rights of the reader, read from every shape that the documents leave open (G-68). */

type Address = CurrentProfile['porches'][number]['building'];

/** The person a token belongs to. What the documents do not list is null where the server does not say it. */
export type Profile = Omit<CurrentProfile, 'role' | 'status' | 'sections'> & {
  role: CurrentProfile['role'] | null;
  status: CurrentProfile['status'] | null;
  sections: Levels;
};

const STATUSES = ['active', 'created', 'suspended', 'deleted'] as const;

/** Levels by section; an unknown level allows nothing. */
function levelsOf(value: unknown): Levels {
  const levels = Object.entries(objectOf(value)).flatMap(([section, level]) => {
    const known = LEVELS.find((one) => one === level);
    return known ? [[section, known] as const] : [];
  });
  return Object.fromEntries(levels);
}

function companyOf(value: unknown): { id: number; label: string } | null {
  const [id, label] = [idOf(value), namedOf(value)];
  return label || id !== null ? { id: id ?? 0, label } : null;
}

function addressOf(wire: WireObject): Address | null {
  const building = buildingIn(wire);
  const complex = nestedIn(wire, 'building').complex ?? wire.complex;
  const id = idOf(complex);
  return building && { ...building, complex: id === null ? null : { id, name: namedOf(complex) } };
}

/** `GET /api/crm/profile/current/` (API-12); null without a person. */
export function profileOf(body: unknown): Profile | null {
  const outer = nestedIn(objectOf(bareOf(body)), 'profile');
  const wire = { ...outer, ...objectOf(outer.user) };
  const user = idOf(outer.user) ?? idOf(outer);
  if (user === null) return null;
  const gender = textOf(wire.gender);
  return {
    user,
    role: ROLES.find((known) => known === wire.role) ?? null,
    status: STATUSES.find((known) => known === wire.status) ?? null,
    first_name: textOf(wire.first_name),
    last_name: textOf(wire.last_name),
    gender: gender === 'male' || gender === 'female' ? gender : null,
    phone_number: textOf(wire.phone_number),
    email: textOrNull(wire.email),
    avatar: textOrNull(under(wire.avatar, 'file') ?? wire.avatar),
    date: momentOf(wire.date),
    position: textOrNull(wire.position),
    company: companyOf(wire.company),
    subsidiary: companyOf(wire.subsidiary),
    user_chat_id: textOrNull(wire.user_chat_id),
    sections: levelsOf(wire.sections),
    buildings: partsOf(wire.buildings, (one) => {
      const address = addressOf(one);
      const porches = one.porches ?? one.available_porches ?? nestedIn(one, 'building').available_porches;
      return address && { ...address, porches: eachOf(porches, (porch) => numberedOf(porch, 'porch')) };
    }),
    porches: partsOf(wire.porches, (one) => {
      const porch = numberedOf(isWireObject(one.porch) ? one.porch : one);
      const address = isWireObject(one.building) ? addressOf(one.building) : null;
      return porch && address && { ...porch, building: address };
    }),
  };
}

/** `GET /api/crm/permissions/` (API-11): levels, bare or under `sections`, and what is on of the product. */
export function permissionsOf(body: unknown): { sections: Levels; features: Features | null } {
  const answer = objectOf(bareOf(body));
  const features = isWireObject(answer.features) ? answer.features : null;
  const switches = [...FEATURES, ...ADDITIONS].flatMap((name) =>
    typeof features?.[name] === 'boolean' ? [[name, features[name]] as const] : [],
  );
  return {
    sections: levelsOf(isWireObject(answer.sections) ? answer.sections : answer),
    features: features && (Object.fromEntries(switches) as Features),
  };
}

/**
 * A code that was sent by SMS (AUTH-32, AUTH-47), or a refusal that asks to wait: the phone, and seconds until the next
 * one.
 */
export function cooldownOf(body: unknown): { username: string; seconds: number | null } {
  const answer = objectOf(bareOf(body));
  return { username: textOf(answer.username), seconds: numberOf(answer.cooldown_seconds) };
}

/** The token of an answer; null where there is none (AUTH-35). */
export const tokenOf = (body: unknown): string | null => textOrNull(objectOf(bareOf(body)).token);
