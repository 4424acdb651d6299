import LockOutlined from '@mui/icons-material/LockOutlined';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { createContext, type ReactElement, type ReactNode, useContext } from 'react';
import { Link } from 'react-router';
import { RowMenuTrigger } from '../buttons/row-menu-trigger.tsx';
import { Reason, type ReasonText } from '../inputs/reason.tsx';
import classes from './row-menu.module.css';

const CloseContext = createContext<() => void>(() => undefined);

/** Closes the row menu that the caller stands in. */
export function useCloseMenu(): () => void {
  return useContext(CloseContext);
}

const AnchorContext = createContext<HTMLElement | null>(null);

/** The three dots of the row menu that the caller stands in. */
export function useMenuAnchor(): HTMLElement | null {
  return useContext(AnchorContext);
}

/** Properties that MUI's menu hands to each of its items so that the arrow keys find them. */
export interface MenuChildProps {
  autoFocus?: boolean;
  tabIndex?: number;
}

/** The menu of a record, open at its three dots. Children are `RowMenuItem` and `HoldToDelete`. */
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
 * The three dots of a record and their menu. Children are `RowMenuItem` and `HoldToDelete`.
 * @param label names the record of the actions, for a screen reader
 * @param refusal greys the dots themselves (PERM-08, PERM-12)
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

/** One action of a row menu; a refused one stays and says why. */
export function RowMenuItem({
  icon,
  to,
  onClick,
  refusal = null,
  children,
  ...menu
}: MenuChildProps & {
  icon?: ReactElement;
  /** Address inside the console. */
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
  const act = () => {
    close();
    onClick?.();
  };
  return to === undefined ? (
    <MenuItem {...menu} className={classes.item} onClick={act}>
      {icon}
      <span>{children}</span>
    </MenuItem>
  ) : (
    <MenuItem {...menu} className={classes.item} component={Link} to={to} onClick={act}>
      {icon}
      <span>{children}</span>
    </MenuItem>
  );
}
