import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { Link, Outlet, type RouteObject } from 'react-router';
import { refusalText, useRefusal } from '#console/data/session/access.ts';
import { useFeatures } from '#console/data/session/features.ts';
import { Reason } from '#console/ui/inputs/reason.tsx';
import classes from '#console/ui/navigation/tabs.module.css';
import type { Section } from '#resources/language/access.ts';
import { type Addition, hasAddition } from '#resources/language/features.ts';
import { MenuBadge } from './menu/menu-badge.tsx';
import type { MenuCount } from './menu/menu-sections.ts';
import { usePrefetch } from './prefetch.ts';

/** A section of the settings area. */
export interface AreaTab {
  path: string;
  label: string;
  /** Permission section of which `see` is required; omitted for tabs open to all (SHELL-19). */
  needs?: Section;
  /** Server feature that it requires. */
  addition?: Addition;
  /** Not shown in the tab bar (SET-03); reached from another settings page or Ctrl+K. */
  aside?: true;
  count?: MenuCount;
}

/** All tabs of the settings area in order; provided by the app. */
export const AreaTabsContext = createContext<readonly AreaTab[]>([]);

const CurrentTabContext = createContext<string | null>(null);

/** Key of a tab: several pages of one permission section share a tab. */
const tabKey = ({ needs, path }: Pick<AreaTab, 'needs' | 'path'>) => needs ?? path;

/**
 * Marks its children as a page of the settings area: titled «Настройки», with the tab bar (SET-03).
 * @param tab permission section or path of the current tab; omit it outside of the area
 */
export function SettingsArea({ tab, children }: { tab?: string; children: ReactNode }) {
  return tab ? <CurrentTabContext value={tab}>{children}</CurrentTabContext> : children;
}

/** Wraps a route with the settings area. */
export function withSettingsArea(tab: string, route: RouteObject): RouteObject {
  const Area = () => (
    <SettingsArea tab={tab}>
      <Outlet />
    </SettingsArea>
  );
  return { Component: Area, children: [route] };
}

/** The surrounding area; null outside of one. */
export function useSettingsArea(): { title: string } | null {
  const translate = useTranslate();
  return useContext(CurrentTabContext) === null ? null : { title: translate('settings.title') };
}

/** Tabs of the settings area whose features the server supports. */
export function useSettingsTabs(): readonly AreaTab[] {
  const features = useFeatures();
  const tabs = useContext(AreaTabsContext);
  return useMemo(() => tabs.filter(({ addition }) => !addition || hasAddition(features, addition)), [tabs, features]);
}

/** Tab bar of the surrounding area; nothing outside of one. */
export function SettingsTabs() {
  const translate = useTranslate();
  const current = useContext(CurrentTabContext);
  const tabs = useSettingsTabs().filter(({ aside }) => !aside);
  if (current === null) return null;
  return (
    <nav className={classes.tabs} aria-label={translate('settings.tabs')}>
      {tabs.map((tab) => (
        <Tab key={tab.path} tab={tab} marked={tabKey(tab) === current} />
      ))}
    </nav>
  );
}

/** A tab; greyed out with a reason when the right to see its section is missing (SHELL-17, SHELL-18). */
function Tab({ tab, marked }: { tab: AreaTab; marked: boolean }) {
  const translate = useTranslate();
  // A section open to all is checked like the news (SHELL-19).
  const tabRefusal = useRefusal(tab.needs ?? 'news', 'see');
  const current = marked ? 'page' : undefined;
  const prefetchProps = usePrefetch(tab.path);
  if (tabRefusal) {
    return (
      <Reason reason={refusalText(tabRefusal, translate)}>
        {/* biome-ignore lint/a11y/useValidAnchor: a disabled link without href, with a reason */}
        <a className={classes.tab} role="link" aria-disabled="true" aria-current={current} tabIndex={0}>
          {tab.label}
        </a>
      </Reason>
    );
  }
  return (
    <Link {...prefetchProps} className={classes.tab} to={tab.path} aria-current={current}>
      {tab.label}
      {tab.count ? <MenuBadge count={tab.count} inline /> : null}
    </Link>
  );
}
