import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import Tooltip from '@mui/material/Tooltip';
import { formatPhone } from '#resources/language/kinds/phone-format.ts';
import type { ImportRow } from '#resources/protocol/import/import.ts';
import classes from './rows-table.module.css';
import { type CellName, codeHint, codesIn, type Piece, phonePieces, residentPieces, unitPieces } from './words.ts';

const PIECES = {
  unit: unitPieces,
  resident: residentPieces,
  phone: (row: ImportRow) => phonePieces(row, formatPhone(row.phone_number)),
} as const satisfies Record<CellName, (row: ImportRow) => Piece[]>;

function Pieces({ row, cell }: { row: ImportRow; cell: CellName }) {
  return (
    <span className={cell === 'phone' ? `${classes.pieces} tnum` : classes.pieces}>
      {PIECES[cell](row).map(({ text, wrong }) =>
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

/** Looked for only once the tooltip opens. */
function Why({
  row,
  cell,
  firstWith,
}: {
  row: ImportRow;
  cell: CellName;
  firstWith: (row: ImportRow) => number | null;
}) {
  return codesIn(row, cell).map((code) => (
    <div key={code}>{codeHint(code, row, code === 'ALREADY_EXIST_PHONE' ? firstWith(row) : null)}</div>
  ));
}

/** A cell of the check screen (IMPORT-13…IMPORT-20); in a row with errors a button opens it for mending. */
export function RowCell({
  row,
  cell,
  onEdit,
  firstWith,
}: {
  row: ImportRow;
  cell: CellName;
  /** Null: the row is sound. */
  onEdit: (() => void) | null;
  firstWith: (row: ImportRow) => number | null;
}) {
  if (!onEdit) return <Pieces row={row} cell={cell} />;
  const button = (
    <button type="button" className={classes.cell} onClick={onEdit}>
      <Pieces row={row} cell={cell} />
    </button>
  );
  if (!codesIn(row, cell).length) return button;
  return (
    <Tooltip describeChild title={<Why row={row} cell={cell} firstWith={firstWith} />}>
      {button}
    </Tooltip>
  );
}
