import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { Icon } from '#console/ui/display/icon.tsx';
import { NoticesEntry } from '../notices/bell.tsx';
import { SearchButton } from '../search/search-host.tsx';
import classes from './bottom-bar.module.css';
import menu from './menu.module.css';
import { MenuGroups } from './menu-groups.tsx';
import { MenuLink } from './menu-link.tsx';
import type { MenuSection } from './menu-sections.ts';
import { PersonBlock } from './person-block.tsx';
import { ThemeButton } from './theme-button.tsx';

/**
 * Menu entries that do not fit on the bottom bar: other sections, theme, account. A native dialog and part of the entry chunk, so
 * that it works when no code can be fetched. Esc or a tap outside closes it.
 */
export function MoreSheet({ sections, onClose }: { sections: readonly MenuSection[]; onClose: () => void }) {
  const translate = useTranslate();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current: element } = dialog;
    element?.showModal();
    // Closing before removal returns the focus.
    return () => element?.close();
  }, []);
  const closeBeside = ({ target, currentTarget }: MouseEvent) => {
    if (target === currentTarget) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog on Esc
    <dialog
      ref={dialog}
      className={classes.more}
      aria-label={translate('shell.more')}
      onClose={onClose}
      onClick={closeBeside}
    >
      <div className={classes.rest}>
        <SearchButton rail={false} onOpen={onClose} />
        <NoticesEntry onOpen={onClose} />
        <ul>
          <MenuGroups sections={sections}>
            {(section) => (
              <MenuLink className={menu.item} section={section} onClick={onClose}>
                {(isActive) => (
                  <>
                    <Icon name={section.icon} filled={isActive} />
                    <span>{section.label}</span>
                  </>
                )}
              </MenuLink>
            )}
          </MenuGroups>
        </ul>
        <ThemeButton rail={false} />
        <PersonBlock onGo={onClose} />
      </div>
    </dialog>
  );
}
