import type { Level } from '#resources/language/access.ts';
import { LEADS } from '#resources/rules/requests/rights.ts';
import type { Role, TokenPurpose, UserStatus } from '#server/db/tables/access.ts';

/** The person in whose name a query is made: all that scope conditions need of them. */
export interface Principal {
  /** Id of the person. */
  readonly user: number;
}

/**
 * The principal of a call with role, levels and token, looked up anew for every request (embedded.md "Rights are checked on the server
 * for every call").
 */
export interface Reader extends Principal {
  role: Role;
  status: UserStatus;
  /** Level of every section, extra ones included; what is not listed is denied. */
  levels: Readonly<Record<string, Level>>;
  /** The token of the call; `hash` is its SHA-256, the key of file addresses given to this session. */
  token: { id: number; purpose: TokenPurpose; hash: Uint8Array };
  /** The person viewing the console as this one, with a `view` token: they change nothing. */
  viewer?: number;
}

/** Whether a person administers the installation. */
export const administers = ({ role }: Pick<Reader, 'role'>): boolean => LEADS.has(role);

/**
 * The levels of a person: those stored for them; for an added section without a stored level, `write` for leaders of the
 * company and none for others.
 */
export function effectiveLevels(
  role: string,
  storedLevels: Readonly<Record<string, Level>> | null,
  extraSections: readonly string[],
): Record<string, Level> {
  const preset: Level = LEADS.has(role) ? 'write' : 'denied';
  return { ...Object.fromEntries(extraSections.map((section) => [section, preset])), ...storedLevels };
}
