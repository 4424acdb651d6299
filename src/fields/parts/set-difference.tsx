import '#i18n/form-pages-texts.ts';
import { Fragment, type ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import classes from './set-difference.module.css';

/** Maximum number of items that are named; the rest is counted. */
const MAX_NAMED = 12;

/**
 * Multiple values on one side of a comparison: values missing on the other side by name, common ones as a count.
 * @param otherKeys keys of the values on the other side
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
  const commonCount = items.length - ownItems.length;
  if (items.length === 0) return translate('engine.list.nothing');
  return (
    <>
      {ownItems.slice(0, MAX_NAMED).map(({ key, node }) => (
        <Fragment key={String(key)}>
          <span className={classes.item}>{node}</span>
        </Fragment>
      ))}
      {ownItems.length > MAX_NAMED ? (
        <span className={classes.item}>
          {translate('engine.conflict.more', { count: ownItems.length - MAX_NAMED })}
        </span>
      ) : null}
      {commonCount > 0 ? (
        <span className={classes.common}>{translate('engine.conflict.common', { count: commonCount })}</span>
      ) : null}
    </>
  );
}
