import { useEffect, useMemo, useState } from 'react';
import type { PasswordContext } from '#resources/rules/passwords/strength.ts';
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

/** What must not stand in the owner's password, as far as it is known. */
export function usePasswordContext(owner: TokenState): PasswordContext {
  return useMemo(() => {
    if (typeof owner === 'string') return {};
    const { first_name, last_name, phone_number: phone, company } = owner;
    return { first_name, last_name, phone, company: company?.label ?? null };
  }, [owner]);
}
