import '#i18n/rows-texts.ts';
import { Fragment } from 'react';
import { useTranslate } from 'react-admin';
import { isEmpty } from '#resources/language/kinds/ids.ts';
import { type Row, toRows } from '#resources/language/kinds/row-values.ts';
import { rowsShape } from '#resources/language/rows.ts';
import type { ChangeProps } from '../field-props.ts';
import classes from './change.module.css';
import { ColumnCell } from './column-parts.tsx';
import { rowChanges } from './row-changes.ts';

/** Rows of a record that were added, changed, moved or removed, with cell values before and after. */
export default function RowsChange({ before, after, field, source, resource }: ChangeProps<'rows'>) {
  const translate = useTranslate();
  const columns = rowsShape(field)?.columns ?? {};
  const renderCell = (name: string, row: Row) => {
    const column = columns[name];
    return column ? (
      <ColumnCell column={column} value={row[name]} source={`${source}.${name}`} resource={resource} />
    ) : null;
  };
  const renderRow = (row: Row) => {
    const filled = Object.keys(columns).filter((name) => !isEmpty(row[name]) && row[name] !== false);
    return filled.map((name, at) => (
      <Fragment key={name}>
        {at > 0 ? ' · ' : ''}
        {renderCell(name, row)}
      </Fragment>
    ));
  };
  return (
    <ul className={classes.changes}>
      {rowChanges(toRows(before), toRows(after), Object.keys(columns)).map((change) => (
        <li key={`${change.what} ${change.at}`} data-what={change.what}>
          {translate('rows.row', { row: change.at + 1 })}
          {change.what === 'changed' ? (
            change.columns.map((name) => (
              <span key={name} className={classes.cell}>
                {columns[name]?.label}: {renderCell(name, change.before)} → {renderCell(name, change.row)}
              </span>
            ))
          ) : (
            <>
              {' '}
              {translate(`rows.${change.what}`)}: <span className={classes.row}>{renderRow(change.row)}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
