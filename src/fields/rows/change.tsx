import '#i18n/rows-texts.ts';
import { Fragment } from 'react';
import { useTranslate } from 'react-admin';
import { isEmpty } from '#resources/language/kinds/ids.ts';
import { type Row, rowsIn } from '#resources/language/kinds/row-values.ts';
import { rowsShape } from '#resources/language/rows.ts';
import type { ChangeProps } from '../field-props.ts';
import classes from './change.module.css';
import { ColumnCell } from './column-parts.tsx';
import { rowChanges } from './row-changes.ts';

/** Which rows of a record were added, changed, moved or removed, and what their cells held and hold. */
export default function RowsChange({ before, after, field, source, resource }: ChangeProps<'rows'>) {
  const translate = useTranslate();
  const columns = rowsShape(field)?.columns ?? {};
  const cell = (name: string, row: Row) => {
    const column = columns[name];
    return column ? (
      <ColumnCell column={column} value={row[name]} source={`${source}.${name}`} resource={resource} />
    ) : null;
  };
  const wholeRow = (row: Row) => {
    const filled = Object.keys(columns).filter((name) => !isEmpty(row[name]) && row[name] !== false);
    return filled.map((name, at) => (
      <Fragment key={name}>
        {at > 0 ? ' · ' : ''}
        {cell(name, row)}
      </Fragment>
    ));
  };
  return (
    <ul className={classes.changes}>
      {rowChanges(rowsIn(before), rowsIn(after), Object.keys(columns)).map((change) => (
        <li key={`${change.what} ${change.at}`} data-what={change.what}>
          {translate('rows.row', { row: change.at + 1 })}
          {change.what === 'changed' ? (
            change.columns.map((name) => (
              <span key={name} className={classes.cell}>
                {columns[name]?.label}: {cell(name, change.before)} → {cell(name, change.row)}
              </span>
            ))
          ) : (
            <>
              {' '}
              {translate(`rows.${change.what}`)}: <span className={classes.row}>{wholeRow(change.row)}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
