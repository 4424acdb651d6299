import { useRef } from 'react';
import { useTranslate } from 'react-admin';
import { WithinControl } from '#console/fields/parts/cell-link.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import type { ImportField } from '#resources/rules/import/fields.ts';
import { FieldCell } from '../../field-part.tsx';
import { CellButton, EditCell, type Edits } from '../edit-cell.tsx';
import type { OpenCell } from '../open-cell.ts';
import type { RowsColumn } from '../rows-table.tsx';
import classes from './import-page.module.css';
import { type ImportRow, rowEffect } from './rows.ts';

/** State and callbacks for correcting rows in place. */
export interface RecordCorrections extends OpenCell<string> {
  correctCell: (rowIndex: number, wire: string, cell: string) => Promise<void>;
}

/** A row, its index and one of its cells. */
interface RecordCell {
  resource: Resource;
  row: ImportRow;
  at: number;
  column: ImportField;
}

/** A cell that is not being edited: its text, or the record's value before and after the update. */
function ValueCell({ resource, row, column }: Omit<RecordCell, 'at'>) {
  const { wire, name, field } = column;
  const change = row.record?.changes.find((one) => one.field === wire);
  if (!change) return row.cells[wire] ?? '';
  // The list's cell widget is not used, because it needs a whole record; links are disabled, because they would leave the page.
  const renderValue = (value: unknown) => (
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
      <del>{renderValue(change.before)}</del> <span>→</span> <ins>{renderValue(change.after)}</ins>
    </span>
  );
}

/** A cell with inputs: cells with an error always show them, with the error below the text. */
function CorrectionCell({
  row,
  at,
  column,
  isOpened,
  corrections,
}: Omit<RecordCell, 'resource'> & { isOpened: boolean; corrections: RecordCorrections }) {
  const { wire, label } = column;
  const { edit, goOn, correctCell } = corrections;
  const translate = useTranslate();
  const storedText = row.cells[wire] ?? '';
  // Both Enter and blur submit the text; it is sent only once.
  const submittedText = useRef(storedText);
  async function submitEdits(edits: Edits<string>): Promise<void> {
    const text = (edits[wire] ?? storedText).trim();
    if (text !== storedText && text === submittedText.current) return;
    submittedText.current = text;
    await correctCell(at, wire, text);
  }
  async function submitAndGoOn(edits: Edits<string>): Promise<void> {
    await submitEdits(edits);
    goOn({ at, cell: wire });
  }
  async function submitAndClose(edits: Edits<string>): Promise<void> {
    await submitEdits(edits);
    edit((openedCell) => (openedCell?.at === at && openedCell.cell === wire ? null : openedCell));
  }
  return (
    <EditCell
      inputs={[{ name: wire, label: translate('engine.import.cell', { label, row: row.row }), value: storedText }]}
      hint={row.errors[wire]?.join('. ') ?? null}
      autofocus={isOpened ? wire : null}
      onEnter={(edits) => void submitAndGoOn(edits)}
      onEscape={() => edit(null)}
      onLeave={(edits) => void submitAndClose(edits)}
    />
  );
}

/**
 * Columns of the preview table: row number in the file, effect of the import, fields.
 * @param fields columns of the file and others with an error or change
 * @param hasEffects whether a column shows the effect of each row
 * @param corrections null: rows are read-only
 */
export function importTableColumns(
  resource: Resource,
  fields: readonly ImportField[],
  {
    hasEffects,
    corrections,
    translate,
  }: {
    hasEffects: boolean;
    corrections: RecordCorrections | null;
    translate: (key: string, params?: object) => string;
  },
): RowsColumn<ImportRow>[] {
  // Field names contain no spaces, so these column names cannot collide with them.
  const effect: RowsColumn<ImportRow> = {
    name: ' effect',
    label: translate('engine.import.effect'),
    draw: (row) => translate(`engine.import.effects.${rowEffect(row)}`),
  };
  return [
    {
      name: ' row',
      label: translate('engine.import.row'),
      className: classes.number,
      draw: ({ row }) => row,
    },
    ...(hasEffects ? [effect] : []),
    ...fields.map((column): RowsColumn<ImportRow> => {
      const { wire, label } = column;
      const draw = (row: ImportRow, at: number) => {
        const cell = { resource, row, at, column };
        if (!corrections) return <ValueCell {...cell} />;
        const { open, edit } = corrections;
        const isOpened = open?.at === at && open.cell === wire;
        if (row.errors[wire] || isOpened)
          return (
            <CorrectionCell
              // A new key remounts the cell, which then takes the focus.
              key={isOpened ? 'opened' : 'standing'}
              row={row}
              at={at}
              column={column}
              isOpened={isOpened}
              corrections={corrections}
            />
          );
        return (
          <CellButton
            aria-label={row.cells[wire] ? undefined : translate('engine.import.cell', { label, row: row.row })}
            onClick={() => edit({ at, cell: wire })}
          >
            <ValueCell {...cell} />
          </CellButton>
        );
      };
      return { name: wire, label, draw };
    }),
  ];
}
