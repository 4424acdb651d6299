import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import Tooltip from '@mui/material/Tooltip';
import { useTranslate } from 'react-admin';
import { CellButton, type CellInput, EditCell, type Edits } from '#console/engine/import/edit-cell.tsx';
import type { RowsColumn } from '#console/engine/import/rows-table.tsx';
import { formatPhone } from '#resources/language/kinds/phone-format.ts';
import type { ImportRow } from '#resources/protocol/import/import.ts';
import {
  CELLS,
  type CellName,
  type CellPiece,
  cellCodes,
  codeHint,
  phonePieces,
  residentPieces,
  unitPieces,
} from './cell-names.ts';
import classes from './check-screen.module.css';
import { firstRowWithPhone, type ResidentList } from './checked-file.ts';
import type { Cells } from './resident-shapes.ts';
import type { Corrections } from './use-corrections.ts';

const CELL_PIECES = {
  unit: unitPieces,
  resident: residentPieces,
  phone: (row: ImportRow) => phonePieces(row, formatPhone(row.phone_number)),
} as const satisfies Record<CellName, (row: ImportRow) => CellPiece[]>;

/** Inputs of each cell. */
const CELL_INPUTS = {
  unit: [{ name: 'label', label: 'mendUnit' }],
  resident: [
    { name: 'last_name', label: 'mendLast' },
    { name: 'first_name', label: 'mendFirst' },
  ],
  phone: [{ name: 'phone_number', label: 'mendPhone' }],
} as const satisfies Record<CellName, readonly { name: keyof Cells; label: string }[]>;

/** One cell of a row. */
interface RowCell {
  list: ResidentList;
  row: ImportRow;
  cell: CellName;
}

function Pieces({ row, cell }: Pick<RowCell, 'row' | 'cell'>) {
  return (
    <span className={cell === 'phone' ? `${classes.pieces} tnum` : classes.pieces}>
      {CELL_PIECES[cell](row).map(({ text, wrong }) =>
        wrong ? (
          <span key={text} className={classes.wrong}>
            <ErrorOutlined aria-hidden />
            <span>{text}</span>
          </span>
        ) : (
          <span key={text}>{text}</span>
        ),
      )}
    </span>
  );
}

/** Explanation of an error code in a row. */
const rowHint = (list: ResidentList, row: ImportRow, code: ImportRow['errors'][number]): string =>
  codeHint(code, row, code === 'ALREADY_EXIST_PHONE' ? firstRowWithPhone(list, row) : null);

/** Tooltip content; a component, so that duplicate phones are searched only when the tooltip opens. */
function ErrorHints({ list, row, cell }: RowCell) {
  return cellCodes(row, cell).map((code) => <div key={code}>{rowHint(list, row, code)}</div>);
}

/** A cell of a row with errors; a click opens it for correction (IMPORT-13…IMPORT-20). */
function WrongCell({ list, row, cell, onEdit }: RowCell & { onEdit: () => void }) {
  const button = (
    <CellButton onClick={onEdit}>
      <Pieces row={row} cell={cell} />
    </CellButton>
  );
  if (!cellCodes(row, cell).length) return button;
  return (
    <Tooltip describeChild title={<ErrorHints list={list} row={row} cell={cell} />}>
      {button}
    </Tooltip>
  );
}

/** Name of the input to focus: the one with the error. */
function inputToFocus(row: ImportRow, cell: CellName): keyof Cells {
  const [first] = CELL_INPUTS[cell];
  const isFirstNameOnly = cell === 'resident' && !row.errors.some((code) => code.endsWith('LAST_NAME'));
  return isFirstNameOnly && row.errors.some((code) => code.endsWith('FIRST_NAME')) ? 'first_name' : first.name;
}

/** A cell being corrected: Enter saves and opens the next error, Esc cancels. */
function CorrectionCell({ list, row, cell, corrections }: RowCell & { corrections: Corrections }) {
  const translate = useTranslate();
  const [code] = cellCodes(row, cell);
  const inputs: readonly CellInput<keyof Cells>[] = CELL_INPUTS[cell].map(({ name, label }) => ({
    name,
    label: translate(`import.check.${label}`, { row: row.row }),
    value: row[name],
    type: name === 'phone_number' ? 'tel' : 'text',
  }));
  const hasChanged = (edits: Edits<keyof Cells>) => inputs.some(({ name, value }) => (edits[name] ?? value) !== value);
  return (
    <EditCell
      inputs={inputs}
      hint={code ? rowHint(list, row, code) : null}
      autofocus={inputToFocus(row, cell)}
      onEnter={(edits) => void corrections.mend(edits, true)}
      onEscape={() => corrections.edit(null)}
      onLeave={(edits) => {
        if (hasChanged(edits)) void corrections.mend(edits, false);
      }}
    />
  );
}

/**
 * Columns of the checked rows: unit, resident, phone (IMPORT-10).
 * @param corrections state of the corrections; null for the tab of correct rows, whose cells are read-only
 */
export function residentColumns(
  list: ResidentList,
  corrections: Corrections | null,
  translate: (key: string) => string,
): RowsColumn<ImportRow>[] {
  return CELLS.map((cell) => ({
    name: cell,
    label: translate(`import.check.${cell}`),
    className: classes[cell],
    draw: (row, at) => {
      if (!corrections) return <Pieces row={row} cell={cell} />;
      const { open, edit } = corrections;
      if (open?.at !== at || open.cell !== cell)
        return <WrongCell list={list} row={row} cell={cell} onEdit={() => edit({ at, cell })} />;
      return <CorrectionCell key={`${at}-${cell}`} list={list} row={row} cell={cell} corrections={corrections} />;
    },
  }));
}
