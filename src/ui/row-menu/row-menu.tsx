import LockOutlined from '@mui/icons-material/LockOutlined';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { createContext, type ReactElement, type ReactNode, useContext } from 'react';
import { Link } from 'react-router';
import { RowMenuTrigger } from '../buttons/row-menu-trigger.tsx';
import { Reason, type ReasonText } from '../inputs/reason.tsx';
import classes from './row-menu.module.css';

const CloseContext = createContext<() => void>(() => undefined);

/** Returns the function that closes the surrounding row menu. */
export function useCloseMenu(): () => void {
  return useContext(CloseContext);
}

const AnchorContext = createContext<HTMLElement | null>(null);

/** The button of the surrounding row menu. */
export function useMenuAnchor(): HTMLElement | null {
  return useContext(AnchorContext);
}

/** Props that the MUI menu passes to its items, for arrow keys. */
export interface MenuChildProps {
  autoFocus?: boolean;
  tabIndex?: number;
}

/** The open menu of a record. Each child must pass its `MenuChildProps` on to a `RowMenuItem`. */
export function RowMenuList({
  label,
  anchor,
  close,
  children,
}: {
  label: string;
  anchor: HTMLElement;
  close: () => void;
  children: ReactNode;
}) {
  return (
    <CloseContext value={close}>
      <AnchorContext value={anchor}>
        <Menu
          open
          anchorEl={anchor}
          onClose={close}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
          slotProps={{ list: { 'aria-label': label, disabledItemsFocusable: true } }}
        >
          {children}
        </Menu>
      </AnchorContext>
    </CloseContext>
  );
}

/**
 * The menu button (three dots) of a record with its menu; children as in `RowMenuList`.
 * @param label names the record for screen readers
 * @param refusal greys out the button itself (PERM-08, PERM-12)
 */
export function RowMenu({
  label,
  refusal = null,
  children,
}: {
  label: string;
  refusal?: ReasonText | null;
  children: ReactNode;
}) {
  return (
    <RowMenuTrigger
      label={label}
      refusal={refusal}
      menu={(anchor, close) => (
        <RowMenuList label={label} anchor={anchor} close={close}>
          {children}
        </RowMenuList>
      )}
    />
  );
}

/** An action of a row menu; a refused one stays visible with the reason. */
export function RowMenuItem({
  icon,
  to,
  onClick,
  refusal = null,
  children,
  ...menu
}: MenuChildProps & {
  icon?: ReactElement;
  /** Path inside the console. */
  to?: string;
  onClick?: () => void;
  refusal?: ReasonText | null;
  children: ReactNode;
}) {
  const close = useCloseMenu();
  if (refusal) {
    return (
      <Reason reason={refusal}>
        <MenuItem {...menu} className={`${classes.item} ${classes.refused}`} aria-disabled>
          <LockOutlined aria-hidden />
          <span>{children}</span>
        </MenuItem>
      </Reason>
    );
  }
  const handleClick = () => {
    close();
    onClick?.();
  };
  return to === undefined ? (
    <MenuItem {...menu} className={classes.item} onClick={handleClick}>
      {icon}
      <span>{children}</span>
    </MenuItem>
  ) : (
    <MenuItem {...menu} className={classes.item} component={Link} to={to} onClick={handleClick}>
      {icon}
      <span>{children}</span>
    </MenuItem>
  );
}
