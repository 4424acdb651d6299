/** Access mode letters in their order (A1): join, read, write, presence, approve, share, delete for all, owner. */
const LETTERS = 'JRWPASDO';

/** Wanted and given access modes, as stored. */
export interface AccessModes {
  want: string;
  given: string;
}

/** Access of both people in a new p2p chat (A7, `p2p_delete_enabled`). */
export const P2P_ACCESS: AccessModes = { want: 'JRWPAD', given: 'JRWPASD' };
/** Access of the creator of a group. */
export const OWNER_ACCESS: AccessModes = { want: LETTERS, given: LETTERS };
/** Default access that a group gives to new members. */
export const GROUP_DEFAULT = 'JRWPS';
/** Access that a new member of a group wants: everything a member can be given, now or later. */
export const GROUP_WANT = 'JRWPAS';
/** Access a person has to their own `me`. */
export const ME_ACCESS: AccessModes = { want: 'JPS', given: 'JPS' };

/** Normalises a mode: its letters in order, `N` for none; null when it is invalid. */
export function normalizeMode(text: string): string | null {
  if (text === 'N' || text === '') return 'N';
  if (!/^[JRWPASDO]{1,8}$/.test(text)) return null;
  return [...LETTERS].filter((letter) => text.includes(letter)).join('');
}

/** Letters that are both wanted and given. */
function effectiveMode({ want, given }: AccessModes): string {
  return [...LETTERS].filter((letter) => want.includes(letter) && given.includes(letter)).join('') || 'N';
}

/** Whether the effective mode includes a letter. */
export function hasMode(access: AccessModes, letter: string): boolean {
  return access.want.includes(letter) && access.given.includes(letter);
}

/** Access in the wire format. */
export function serializeAccess(access: AccessModes): { want: string; given: string; mode: string } {
  return { want: access.want, given: access.given, mode: effectiveMode(access) };
}
