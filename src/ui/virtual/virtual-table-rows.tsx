import type { Virtualizer } from '@tanstack/react-virtual';
import { Fragment, type ReactNode } from 'react';
import classes from './virtual-table-rows.module.css';

/**
 * The rows of a virtualizer that are in the page, as the body of a table, with empty rows in place of the others.
 * @param span how many columns the table has
 */
export function VirtualTableRows({
  list,
  span,
  children,
}: {
  list: Virtualizer<HTMLDivElement, Element>;
  span: number;
  children: (index: number) => ReactNode;
}) {
  const items = list.getVirtualItems();
  return (
    <tbody>
      {items.map(({ key, index, start }, at) => (
        <Fragment key={String(key)}>
          <Gap height={start - (items[at - 1]?.end ?? 0)} span={span} />
          {children(index)}
        </Fragment>
      ))}
      <Gap height={list.getTotalSize() - (items.at(-1)?.end ?? 0)} span={span} />
    </tbody>
  );
}

/** The height of rows that are not drawn. */
function Gap({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td className={classes.gap} style={{ height }} colSpan={span} />
    </tr>
  );
}
