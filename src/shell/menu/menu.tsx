import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { productName } from '#console/data/http/failures.ts';
import { Icon } from '#console/ui/display/icon.tsx';
import { SearchButton } from '../search/search-host.tsx';
import { useWidth } from '../width.ts';
import { CollapsedMenuTooltip } from './collapsed-menu-tooltip.tsx';
import { Logo } from './logo.tsx';
import classes from './menu.module.css';
import { MenuGroups } from './menu-groups.tsx';
import { MenuLink } from './menu-link.tsx';
import { MenuNumber } from './menu-number.tsx';
import { useMenu } from './menu-sections.ts';
import { PersonBlock } from './person-block.tsx';
import { ThemeButton } from './theme-button.tsx';

/** The left menu: 220 px with labels, on a tablet a rail of 64 px with tooltips. */
export function Menu() {
  const translate = useTranslate();
  const sections = useMenu();
  const rail = useWidth() === 'tablet';
  return (
    <nav className={classes.menu} aria-label={translate('shell.menu')}>
      <Link className={classes.brand} to="/">
        <Logo />
        <span>{productName()}</span>
      </Link>
      <SearchButton rail={rail} />
      <ul className={classes.list}>
        <MenuGroups sections={sections}>
          {(section) => (
            <CollapsedMenuTooltip rail={rail} label={section.label}>
              <MenuLink className={classes.item} section={section}>
                {(isActive) => (
                  <>
                    <Icon name={section.icon} filled={isActive} />
                    <span>{section.label}</span>
                    {section.count ? <MenuNumber count={section.count} /> : null}
                  </>
                )}
              </MenuLink>
            </CollapsedMenuTooltip>
          )}
        </MenuGroups>
      </ul>
      <div className={classes.below}>
        <ThemeButton rail={rail} />
        <PersonBlock />
      </div>
    </nav>
  );
}
