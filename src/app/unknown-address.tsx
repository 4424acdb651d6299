import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useOnline } from '#console/data/http/online.ts';
import { OfflineState } from '#console/engine/list/states.tsx';
import { FallbackPage } from '#console/shell/fallback-page.tsx';
import type { ExtraDefinitions } from './extra-definitions.ts';

/**
 * Page of an address that no known section has. It shows an offline message while the added sections could not be loaded without
 * a network; once they are loaded it navigates again, since one of them may have the address.
 */
export function UnknownAddress({ extra }: { extra: ExtraDefinitions }) {
  const loadState = useSyncExternalStore(extra.subscribe, extra.loadState);
  const isLoaded = loadState === 'heard';
  const isOnline = useOnline();
  const navigate = useNavigate();
  const location = useLocation();
  const [hasRetried, setHasRetried] = useState(isLoaded);
  useEffect(() => {
    if (!isLoaded || hasRetried) return;
    void Promise.resolve(navigate(location, { replace: true })).then(() => setHasRetried(true));
  }, [isLoaded, hasRetried, navigate, location]);
  const isOffline = loadState === 'unheard' && !isOnline;
  const [wasOffline, setWasOffline] = useState(isOffline);
  if (isOffline && !wasOffline) setWasOffline(true);
  // The offline message stays during a retry, because the focus is on its button.
  if (isOffline || (wasOffline && loadState === 'asking')) {
    return (
      <main>
        <OfflineState line="engine.list.offlinePage" onRetry={() => undefined} />
      </main>
    );
  }
  return loadState === 'asking' || (isLoaded && !hasRetried) ? null : <FallbackPage />;
}
