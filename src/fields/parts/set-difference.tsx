import '#i18n/form-pages-texts.ts';
import { Fragment, type ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import classes from './set-difference.module.css';

/** Items of one side that are named; the rest is only counted. */
const MOST = 12;

/**
 * Several values on one side of a comparison: those that the other side lacks by name, the common ones as a count.
 * @param others keys of what the other side has
 */
export function SetDifference<Key>({
  items,
  otherKeys,
}: {
  items: readonly { key: Key; node: ReactNode }[];
  otherKeys: ReadonlySet<Key>;
}) {
  const translate = useTranslate();
  const ownItems = items.filter(({ key }) => !otherKeys.has(key));
  const common = items.length - ownItems.length;
  if (items.length === 0) return translate('engine.list.nothing');
  return (
    <>
      {ownItems.slice(0, MOST).map(({ key, node }) => (
        <Fragment key={String(key)}>
          <span className={classes.item}>{node}</span>
        </Fragment>
      ))}
      {ownItems.length > MOST ? (
        <span className={classes.item}>{translate('engine.conflict.more', { count: ownItems.length - MOST })}</span>
      ) : null}
      {common > 0 ? (
        <span className={classes.common}>{translate('engine.conflict.common', { count: common })}</span>
      ) : null}
    </>
  );
}
