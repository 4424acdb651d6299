import '#i18n/readings-page-texts.ts';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import PersonOffOutlined from '@mui/icons-material/PersonOffOutlined';
import PrintOutlined from '@mui/icons-material/PrintOutlined';
import TableChartOutlined from '@mui/icons-material/TableChartOutlined';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { noteExport } from '#console/data/export/save-file.ts';
import { useServerFeature } from '#console/data/session/features.ts';
import { useAction } from '#console/data/use-action.ts';
import { useFilters } from '#console/engine/list/list-context.tsx';
import { DebouncedSearch } from '#console/engine/list/toolbar.tsx';
import { monthToDate } from '#console/fields/date/days.ts';
import { formatMonth } from '#console/fields/month/month-picker.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import type { ReasonText } from '#console/ui/inputs/reason.tsx';
import { currentDate } from '#resources/clock.ts';
import { TEXT } from '#resources/limits.ts';
import { exportPath } from '#resources/protocol/exports.ts';
import type { Flat } from '#resources/protocol/readings/reading-answers.ts';
import { loadMissing, saveMissing } from './missing.ts';
import { PrintMissing } from './print-missing.tsx';
import classes from './tools.module.css';
import { useRound } from './use-round.ts';

/** Query parameter of the filter by flat number. */
const FLAT_NUMBER_PARAM = 'flat_number';

/** «кв 48», «кв. 48» and «48» are flat 48. */
const parseFlatNumber = (typed: string): string => typed.trim().replace(/^кв(артира|\.)?\s*/i, '');

/**
 * Tools of the list: search by flat, filter by flats without readings with their count, CSV file and printed list, and the button
 * that opens the round.
 * @param refusal why the round cannot be opened; null if it can
 */
export function Tools({
  buildings,
  month,
  missingCount,
  refusal,
}: {
  buildings: readonly number[];
  month: string;
  /** Number of flats without readings; null until loaded. */
  missingCount: number | null;
  refusal: ReasonText | null;
}) {
  const translate = useTranslate();
  const notify = useNotify();
  const { toolbar: filters, setToolbar: setFilters } = useFilters();
  const [isRoundOpen, setRound] = useRound();
  const [busy, run] = useAction();
  const [printedFlats, setPrintedFlats] = useState<readonly Flat[] | null>(null);
  const hasMissingFilter = useServerFeature('missing');
  const hasFlatSearch = useServerFeature('flats');
  const showsOnlyMissing = hasMissingFilter && filters.missing === 1;
  const setFilter = (name: string, value: unknown) => {
    const { [name]: _old, ...others } = filters;
    setFilters(value ? { ...others, [name]: value } : others);
  };
  const monthName = formatMonth(monthToDate(month) ?? currentDate());

  const withMissing = (callback: (flats: readonly Flat[]) => void) =>
    run(async (signal) => {
      await noteExport(exportPath('readings'), signal);
      callback(await loadMissing({ buildings, month }, signal));
    });
  const downloadFile = (flats: readonly Flat[]) => {
    saveMissing(flats, translate('readings.bar.file', { month: `${month.slice(2)}-${month.slice(0, 2)}` }), [
      translate('resources.readings.fields.house'),
      translate('resources.readings.fields.flat'),
    ]);
    notify('engine.export.done');
  };

  if (isRoundOpen && !refusal) {
    return (
      <ActionButton size="sm" onClick={() => setRound(false)}>
        {translate('readings.bar.roundEnd')}
      </ActionButton>
    );
  }
  return (
    <>
      {hasFlatSearch ? (
        <DebouncedSearch
          label={translate('readings.bar.search')}
          maxLength={TEXT.flatNumber.max}
          value={String(filters[FLAT_NUMBER_PARAM] ?? '')}
          onValue={(typed) => setFilter(FLAT_NUMBER_PARAM, parseFlatNumber(typed))}
        />
      ) : null}
      {hasMissingFilter ? (
        <button
          type="button"
          className={classes.missing}
          aria-pressed={showsOnlyMissing}
          onClick={() => setFilter('missing', showsOnlyMissing ? null : 1)}
        >
          <PersonOffOutlined aria-hidden />
          <span>
            {missingCount === null
              ? translate('readings.bar.missing')
              : translate('readings.bar.missingCount', { count: missingCount })}
          </span>
        </button>
      ) : null}
      {showsOnlyMissing ? (
        <>
          <ActionButton size="sm" icon={<DownloadOutlined />} busy={busy} onClick={() => withMissing(downloadFile)}>
            {translate('readings.bar.csv')}
          </ActionButton>
          <ActionButton size="sm" icon={<PrintOutlined />} busy={busy} onClick={() => withMissing(setPrintedFlats)}>
            {translate('readings.bar.print')}
          </ActionButton>
        </>
      ) : null}
      <span className={classes.end}>
        <ActionButton size="sm" icon={<TableChartOutlined />} refusal={refusal} onClick={() => setRound(true)}>
          {translate('readings.bar.round')}
        </ActionButton>
      </span>
      {printedFlats ? (
        <PrintMissing
          title={translate('readings.bar.printTitle', { month: monthName })}
          flats={printedFlats}
          onDone={() => setPrintedFlats(null)}
        />
      ) : null}
    </>
  );
}
