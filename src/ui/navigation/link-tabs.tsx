import { useTranslate } from 'react-admin';
import { NavLink } from 'react-router';
import classes from './tabs.module.css';
import { TabsNav } from './tabs-nav.tsx';

/** A tab that links to a page. */
export interface LinkTab {
  path: string;
  /** i18n key, or the text itself. */
  label: string;
}

/**
 * A tab bar of links with the current page marked (RES-22).
 * @param label accessible name, translated
 */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  const translate = useTranslate();
  return (
    <TabsNav label={label}>
      {tabs.map((tab) => (
        <NavLink key={tab.path} className={classes.tab} to={tab.path} end>
          {translate(tab.label, { _: tab.label })}
        </NavLink>
      ))}
    </TabsNav>
  );
}
