import { useTranslate } from 'react-admin';
import { BottomSheet } from '#console/ui/bottom-sheet.tsx';
import { Icon } from '#console/ui/icon.tsx';
import classes from './bottom-bar.module.css';
import menu from './menu.module.css';
import { MenuLink } from './menu-link.tsx';
import type { MenuSection } from './menu-sections.ts';
import { PersonBlock } from './person-block.tsx';
import { ThemeButton } from './theme-button.tsx';

/** What the bar of a phone has no room for: the other sections, the theme, the person. */
export default function MoreSheet({ sections, onClose }: { sections: readonly MenuSection[]; onClose: () => void }) {
  const translate = useTranslate();
  return (
    <BottomSheet label={translate('shell.more')} onClose={onClose}>
      <div className={classes.rest}>
        <ul>
          {sections.map((section) => (
            <li key={section.path}>
              <MenuLink className={menu.item} section={section} onClick={onClose}>
                {(isActive) => (
                  <>
                    <Icon name={section.icon} filled={isActive} />
                    <span>{section.label}</span>
                  </>
                )}
              </MenuLink>
            </li>
          ))}
        </ul>
        <ThemeButton rail={false} />
        <PersonBlock onGo={onClose} />
      </div>
    </BottomSheet>
  );
}
