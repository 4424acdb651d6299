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
import { ChoiceCell } from '../bulk/choice-cells.tsx';
import type { RowChoice } from '../bulk/row-choice.ts';
import { RowEditingContext } from '../editing/row-editing.ts';
import { RowColourContext } from '../list-context.tsx';
import type { Column } from './columns.ts';
import type { ListChoice } from './list-choice.ts';
import classes from './table.module.css';

/**
 * A record as a row; a click on it, or on the button in its first cell, opens the side card or closes it. One that is not
 * open to the person is greyed and says why (SET-13).
 */
export function TableRow({
  resource,
  columns,
  record,
  choice,
  boxes,
  index,
}: {
  resource: Resource;
  columns: readonly Column[];
  record: RaRecord;
  choice: ListChoice | null;
  /** Choosing several rows; null where there is nothing to do with them. */
  boxes: RowChoice | null;
  /** Place in a table of which only a part is drawn, the head being 1. */
  index?: number;
}) {
  const translate = useTranslate();
  const colour = useContext(RowColourContext)?.(record);
  const why = useRefusal(resource.section, 'see', resource.record, record);
  const hasMenu = useHasMoves(resource) || resource.list.menu.length > 0;
  const editing = useContext(RowEditingContext)?.(record);
  const isClosed = choice !== null && why !== null;
  const isOpen = choice !== null && !isClosed && choice.id === String(record.id);
  const isChosen = boxes?.isChosen(record.id) ?? false;
  const drawCell = ({ name, field }: Column) => (
    <FieldCell key={name} resource={resource} name={name} field={field} record={record} />
  );
  const [first, ...otherColumns] = columns;
  // On a phone there is room for two columns; the rest stands below the first.
  const below = columns.slice(2);
  return (
    <RecordContextProvider value={record}>
      <tr
        ref={editing?.hold}
        className={
          [isClosed ? classes.closed : choice && classes.open, isChosen && classes.chosen].filter(Boolean).join(' ') ||
          undefined
        }
        aria-selected={choice && !isClosed ? isOpen : undefined}
        aria-rowindex={index}
        {...colour?.props}
        onClick={isClosed ? undefined : () => choice?.choose(record)}
      >
        {boxes ? (
          <ChoiceCell
            id={record.id}
            isChosen={isChosen}
            label={translate('engine.list.choose', {
              name: recordTitle(resource, record, translate(`resources.${resource.name}.forcedCaseName`)),
            })}
            onToggle={boxes.toggle}
          />
        ) : null}
        {first ? (
          <td {...editing?.cell(first.name)}>
            {colour?.mark}
            {isClosed ? (
              <Reason reason={refusalText(why, translate)}>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the reason must be reachable by key */}
                <span className={classes.first} aria-disabled="true" tabIndex={0}>
                  {drawCell(first)}
                </span>
              </Reason>
            ) : choice ? (
              <button type="button" className={classes.first} aria-expanded={isOpen}>
                {/* A link may not stand in a button. */}
                <WithinControl value>{drawCell(first)}</WithinControl>
              </button>
            ) : (
              <span className={classes.first}>{drawCell(first)}</span>
            )}
            {below.length ? (
              <small className={classes.second}>
                {below.map((column) => (
                  <span key={column.name}>{drawCell(column)}</span>
                ))}
              </small>
            ) : null}
          </td>
        ) : null}
        {otherColumns.map((column, place) => (
          <td
            key={column.name}
            data-column={column.name}
            className={cellClass(column, place + 1)}
            {...editing?.cell(column.name)}
          >
            {drawCell(column)}
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

/** How a cell of a column stands: numbers at the right but for the name of the row, the third and further ones not on a phone. */
export function cellClass({ right }: Column, place: number): string | undefined {
  return [right && place > 0 && classes.right, place > 1 && classes.wideOnly].filter(Boolean).join(' ') || undefined;
}
