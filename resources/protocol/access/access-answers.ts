import { decodeObject, decodeText, textOrNull, unwrapBody } from '../open-shapes.ts';
import type { SetUpInfo } from './setup.ts';

/** `POST /api/auth` (AUTH-22) and setting up a company: role and token of the person who is signed in. */
export function decodeSignIn(body: unknown): { role: string | null; token: string | null } {
  const wire = decodeObject(unwrapBody(body));
  return { role: textOrNull(wire.role), token: textOrNull(wire.token) };
}

/** `POST /api/anonymous/setup/look/`. */
export function decodeSetUpLook(body: unknown): SetUpInfo {
  const wire = decodeObject(unwrapBody(body));
  return {
    phone: textOrNull(wire.phone),
    first_name: textOrNull(wire.first_name),
    last_name: textOrNull(wire.last_name),
    time_zone: decodeText(wire.time_zone),
    time_zone_fixed: wire.time_zone_fixed === true,
  };
}

/** `POST /api/authorized/socket-tickets/`. */
export const decodeTicket = (body: unknown): string | null => textOrNull(decodeObject(unwrapBody(body)).ticket);
