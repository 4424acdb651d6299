import '#i18n/import-texts.ts';
import TableChartOutlined from '@mui/icons-material/TableChartOutlined';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { CheckTabs, type Tab } from '#console/ui/navigation/check-tabs.tsx';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import type { Encoding } from '#resources/rules/import/encoding.ts';
import classes from './checked-rows.module.css';
import { type NumberedRow, type RowsColumn, RowsTable } from './rows-table.tsx';

/** What the check of a file draws; all words of it are translated. */
interface CheckedRowsProps<Row extends NumberedRow> {
  file: {
    name: string;
    rows: number;
    /** Named beside the file where it is not to be chosen; null for a workbook. */
    encoding?: Encoding | null;
    /** What else is said of it. */
    details?: ReactNode;
    /** How else it may be read. */
    choices?: ReactNode;
  };
  onAnother: () => void;
  /** What the rows are for, at the end of the line of the file. */
  aside?: ReactNode;
  /** Sentences between the file and its rows. */
  notes?: ReactNode;
  rows: readonly Row[];
  places: Readonly<Record<Tab, Uint32Array>>;
  tab: Tab;
  onTab: (tab: Tab) => void;
  tips: Readonly<Record<Tab, string>>;
  /** What stands in the place of a tab without rows. */
  empty: Readonly<Record<Tab, { title: string; line: string }>>;
  /** Called to open the next cell with an error. */
  onNext: () => void;
  /** What else can be done about wrong rows. */
  actions?: ReactNode;
  /** What has come of it. */
  status?: string | null;
  columns: readonly RowsColumn<Row>[];
  /** Place of the row with the open cell; null for none. */
  openAt: number | null;
  tableClass?: string | undefined;
}

/** A checked file: what was read, its correct rows, and its wrong rows that can be corrected (IMPORT-08…IMPORT-10). */
export function CheckedRows<Row extends NumberedRow>({
  file,
  onAnother,
  aside,
  notes,
  rows,
  places,
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
        <CheckTabs
          currentTab={tab}
          counts={{ correct: places.correct.length, wrong: places.wrong.length }}
          panel={panel}
          tips={tips}
          onChoose={onTab}
        />
        {tab === 'wrong' && places.wrong.length ? (
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
        {places[tab].length ? (
          <RowsTable
            key={tab}
            rows={rows}
            places={places[tab]}
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
