import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import classes from './tabs.module.css';

/** Visible part of the tab after the current one, which shows that there is more, px. */
const NEXT_TAB_PEEK = 24;

/**
 * A bar of links that look like tabs (`tabs.module.css`). On narrow screens it scrolls to the current one.
 * @param label accessible name, translated
 */
export function TabsNav({ label, children }: { label: string; children: ReactNode }) {
  const { pathname } = useLocation();
  const bar = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another current tab
  useLayoutEffect(() => {
    const nav = bar.current;
    const currentTab = nav?.querySelector<HTMLElement>('[aria-current]');
    if (nav && currentTab)
      nav.scrollLeft = currentTab.offsetLeft + currentTab.offsetWidth + NEXT_TAB_PEEK - nav.clientWidth;
  }, [pathname]);
  return (
    <nav ref={bar} className={classes.tabs} aria-label={label}>
      {children}
    </nav>
  );
}
