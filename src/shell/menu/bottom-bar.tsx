import MenuOutlined from '@mui/icons-material/MenuOutlined';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { unreadNotices } from '#console/data/live/notice-centre.ts';
import { Icon } from '#console/ui/display/icon.tsx';
import { useWidth } from '../width.ts';
import classes from './bottom-bar.module.css';
import { MenuBadge } from './menu-badge.tsx';
import { MenuLink } from './menu-link.tsx';
import { useMenu } from './menu-sections.ts';
import { MoreSheet } from './more-sheet.tsx';

/** Number of sections on the bar; the others are behind «Ещё». */
const SECTIONS_ON_BAR = 4;

/** Menu on phones: four sections and «Ещё». */
export function BottomBar() {
  const translate = useTranslate();
  const sections = useMenu();
  const isMobile = useWidth() === 'mobile';
  const [isOpen, setIsOpen] = useState(false);
  return (
    <nav className={classes.bar} aria-label={translate('shell.menu')}>
      {sections.slice(0, SECTIONS_ON_BAR).map((section) => (
        <MenuLink key={section.path} className={classes.item} section={section}>
          {(isActive) => (
            <>
              <Icon name={section.icon} filled={isActive} size={22} />
              <span>{section.label}</span>
              {section.count ? <MenuBadge count={section.count} /> : null}
            </>
          )}
        </MenuLink>
      ))}
      <button
        type="button"
        className={classes.item}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <MenuOutlined aria-hidden sx={{ fontSize: 22 }} />
        <span>{translate('shell.more')}</span>
        <MenuBadge count={unreadNotices} />
      </button>
      {isOpen && isMobile ? (
        <MoreSheet sections={sections.slice(SECTIONS_ON_BAR)} onClose={() => setIsOpen(false)} />
      ) : null}
    </nav>
  );
}
