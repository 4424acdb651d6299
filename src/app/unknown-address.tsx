import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useOnline } from '#console/data/http/online.ts';
import { OfflineState } from '#console/engine/list/states.tsx';
import { FallbackPage } from '#console/shell/fallback-page.tsx';
import type { ExtraDefinitions } from './extra-definitions.ts';

/**
 * An address that no section has, as far as it is known. While the server could not be asked for the added ones for want of a
 * network, that is not known; once it has told of them the address is looked at anew.
 */
export function UnknownAddress({ extra }: { extra: ExtraDefinitions }) {
  const hearing = useSyncExternalStore(extra.follow, extra.hearing);
  const isHeard = hearing === 'heard';
  const online = useOnline();
  const navigate = useNavigate();
  const location = useLocation();
  const [looked, setLooked] = useState(isHeard);
  useEffect(() => {
    if (!isHeard || looked) return;
    void Promise.resolve(navigate(location, { replace: true })).then(() => setLooked(true));
  }, [isHeard, looked, navigate, location]);
  const offline = hearing === 'unheard' && !online;
  const [stands, setStands] = useState(offline);
  if (offline && !stands) setStands(true);
  // It stays while the server is asked once more: the focus is on its button.
  if (offline || (stands && hearing === 'asking')) {
    return (
      <main>
        <OfflineState line="engine.list.offlinePage" onRetry={() => undefined} />
      </main>
    );
  }
  return hearing === 'asking' || (isHeard && !looked) ? null : <FallbackPage />;
}
