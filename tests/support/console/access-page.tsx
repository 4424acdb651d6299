import { render } from '@testing-library/react';
import { StrictMode } from 'react';
import { AccessPages } from '#console/sections/auth/access-pages.tsx';

/** Opens one of the small pages around signing in at its address, twice mounted as React does while developing. */
export function openAccessPage(address: string) {
  history.replaceState(null, '', address);
  return render(
    <StrictMode>
      <AccessPages />
    </StrictMode>,
  );
}

/** Where the browser is. */
export const address = (): string => `${location.pathname}${location.search}`;
