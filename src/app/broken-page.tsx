import { useCallback, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useRouteError } from 'react-router';
import { PasswordHost } from '#console/shell/password-host.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { announce } from '#console/ui/states/announce.ts';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import { text } from '#i18n/console-text.ts';
import { claimReload, fetchServedRelease, forgetReloads, isChunkLoadError, WORKING_AFTER_MS } from './new-release.ts';

/** Interval of checks whether the server can be reached again, ms; the `online` event is not reliable. */
const CHECK_INTERVAL_MS = 5_000;

const reloadPage = () => globalThis.location.reload();

/**
 * Error page for a page that could not be rendered. If its code could not be fetched, it waits for the server and reloads the
 * page automatically, once. Part of the entry chunk, picture included, and independent of any context, since that may be what
 * failed.
 * @param reload reloads the page
 */
export function BrokenPage({ reload = reloadPage }: { reload?: () => void }) {
  const error = useRouteError();
  const isCodeMissing = isChunkLoadError(error);
  const [isOffline, setIsOffline] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const isMounted = useRef(false);

  /** @param isByPerson the person has pressed the button */
  const checkServer = useCallback(
    async (isByPerson: boolean) => {
      const release = await fetchServedRelease();
      // Another page has been opened meanwhile.
      if (!isMounted.current) return;
      if (release === null) {
        setIsOffline(true);
        if (isByPerson) announce(text('shell.broken.still'));
      } else if (isByPerson || claimReload(release)) reload();
      else setIsOffline(false);
    },
    [reload],
  );

  useEffect(() => console.error(error), [error]);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  useEffect(() => {
    if (isCodeMissing) void checkServer(false);
  }, [isCodeMissing, checkServer]);
  useEffect(() => {
    if (!isCodeMissing || !isOffline) return;
    const checkAgain = () => void checkServer(false);
    const timer = setInterval(checkAgain, CHECK_INTERVAL_MS);
    globalThis.addEventListener('online', checkAgain);
    return () => {
      clearInterval(timer);
      globalThis.removeEventListener('online', checkAgain);
    };
  }, [isCodeMissing, isOffline, checkServer]);

  async function handleClick() {
    if (!isCodeMissing) return reload();
    setIsBusy(true);
    await checkServer(true);
    setIsBusy(false);
  }

  return (
    <EmptyState
      headingLevel={1}
      picture="lift"
      title={text(isOffline ? 'shell.broken.offline' : 'shell.broken.title')}
      description={text(isOffline ? 'shell.broken.offlineLine' : 'shell.broken.line')}
      action={
        <ActionButton variant="primary" busy={isBusy} onClick={() => void handleClick()}>
          {text(isOffline ? 'shell.broken.again' : 'shell.broken.reload')}
        </ActionButton>
      }
    />
  );
}

/**
 * Renders the current page; once it has worked for a while it may be reloaded automatically again after a failure. The password
 * dialog is rendered here, so that the menu stays if its code cannot be fetched.
 */
export function PageOutlet() {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts the timer on every page
  useEffect(() => {
    const timer = setTimeout(forgetReloads, WORKING_AFTER_MS);
    return () => clearTimeout(timer);
  }, [pathname]);
  return (
    <>
      <Outlet />
      <PasswordHost />
    </>
  );
}
