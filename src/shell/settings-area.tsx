import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { Link, Outlet, type RouteObject } from 'react-router';
import { refusalText, useRefusal } from '#console/data/session/access.ts';
import { useFeatures } from '#console/data/session/features.ts';
import { Reason } from '#console/ui/inputs/reason.tsx';
import classes from '#console/ui/navigation/tabs.module.css';
import type { Section } from '#resources/language/access.ts';
import { type Addition, has } from '#resources/language/features.ts';
import { MenuNumber } from './menu/menu-number.tsx';
import type { MenuCount } from './menu/menu-sections.ts';
import { usePrefetch } from './prefetch.ts';

/** A section in the tab bar of the settings area. */
export interface AreaTab {
  path: string;
  label: string;
  /** Permission section needed to open it, by `see`; left out for what is always open (SHELL-19). */
  needs?: Section;
  /** Addition of the server without which it is not there at all. */
  addition?: Addition;
  /** It has no place in the bar (SET-03): another page of the area and Ctrl+K lead to it. */
  aside?: true;
  count?: MenuCount;
}

/** Every tab of the settings area in order; given by the app. */
export const AreaTabsContext = createContext<readonly AreaTab[]>([]);

const CurrentContext = createContext<string | null>(null);

/** Key that tells the tabs apart: several pages of one permission section share a tab. */
const tabKey = ({ needs, path }: Pick<AreaTab, 'needs' | 'path'>) => needs ?? path;

/**
 * Draws what is inside as a page of the settings area: titled «Настройки», with the tab bar (SET-03).
 * @param tab permission section or address of the tab that is marked; left out: no area at all
 */
export function InArea({ tab, children }: { tab?: string; children: ReactNode }) {
  return tab ? <CurrentContext value={tab}>{children}</CurrentContext> : children;
}

/** A page as a child of the area's layout. */
export function inSettings(tab: string, route: RouteObject): RouteObject {
  const Area = () => (
    <InArea tab={tab}>
      <Outlet />
    </InArea>
  );
  return { Component: Area, children: [route] };
}

/** The area the caller stands in; null when it stands in none. */
export function useArea(): { title: string } | null {
  const translate = useTranslate();
  return useContext(CurrentContext) === null ? null : { title: translate('settings.title') };
}

/** Tabs of the settings area that this server has something for. */
export function useAreaTabs(): readonly AreaTab[] {
  const features = useFeatures();
  const tabs = useContext(AreaTabsContext);
  return useMemo(() => tabs.filter(({ addition }) => !addition || has(features, addition)), [tabs, features]);
}

/** The tab bar of the area the caller stands in; nothing where there is none. */
export function AreaTabs() {
  const translate = useTranslate();
  const current = useContext(CurrentContext);
  const tabs = useAreaTabs().filter(({ aside }) => !aside);
  if (current === null) return null;
  return (
    <nav className={classes.tabs} aria-label={translate('settings.tabs')}>
      {tabs.map((tab) => (
        <Tab key={tab.path} tab={tab} marked={tabKey(tab) === current} />
      ))}
    </nav>
  );
}

/** A tab; greyed, with the reason, where the right to see its section is missing (SHELL-17, SHELL-18). */
function Tab({ tab, marked }: { tab: AreaTab; marked: boolean }) {
  const translate = useTranslate();
  // A section that everybody sees counts as the news (SHELL-19).
  const why = useRefusal(tab.needs ?? 'news', 'see');
  const current = marked ? 'page' : undefined;
  const prefetchProps = usePrefetch(tab.path);
  if (why) {
    return (
      <Reason reason={refusalText(why, translate)}>
        {/* biome-ignore lint/a11y/useValidAnchor: a link that leads nowhere, and says why */}
        <a className={classes.tab} role="link" aria-disabled="true" aria-current={current} tabIndex={0}>
          {tab.label}
        </a>
      </Reason>
    );
  }
  return (
    <Link {...prefetchProps} className={classes.tab} to={tab.path} aria-current={current}>
      {tab.label}
      {tab.count ? <MenuNumber count={tab.count} inline /> : null}
    </Link>
  );
}
