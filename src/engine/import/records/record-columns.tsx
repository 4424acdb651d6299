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

/** Correcting rows in place. */
export interface RecordCorrections extends OpenCell<string> {
  mend: (at: number, wire: string, cell: string) => Promise<void>;
}

/** A row, where it stands and one of its cells. */
interface RecordCell {
  resource: Resource;
  row: ImportRow;
  at: number;
  column: ImportField;
}

/** A cell that is not being corrected: its text, or what the record holds now and will hold. */
function RightCell({ resource, row, column }: Omit<RecordCell, 'at'>) {
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

/** A cell that is being corrected: those with an error stand open, with what is wrong below the text. */
function MendedCell({
  row,
  at,
  column,
  isOpened,
  corrections,
}: Omit<RecordCell, 'resource'> & { isOpened: boolean; corrections: RecordCorrections }) {
  const { wire, label } = column;
  const { edit, goOn, mend } = corrections;
  const translate = useTranslate();
  const storedText = row.cells[wire] ?? '';
  // Enter and leaving the cell hand the same text over: it is sent once.
  const handedText = useRef(storedText);
  async function put(edits: Edits<string>): Promise<void> {
    const text = (edits[wire] ?? storedText).trim();
    if (text !== storedText && text === handedText.current) return;
    handedText.current = text;
    await mend(at, wire, text);
  }
  async function putAndGoOn(edits: Edits<string>): Promise<void> {
    await put(edits);
    goOn({ at, cell: wire });
  }
  async function putAndClose(edits: Edits<string>): Promise<void> {
    await put(edits);
    edit((now) => (now?.at === at && now.cell === wire ? null : now));
  }
  return (
    <EditCell
      inputs={[{ name: wire, label: translate('engine.import.cell', { label, row: row.row }), value: storedText }]}
      hint={row.errors[wire]?.join('. ') ?? null}
      autofocus={isOpened ? wire : null}
      onEnter={(edits) => void putAndGoOn(edits)}
      onEscape={() => edit(null)}
      onLeave={(edits) => void putAndClose(edits)}
    />
  );
}

/**
 * The columns of the check: the number of the row in the file, what becomes of it, its fields.
 * @param fields of the columns of the file, and others that something is said of
 * @param hasEffects whether a column says what becomes of each row
 * @param corrections null: rows are shown and not corrected
 */
export function recordColumns(
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
  // No field has a name with a space.
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
        if (!corrections) return <RightCell {...cell} />;
        const { open, edit } = corrections;
        const isOpened = open?.at === at && open.cell === wire;
        if (row.errors[wire] || isOpened)
          return (
            <MendedCell
              // One that is opened anew gets the focus.
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
            <RightCell {...cell} />
          </CellButton>
        );
      };
      return { name: wire, label, draw };
    }),
  ];
}
