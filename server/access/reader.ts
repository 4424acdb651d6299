import { ADMINISTRATOR_ROLES, type Level } from '#resources/language/access.ts';
import type { Role, TokenPurpose, UserStatus } from '#server/db/tables/access.ts';

/** The person a query is made for; all that scope conditions need. */
export interface Principal {
  /** Id of the person. */
  readonly user: number;
}

/**
 * The signed-in person with role, levels and token, loaded again for every request (embedded.md "Rights are checked on the server
 * for every call").
 */
export interface Reader extends Principal {
  role: Role;
  status: UserStatus;
  /** Level of every section, added ones included; unlisted sections are denied. */
  levels: Readonly<Record<string, Level>>;
  /** Token of the request; `hash` is its SHA-256, the key that signs file addresses for this session. */
  token: { id: number; purpose: TokenPurpose; hash: Uint8Array };
  /** With a `view` token: the person who views the console as this reader; they may not change anything. */
  viewer?: number;
}

/** Whether the role is an administrator of the installation. */
export const isAdministrator = ({ role }: Pick<Reader, 'role'>): boolean => ADMINISTRATOR_ROLES.has(role);

/** Stored levels of a person, with defaults for added sections: `write` for administrators, `denied` for others. */
export function effectiveLevels(
  role: string,
  storedLevels: Readonly<Record<string, Level>> | null,
  extraSections: readonly string[],
): Record<string, Level> {
  const defaultLevel: Level = ADMINISTRATOR_ROLES.has(role) ? 'write' : 'denied';
  return { ...Object.fromEntries(extraSections.map((section) => [section, defaultLevel])), ...storedLevels };
}
