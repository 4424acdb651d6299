import '#i18n/import-texts.ts';
import TableChartOutlined from '@mui/icons-material/TableChartOutlined';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { ImportCheckTabs, type Tab } from '#console/ui/navigation/check-tabs.tsx';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import type { Encoding } from '#resources/rules/import/encoding.ts';
import classes from './checked-rows.module.css';
import { type NumberedRow, type RowsColumn, RowsTable } from './rows-table.tsx';

/** Props of the check screen of a file; all texts are translated. */
interface CheckedRowsProps<Row extends NumberedRow> {
  file: {
    name: string;
    rows: number;
    /** Shown beside the file name where the encoding cannot be selected; null for a workbook. */
    encoding?: Encoding | null;
    /** Further details of the file. */
    details?: ReactNode;
    /** Controls for how the file is read. */
    choices?: ReactNode;
  };
  onAnother: () => void;
  /** Purpose of the rows, at the end of the file's line. */
  aside?: ReactNode;
  /** Notes between the file and its rows. */
  notes?: ReactNode;
  rows: readonly Row[];
  rowIndexes: Readonly<Record<Tab, Uint32Array>>;
  tab: Tab;
  onTab: (tab: Tab) => void;
  tips: Readonly<Record<Tab, string>>;
  /** Placeholder for a tab without rows. */
  empty: Readonly<Record<Tab, { title: string; description: string }>>;
  /** Opens the next cell with an error. */
  onNext: () => void;
  /** Further actions for the wrong rows. */
  actions?: ReactNode;
  /** Result of the last action. */
  status?: string | null;
  columns: readonly RowsColumn<Row>[];
  /** Index of the row with the open cell; null for none. */
  openAt: number | null;
  tableClass?: string | undefined;
}

/** A checked file: its name, its correct rows, and its wrong rows, which can be corrected (IMPORT-08…IMPORT-10). */
export function CheckedRows<Row extends NumberedRow>({
  file,
  onAnother,
  aside,
  notes,
  rows,
  rowIndexes,
  tab,
  onTab,
  tips,
  empty,
  onNext,
  actions,
  status = null,
  columns,
  openAt,
  tableClass,
}: CheckedRowsProps<Row>) {
  const translate = useTranslate();
  const panel = useId();
  const label = translate(`import.check.${tab}`);
  return (
    <>
      <div className={classes.head}>
        <p className={classes.file}>
          <TableChartOutlined aria-hidden />
          <span>
            {translate('import.check.file', {
              name: file.name,
              rows: translate('import.upload.rows', { smart_count: file.rows }),
            })}
            {file.encoding ? `, ${translate(`import.encoding.${file.encoding}`)}` : null}
          </span>
          {file.details}
          <button type="button" className="link" onClick={onAnother}>
            {translate('import.check.other')}
          </button>
          {file.choices}
        </p>
        {aside}
      </div>
      {notes}
      <div className={classes.bar}>
        <ImportCheckTabs
          currentTab={tab}
          counts={{ correct: rowIndexes.correct.length, wrong: rowIndexes.wrong.length }}
          panelId={panel}
          tooltips={tips}
          onChoose={onTab}
        />
        {tab === 'wrong' && rowIndexes.wrong.length ? (
          <>
            <ActionButton size="sm" onClick={onNext}>
              {translate('import.check.next')}
            </ActionButton>
            {actions}
            <span className={classes.keys}>{translate('import.check.keys')}</span>
          </>
        ) : null}
        <p role="status" className={classes.keys}>
          {status}
        </p>
      </div>
      <div className={classes.panel} id={panel} role="tabpanel" aria-label={label}>
        {rowIndexes[tab].length ? (
          <RowsTable
            key={tab}
            rows={rows}
            rowIndexes={rowIndexes[tab]}
            columns={columns}
            openAt={openAt}
            label={label}
            className={tableClass}
          />
        ) : (
          <EmptyState {...empty[tab]} />
        )}
      </div>
    </>
  );
}
