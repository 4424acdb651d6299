import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import classes from './tabs.module.css';

/** So much of the tab behind the present one shows that there is more, px. */
const EDGE = 24;

/**
 * A bar of links that look like tabs (`tabs.module.css`). On a narrow screen it scrolls, and shows the present one.
 * @param label what is chosen here, translated
 */
export function TabsNav({ label, children }: { label: string; children: ReactNode }) {
  const { pathname } = useLocation();
  const bar = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another present tab
  useLayoutEffect(() => {
    const nav = bar.current;
    const present = nav?.querySelector<HTMLElement>('[aria-current]');
    if (nav && present) nav.scrollLeft = present.offsetLeft + present.offsetWidth + EDGE - nav.clientWidth;
  }, [pathname]);
  return (
    <nav ref={bar} className={classes.tabs} aria-label={label}>
      {children}
    </nav>
  );
}
