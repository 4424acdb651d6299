import { useTranslate } from 'react-admin';
import { NavLink } from 'react-router';
import classes from './tabs.module.css';
import { TabsNav } from './tabs-nav.tsx';

/** One of several pages that a tab bar leads to. */
export interface LinkTab {
  path: string;
  /** A text key, or the text itself. */
  label: string;
}

/**
 * A tab bar of pages with addresses of their own, the present one marked (RES-22).
 * @param label what is chosen here, translated
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
