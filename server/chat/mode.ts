/** Letters of access in their order (A1): join, read, write, presence, approve, share, delete for all, owner. */
const LETTERS = 'JRWPASDO';

/** Wanted and given modes, as stored. */
export interface Access {
  want: string;
  given: string;
}

/** Access of the two in a new chat of two (A7, `p2p_delete_enabled`). */
export const P2P: Access = { want: 'JRWPAD', given: 'JRWPASD' };
/** Access of the creator of a group. */
export const OWNER: Access = { want: LETTERS, given: LETTERS };
/** Access a group gives to newcomers unless it says otherwise. */
export const GROUP_DEFAULT = 'JRWPS';
/** The mode that a newcomer of a group wants: as much as they are given, now and later. */
export const GROUP_WANT = 'JRWPAS';
/** Access a person has to their own `me`. */
export const ME: Access = { want: 'JPS', given: 'JPS' };

/** The letters of a mode in their order, `N` for none; null for what is no mode. */
export function readMode(text: string): string | null {
  if (text === 'N' || text === '') return 'N';
  if (!/^[JRWPASDO]{1,8}$/.test(text)) return null;
  return [...LETTERS].filter((letter) => text.includes(letter)).join('');
}

/** The mode that is both wanted and given. */
function effectiveMode({ want, given }: Access): string {
  return [...LETTERS].filter((letter) => want.includes(letter) && given.includes(letter)).join('') || 'N';
}

/** Whether this access has a letter. */
export function hasMode(access: Access, letter: string): boolean {
  return access.want.includes(letter) && access.given.includes(letter);
}

/** As it stands on the wire. */
export function wireAccess(access: Access): { want: string; given: string; mode: string } {
  return { want: access.want, given: access.given, mode: effectiveMode(access) };
}
