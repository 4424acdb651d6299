import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import Tooltip from '@mui/material/Tooltip';
import { useTranslate } from 'react-admin';
import { CellButton, type CellInput, EditCell, type Edits } from '#console/engine/import/edit-cell.tsx';
import type { RowsColumn } from '#console/engine/import/rows-table.tsx';
import { formatPhone } from '#resources/language/kinds/phone-format.ts';
import type { ImportRow } from '#resources/protocol/import/import.ts';
import classes from './check-screen.module.css';
import { firstWithPhone, type ResidentList } from './checked-file.ts';
import type { Cells } from './resident-shapes.ts';
import type { Corrections } from './use-corrections.ts';
import {
  CELLS,
  type CellName,
  codeHint,
  codesIn,
  type Piece,
  phonePieces,
  residentPieces,
  unitPieces,
} from './words.ts';

const PIECES = {
  unit: unitPieces,
  resident: residentPieces,
  phone: (row: ImportRow) => phonePieces(row, formatPhone(row.phone_number)),
} as const satisfies Record<CellName, (row: ImportRow) => Piece[]>;

/** The inputs of each cell. */
const INPUTS = {
  unit: [{ name: 'label', label: 'mendUnit' }],
  resident: [
    { name: 'last_name', label: 'mendLast' },
    { name: 'first_name', label: 'mendFirst' },
  ],
  phone: [{ name: 'phone_number', label: 'mendPhone' }],
} as const satisfies Record<CellName, readonly { name: keyof Cells; label: string }[]>;

/** A row and one of its cells. */
interface RowCell {
  list: ResidentList;
  row: ImportRow;
  cell: CellName;
}

function Pieces({ row, cell }: Pick<RowCell, 'row' | 'cell'>) {
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

/** What a code says of a row. */
const hintIn = (list: ResidentList, row: ImportRow, code: ImportRow['errors'][number]): string =>
  codeHint(code, row, code === 'ALREADY_EXIST_PHONE' ? firstWithPhone(list, row) : null);

/** Looked for only once the tooltip opens. */
function Why({ list, row, cell }: RowCell) {
  return codesIn(row, cell).map((code) => <div key={code}>{hintIn(list, row, code)}</div>);
}

/** A cell of a row with errors, which a press opens for mending (IMPORT-13…IMPORT-20). */
function WrongCell({ list, row, cell, onEdit }: RowCell & { onEdit: () => void }) {
  const button = (
    <CellButton onClick={onEdit}>
      <Pieces row={row} cell={cell} />
    </CellButton>
  );
  if (!codesIn(row, cell).length) return button;
  return (
    <Tooltip describeChild title={<Why list={list} row={row} cell={cell} />}>
      {button}
    </Tooltip>
  );
}

/** Which of the two inputs gets the focus: the wrong one. */
function wantedInput(row: ImportRow, cell: CellName): keyof Cells {
  const [first] = INPUTS[cell];
  const firstName = cell === 'resident' && !row.errors.some((code) => code.endsWith('LAST_NAME'));
  return firstName && row.errors.some((code) => code.endsWith('FIRST_NAME')) ? 'first_name' : first.name;
}

/** A cell that is being mended: Enter puts it in and goes on to the next error, Esc leaves it as it was. */
function MendedCell({ list, row, cell, mending }: RowCell & { mending: Corrections }) {
  const translate = useTranslate();
  const [code] = codesIn(row, cell);
  const inputs: readonly CellInput<keyof Cells>[] = INPUTS[cell].map(({ name, label }) => ({
    name,
    label: translate(`import.check.${label}`, { row: row.row }),
    value: row[name],
    type: name === 'phone_number' ? 'tel' : 'text',
  }));
  const hasChanged = (edits: Edits<keyof Cells>) => inputs.some(({ name, value }) => (edits[name] ?? value) !== value);
  return (
    <EditCell
      inputs={inputs}
      hint={code ? hintIn(list, row, code) : null}
      autofocus={wantedInput(row, cell)}
      onEnter={(edits) => void mending.mend(edits, true)}
      onEscape={() => mending.edit(null)}
      onLeave={(edits) => {
        if (hasChanged(edits)) void mending.mend(edits, false);
      }}
    />
  );
}

/**
 * The columns of the check: unit, resident, phone (IMPORT-10).
 * @param mending null: the rows are sound
 */
export function residentColumns(
  list: ResidentList,
  mending: Corrections | null,
  translate: (key: string) => string,
): RowsColumn<ImportRow>[] {
  return CELLS.map((cell) => ({
    name: cell,
    label: translate(`import.check.${cell}`),
    className: classes[cell],
    draw: (row, at) => {
      if (!mending) return <Pieces row={row} cell={cell} />;
      const { open, edit } = mending;
      if (open?.at !== at || open.cell !== cell)
        return <WrongCell list={list} row={row} cell={cell} onEdit={() => edit({ at, cell })} />;
      return <MendedCell key={`${at}-${cell}`} list={list} row={row} cell={cell} mending={mending} />;
    },
  }));
}
