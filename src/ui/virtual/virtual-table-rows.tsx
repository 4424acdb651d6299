import type { Virtualizer } from '@tanstack/react-virtual';
import { Fragment, type ReactNode } from 'react';
import classes from './virtual-table-rows.module.css';

/**
 * The rendered rows of a virtualizer as a table body, with empty rows in place of the others.
 * @param span number of columns of the table
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
          <SpacerRow height={start - (items[at - 1]?.end ?? 0)} span={span} />
          {children(index)}
        </Fragment>
      ))}
      <SpacerRow height={list.getTotalSize() - (items.at(-1)?.end ?? 0)} span={span} />
    </tbody>
  );
}

/** Placeholder with the height of rows that are not rendered. */
function SpacerRow({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td className={classes.gap} style={{ height }} colSpan={span} />
    </tr>
  );
}
