import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { WithinControl } from '#console/fields/parts/cell-link.tsx';
import shared from '#console/ui/navigation/data-table.module.css';
import { VirtualTableRows } from '#console/ui/virtual/virtual-table-rows.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import type { ImportField } from '#resources/rules/import/fields.ts';
import { FieldCell } from '../field-part.tsx';
import classes from './import-page.module.css';
import { type ImportRow, rowEffect } from './rows.ts';

/** What a row is taken to have until it has been drawn, px. */
const ROW_HEIGHT = 44;
/** Rows beyond those in view that are in the page, too. */
const OVERSCAN = 9;

/**
 * The rows of one tab; only those in view are in the page.
 * @param hasEffects whether a column says what becomes of each row
 * @param onMend null: rows are shown and not mended
 */
export function RowsTable({
  resource,
  rows,
  columns,
  label,
  hasEffects,
  onMend,
}: {
  resource: Resource;
  rows: readonly ImportRow[];
  columns: readonly ImportField[];
  label: string;
  hasEffects: boolean;
  onMend: ((row: ImportRow, wire: string, cell: string) => void) | null;
}) {
  const translate = useTranslate();
  const scroll = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => scroll.current,
    getItemKey: (at) => rows[at]?.row ?? at,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div ref={scroll} className={`${shared.scroll} ${shared.long}`} tabIndex={0}>
      <table className={`${shared.table} ${classes.table}`} aria-label={label}>
        <thead>
          <tr>
            <th scope="col" className={classes.number}>
              {translate('engine.import.row')}
            </th>
            {hasEffects ? <th scope="col">{translate('engine.import.effect')}</th> : null}
            {columns.map((column) => (
              <th key={column.wire} scope="col">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <VirtualTableRows list={virtualizer} span={columns.length + (hasEffects ? 2 : 1)}>
          {(at) => {
            const row = rows[at];
            if (!row) return null;
            return (
              <tr ref={virtualizer.measureElement} data-index={at}>
                <td className={classes.number}>{row.row}</td>
                {hasEffects ? <td>{translate(`engine.import.effects.${rowEffect(row)}`)}</td> : null}
                {columns.map((column) => {
                  const errors = row.errors[column.wire];
                  return (
                    <td key={column.wire}>
                      {errors && onMend ? (
                        <WrongCell row={row} column={column} errors={errors} onMend={onMend} />
                      ) : (
                        <RightCell resource={resource} row={row} column={column} />
                      )}
                    </td>
                  );
                })}
              </tr>
            );
          }}
        </VirtualTableRows>
      </table>
    </div>
  );
}

/** A cell without an error: its text, or what the record holds now and will hold. */
function RightCell({ resource, row, column }: { resource: Resource; row: ImportRow; column: ImportField }) {
  const { wire, name, field } = column;
  const change = row.record?.changes.find((one) => one.field === wire);
  if (!change) return row.cells[wire] ?? '';
  // A widget of the list stands for a whole record, which is not here; a link would leave the rows behind.
  const shownAs = (value: unknown) => (
    <WithinControl value>
      <FieldCell
        resource={resource}
        name={name}
        field={{ ...field, cell: undefined }}
        record={{ id: row.record?.id ?? 0, [wire]: value }}
      />
    </WithinControl>
  );
  return (
    <span className={classes.change}>
      <del>{shownAs(change.before)}</del> <span>→</span> <ins>{shownAs(change.after)}</ins>
    </span>
  );
}

/** A cell with an error: its text can be put right in place, and below stands what is wrong. */
function WrongCell({
  row,
  column,
  errors,
  onMend,
}: {
  row: ImportRow;
  column: ImportField;
  errors: readonly string[];
  onMend: (row: ImportRow, wire: string, cell: string) => void;
}) {
  const translate = useTranslate();
  const id = useId();
  const storedText = row.cells[column.wire] ?? '';
  const [text, setText] = useState(storedText);
  const mend = () => {
    if (text.trim() !== storedText) onMend(row, column.wire, text.trim());
  };
  function key(event: KeyboardEvent): void {
    if (event.key === 'Enter') mend();
    else if (event.key === 'Escape') setText(storedText);
  }
  return (
    <span className={classes.wrong}>
      <input
        value={text}
        aria-label={translate('engine.import.cell', { label: column.label, row: row.row })}
        aria-invalid
        aria-describedby={id}
        onChange={({ target }) => setText(target.value)}
        onBlur={mend}
        onKeyDown={key}
      />
      <span id={id} className={classes.why}>
        {errors.join('. ')}
      </span>
    </span>
  );
}
