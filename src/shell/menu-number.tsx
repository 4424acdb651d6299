import { useSyncExternalStore } from 'react';
import { useTranslate } from 'react-admin';
import classes from './menu-number.module.css';
import type { MenuCount } from './menu-sections.ts';

/** Greatest number that is written out. */
const MOST = 99;

/** What waits behind a menu entry: unread messages. */
export function MenuNumber({ count }: { count: MenuCount }) {
  const translate = useTranslate();
  const number = useSyncExternalStore(count.follow, count.now);
  if (number <= 0) return null;
  return (
    <b className={classes.number}>
      <span className="sr-only">, {translate(count.label, { count: number })}</span>
      <i aria-hidden>{number > MOST ? `${MOST}+` : number}</i>
    </b>
  );
}
