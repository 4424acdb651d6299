import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { productName } from '#console/data/http/failures.ts';
import { Icon } from '#console/ui/display/icon.tsx';
import { SearchButton } from '../search/search-host.tsx';
import { useWidth } from '../width.ts';
import { CollapsedMenuTooltip } from './collapsed-menu-tooltip.tsx';
import { Logo } from './logo.tsx';
import classes from './menu.module.css';
import { MenuBadge } from './menu-badge.tsx';
import { MenuGroups } from './menu-groups.tsx';
import { MenuLink } from './menu-link.tsx';
import { useMenu } from './menu-sections.ts';
import { PersonBlock } from './person-block.tsx';
import { ThemeButton } from './theme-button.tsx';

/** The left menu: 220 px with labels, 64 px with icons and tooltips on tablets. */
export function Menu() {
  const translate = useTranslate();
  const sections = useMenu();
  const isRail = useWidth() === 'tablet';
  return (
    <nav className={classes.menu} aria-label={translate('shell.menu')}>
      <Link className={classes.brand} to="/">
        <Logo />
        <span>{productName()}</span>
      </Link>
      <SearchButton rail={isRail} />
      <ul className={classes.list}>
        <MenuGroups sections={sections}>
          {(section) => (
            <CollapsedMenuTooltip rail={isRail} label={section.label}>
              <MenuLink className={classes.item} section={section}>
                {(isActive) => (
                  <>
                    <Icon name={section.icon} filled={isActive} />
                    <span>{section.label}</span>
                    {section.count ? <MenuBadge count={section.count} /> : null}
                  </>
                )}
              </MenuLink>
            </CollapsedMenuTooltip>
          )}
        </MenuGroups>
      </ul>
      <div className={classes.below}>
        <ThemeButton rail={isRail} />
        <PersonBlock />
      </div>
    </nav>
  );
}
