import { useSyncExternalStore } from 'react';
import { useTranslate } from 'react-admin';
import classes from './menu-number.module.css';
import type { MenuCount } from './menu-sections.ts';

/** Greatest number that is written out. */
const MOST = 99;

/**
 * The count at a menu entry: unread messages, problems.
 * @param inline it stands behind the words of a tab, whatever the width
 */
export function MenuNumber({ count, inline = false }: { count: MenuCount; inline?: boolean }) {
  const translate = useTranslate();
  const number = useSyncExternalStore(count.follow, count.now);
  if (number <= 0) return null;
  return (
    <b className={inline ? `${classes.number} ${classes.inline}` : classes.number}>
      <span className="sr-only">, {translate(count.label, { count: number })}</span>
      <i aria-hidden>{number > MOST ? `${MOST}+` : number}</i>
    </b>
  );
}
