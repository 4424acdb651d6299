import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { isTyping } from '#console/ui/inputs/is-typing.ts';
import classes from './layout.module.css';
import { BottomBar } from './menu/bottom-bar.tsx';
import { Menu } from './menu/menu.tsx';
import { NoticesHost } from './notices/bell.tsx';
import { SearchHost } from './search/search-host.tsx';

import { ViewAsBanner } from './view-banner.tsx';

/** Layout of the console: menu on the left (icons only on tablets, a bottom bar on phones) and the page. */
export function Layout({ children }: { children: ReactNode }) {
  const translate = useTranslate();
  const sheet = useRef<HTMLElement>(null);
  return (
    <div className={classes.app}>
      {/* biome-ignore lint/a11y/useValidAnchor: moves the focus within the page without changing the URL */}
      <a
        className={classes.skip}
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          sheet.current?.focus();
        }}
      >
        {translate('shell.skip')}
      </a>
      <ViewAsBanner />
      <Menu />
      <main className={classes.sheet} id="content" tabIndex={-1} ref={sheet}>
        {children}
      </main>
      <BottomBar />
      <Shortcuts />
      <SearchHost />
      <NoticesHost />
    </div>
  );
}

const ShortcutsDialog = lazy(() => import('./shortcuts-dialog.tsx'));

/** Opens the list of shortcuts with `?`, in either keyboard layout, unless the person is typing or a dialog is open. */
export function Shortcuts() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"]') !== null) return;
      event.preventDefault();
      setIsOpen(true);
    };
    globalThis.addEventListener('keydown', onKey);
    return () => globalThis.removeEventListener('keydown', onKey);
  }, []);
  const close = useCallback(() => setIsOpen(false), []);
  return <Suspense>{isOpen ? <ShortcutsDialog onClose={close} /> : null}</Suspense>;
}
