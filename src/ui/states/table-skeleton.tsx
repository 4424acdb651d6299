import type { ReactNode } from 'react';
import { Delayed, Skeleton } from './skeleton.tsx';
import classes from './table-skeleton.module.css';

const WIDTHS = ['62%', '48%', '74%', '56%'];

/** Skeleton of a table with its row geometry; on phones two columns, the first with two lines, like the real rows. */
export function TableSkeleton({
  columns,
  rows = 12,
  above,
}: {
  columns: number;
  rows?: number;
  /** Content above the skeleton. */
  above?: ReactNode;
}) {
  const cells = Array.from({ length: columns }, (_, column) => column);
  return (
    <Delayed>
      {above}
      <div>
        <div className={`${classes.row} ${classes.head}`}>
          {cells.map((column) => (
            <Skeleton key={column} width={56} height={10} />
          ))}
        </div>
        {Array.from({ length: rows }, (_, row) => (
          <div key={String(row)} className={classes.row}>
            {cells.map((column) => (
              <div key={column} className={classes.cell}>
                <Skeleton width={WIDTHS[(row + column) % WIDTHS.length] ?? '60%'} />
                {column === 0 ? <Skeleton width="82%" height={10} /> : null}
              </div>
            ))}
          </div>
        ))}
      </div>
    </Delayed>
  );
}
