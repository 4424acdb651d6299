import { useEffect, useMemo, useState } from 'react';
import type { PasswordContext } from '#resources/rules/passwords/strength.ts';
import { isStatusError, loadTokenOwner, type TokenOwner } from './calls.ts';

/** `loading`; the owner; `dead`: the token has no owner (AUTH-55, AUTH-76); `failed`: not loaded, the global alert shows why. */
export type TokenState = 'loading' | 'dead' | 'failed' | TokenOwner;

/** Loads the owner of the token in the URL. */
export function useTokenOwner(token: string): TokenState {
  const [state, setState] = useState<TokenState>('loading');
  useEffect(() => {
    let isUnmounted = false;
    const update = (next: TokenState) => {
      if (!isUnmounted) setState(next);
    };
    loadTokenOwner(token).then(update, (error) => update(isStatusError(error, 401) ? 'dead' : 'failed'));
    return () => {
      isUnmounted = true;
    };
  }, [token]);
  return state;
}

/** Words that must not be in the owner's password, as far as known. */
export function usePasswordContext(owner: TokenState): PasswordContext {
  return useMemo(() => {
    if (typeof owner === 'string') return {};
    const { first_name, last_name, phone_number: phone, company } = owner;
    return { first_name, last_name, phone, company: company?.label ?? null };
  }, [owner]);
}
