import { useContext } from 'react';
import { type RaRecord, RecordContextProvider, useTranslate } from 'react-admin';
import { refusalText, useRefusal } from '#console/data/session/access.ts';
import { WithinControl } from '#console/fields/parts/cell-link.tsx';
import { Reason } from '#console/ui/inputs/reason.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import { FieldCell } from '../../field-part.tsx';
import { useHasMoves } from '../../moves/has-moves.ts';
import { RecordMenu } from '../../record-menu.tsx';
import { recordTitle } from '../../resource-context.tsx';
import { SelectRowCell } from '../bulk/choice-cells.tsx';
import type { RowSelection } from '../bulk/row-choice.ts';
import { RowEditingContext } from '../editing/row-editing.ts';
import { RowColourContext } from '../list-context.tsx';
import type { Column } from './columns.ts';
import type { ListChoice } from './list-choice.ts';
import classes from './table.module.css';

/**
 * Table row of a record; a click on it, or on the button in its first cell, toggles the side card. A record the person may not
 * open is greyed and shows the reason (SET-13).
 */
export function TableRow({
  resource,
  columns,
  record,
  sideCard,
  selection,
  index,
}: {
  resource: Resource;
  columns: readonly Column[];
  record: RaRecord;
  sideCard: ListChoice | null;
  /** Multi-selection of rows; null where the list has no bulk actions. */
  selection: RowSelection | null;
  /** `aria-rowindex` in a virtualised table; the header row is 1. */
  index?: number;
}) {
  const translate = useTranslate();
  const colour = useContext(RowColourContext)?.(record);
  const refusal = useRefusal(resource.section, 'see', resource.record, record);
  const hasMenu = useHasMoves(resource) || resource.list.menu.length > 0;
  const editing = useContext(RowEditingContext)?.(record);
  const isInaccessible = sideCard !== null && refusal !== null;
  const isOpen = sideCard !== null && !isInaccessible && sideCard.id === String(record.id);
  const isSelected = selection?.isChosen(record.id) ?? false;
  const renderCell = ({ name, field }: Column) => (
    <FieldCell key={name} resource={resource} name={name} field={field} record={record} />
  );
  const [first, ...otherColumns] = columns;
  // On a phone there is room for two columns; the others are shown below the first.
  const columnsUnderFirst = columns.slice(2);
  return (
    <RecordContextProvider value={record}>
      <tr
        ref={editing?.hold}
        className={
          [isInaccessible ? classes.closed : sideCard && classes.open, isSelected && classes.chosen]
            .filter(Boolean)
            .join(' ') || undefined
        }
        aria-selected={sideCard && !isInaccessible ? isOpen : undefined}
        aria-rowindex={index}
        {...colour?.props}
        onClick={isInaccessible ? undefined : () => sideCard?.choose(record)}
      >
        {selection ? (
          <SelectRowCell
            id={record.id}
            isChosen={isSelected}
            label={translate('engine.list.choose', {
              name: recordTitle(resource, record, translate(`resources.${resource.name}.forcedCaseName`)),
            })}
            onToggle={selection.toggle}
          />
        ) : null}
        {first ? (
          <td {...editing?.cell(first.name)}>
            {colour?.mark}
            {isInaccessible ? (
              <Reason reason={refusalText(refusal, translate)}>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the reason must be reachable by keyboard */}
                <span className={classes.first} aria-disabled="true" tabIndex={0}>
                  {renderCell(first)}
                </span>
              </Reason>
            ) : sideCard ? (
              <button type="button" className={classes.first} aria-expanded={isOpen}>
                {/* Links inside a button are rendered as text. */}
                <WithinControl value>{renderCell(first)}</WithinControl>
              </button>
            ) : (
              <span className={classes.first}>{renderCell(first)}</span>
            )}
            {columnsUnderFirst.length ? (
              <small className={classes.second}>
                {columnsUnderFirst.map((column) => (
                  <span key={column.name}>{renderCell(column)}</span>
                ))}
              </small>
            ) : null}
          </td>
        ) : null}
        {otherColumns.map((column, columnIndex) => (
          <td
            key={column.name}
            data-column={column.name}
            className={cellClass(column, columnIndex + 1)}
            {...editing?.cell(column.name)}
          >
            {renderCell(column)}
          </td>
        ))}
        {hasMenu ? (
          // biome-ignore lint/a11y/useKeyWithClickEvents: only keeps a click on the menu from opening the card
          <td className={classes.menu} onClick={(event) => event.stopPropagation()}>
            <RecordMenu />
          </td>
        ) : null}
      </tr>
    </RecordContextProvider>
  );
}

/**
 * Class of a cell: numeric columns are right-aligned except in the first column; columns from the third on are hidden on phones.
 */
export function cellClass({ right }: Column, columnIndex: number): string | undefined {
  return (
    [right && columnIndex > 0 && classes.right, columnIndex > 1 && classes.wideOnly].filter(Boolean).join(' ') ||
    undefined
  );
}
