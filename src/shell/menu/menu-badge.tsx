import { useSyncExternalStore } from 'react';
import { useTranslate } from 'react-admin';
import classes from './menu-badge.module.css';
import type { MenuCount } from './menu-sections.ts';

/** Larger numbers are shown as «99+». */
const MAX_SHOWN = 99;

/**
 * Badge of a menu entry: unread messages, problems.
 * @param inline shown after the label of a tab at every width
 */
export function MenuBadge({ count, inline = false }: { count: MenuCount; inline?: boolean }) {
  const translate = useTranslate();
  const number = useSyncExternalStore(count.subscribe, count.now);
  if (number <= 0) return null;
  return (
    <b className={inline ? `${classes.number} ${classes.inline}` : classes.number}>
      <span className="sr-only">, {translate(count.label, { count: number })}</span>
      <i aria-hidden>{number > MAX_SHOWN ? `${MAX_SHOWN}+` : number}</i>
    </b>
  );
}
