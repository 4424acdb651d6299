import { type ReactNode, useRef } from 'react';
import { useTranslate } from 'react-admin';
import classes from './layout.module.css';
import { BottomBar } from './menu/bottom-bar.tsx';
import { Menu } from './menu/menu.tsx';
import { NoticesHost } from './notices/bell.tsx';
import { SearchHost } from './search/search-host.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { ViewBanner } from './view-banner.tsx';

/** The layout of the console: menu on the left (a rail on a tablet, a bar below on a phone) and the sheet (DESIGN §2). */
export function Layout({ children }: { children: ReactNode }) {
  const translate = useTranslate();
  const sheet = useRef<HTMLElement>(null);
  return (
    <div className={classes.app}>
      {/* biome-ignore lint/a11y/useValidAnchor: a link to a place on this page; the address stays what it was */}
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
      <ViewBanner />
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
