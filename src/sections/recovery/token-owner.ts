import { useEffect, useState } from 'react';
import { failedWith, ownerOf, type TokenOwner } from './calls.ts';

/** `loading`; the owner; `dead`: nobody has this token (AUTH-55, AUTH-76); `failed`: not known, the alert says why. */
export type TokenState = 'loading' | 'dead' | 'failed' | TokenOwner;

/** Looks up whom the token of an address belongs to. */
export function useTokenOwner(token: string): TokenState {
  const [state, setState] = useState<TokenState>('loading');
  useEffect(() => {
    let gone = false;
    const tell = (next: TokenState) => {
      if (!gone) setState(next);
    };
    ownerOf(token).then(tell, (error) => tell(failedWith(error, 401) ? 'dead' : 'failed'));
    return () => {
      gone = true;
    };
  }, [token]);
  return state;
}
