import { useCallback, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useRouteError } from 'react-router';
import { PasswordHost } from '#console/shell/password-host.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { announce } from '#console/ui/states/announce.ts';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import { text } from '#i18n/console-text.ts';
import { forgetReload, isMissingCode, mayReload, STANDING, servedRelease } from './missing-code.ts';

/** Time between two looks whether the server is there again, ms; a browser does not always tell. */
const LOOK = 5_000;

const loadAnew = () => globalThis.location.reload();

/**
 * A page that could not be drawn. Where its code did not come, it waits for the server and loads the page anew by itself, once.
 * Part of the first code, picture included, and works without any context, since that may be what failed.
 * @param reload loads the page anew
 */
export function BrokenPage({ reload = loadAnew }: { reload?: () => void }) {
  const error = useRouteError();
  const missing = isMissingCode(error);
  const [offline, setOffline] = useState(false);
  const [busy, setBusy] = useState(false);
  const wasShown = useRef(false);

  /** @param wanted the person has pressed the button */
  const look = useCallback(
    async (isByPerson: boolean) => {
      const release = await servedRelease();
      // A page opened meanwhile stays.
      if (!wasShown.current) return;
      if (release === null) {
        setOffline(true);
        if (isByPerson) announce(text('shell.broken.still'));
      } else if (isByPerson || mayReload(release)) reload();
      else setOffline(false);
    },
    [reload],
  );

  useEffect(() => console.error(error), [error]);
  useEffect(() => {
    wasShown.current = true;
    return () => {
      wasShown.current = false;
    };
  }, []);
  useEffect(() => {
    if (missing) void look(false);
  }, [missing, look]);
  useEffect(() => {
    if (!missing || !offline) return;
    const lookAgain = () => void look(false);
    const timer = setInterval(lookAgain, LOOK);
    globalThis.addEventListener('online', lookAgain);
    return () => {
      clearInterval(timer);
      globalThis.removeEventListener('online', lookAgain);
    };
  }, [missing, offline, look]);

  async function press() {
    if (!missing) return reload();
    setBusy(true);
    await look(true);
    setBusy(false);
  }

  return (
    <EmptyState
      heading={1}
      picture="lift"
      title={text(offline ? 'shell.broken.offline' : 'shell.broken.title')}
      line={text(offline ? 'shell.broken.offlineLine' : 'shell.broken.line')}
      action={
        <ActionButton variant="primary" busy={busy} onClick={() => void press()}>
          {text(offline ? 'shell.broken.again' : 'shell.broken.reload')}
        </ActionButton>
      }
    />
  );
}

/**
 * The pages, as long as they can be drawn: one that has stood for a while may be loaded anew by itself again. What asks for the
 * password stands among them: where its code does not come, the menu stays.
 */
export function StandingPages() {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has to stand by itself
  useEffect(() => {
    const timer = setTimeout(forgetReload, STANDING);
    return () => clearTimeout(timer);
  }, [pathname]);
  return (
    <>
      <Outlet />
      <PasswordHost />
    </>
  );
}
