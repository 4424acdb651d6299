import '#i18n/readings-page-texts.ts';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import PersonOffOutlined from '@mui/icons-material/PersonOffOutlined';
import PrintOutlined from '@mui/icons-material/PrintOutlined';
import TableChartOutlined from '@mui/icons-material/TableChartOutlined';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { noteExport } from '#console/data/export/save-file.ts';
import { useAddition } from '#console/data/session/features.ts';
import { useAction } from '#console/data/use-action.ts';
import { useFilters } from '#console/engine/list/list-context.tsx';
import { PausedSearch } from '#console/engine/list/toolbar.tsx';
import { monthToDate } from '#console/fields/date/days.ts';
import { monthText } from '#console/fields/month/month-picker.tsx';
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

/** Key of the filter by a flat's number, as the server has it. */
const FLAT_NUMBER = 'flat_number';

/** «кв 48», «кв. 48» and «48» are flat 48. */
const flatNumber = (typed: string): string => typed.trim().replace(/^кв(артира|\.)?\s*/i, '');

/**
 * The search by flat; missing flats, as a filter with a count, a file and a list on paper; and the way into the round.
 * @param refusal why there is no round now; null when there is
 */
export function Tools({
  buildings,
  month,
  missing,
  refusal,
}: {
  buildings: readonly number[];
  month: string;
  /** How many flats gave nothing; null until it is known. */
  missing: number | null;
  refusal: ReasonText | null;
}) {
  const translate = useTranslate();
  const notify = useNotify();
  const { toolbar: filters, setToolbar: setFilters } = useFilters();
  const [round, turnRound] = useRound();
  const [busy, run] = useAction();
  const [printed, setPrinted] = useState<readonly Flat[] | null>(null);
  const isMissingTold = useAddition('missing');
  const isSearched = useAddition('flats');
  const only = isMissingTold && filters.missing === 1;
  const set = (name: string, value: unknown) => {
    const { [name]: _old, ...others } = filters;
    setFilters(value ? { ...others, [name]: value } : others);
  };
  const named = monthText(monthToDate(month) ?? currentDate());

  const withMissing = (use: (flats: readonly Flat[]) => void) =>
    run(async (signal) => {
      await noteExport(exportPath('readings'), signal);
      use(await loadMissing({ buildings, month }, signal));
    });
  const file = (flats: readonly Flat[]) => {
    saveMissing(flats, translate('readings.bar.file', { month: `${month.slice(2)}-${month.slice(0, 2)}` }), [
      translate('resources.readings.fields.house'),
      translate('resources.readings.fields.flat'),
    ]);
    notify('engine.export.done');
  };

  if (round && !refusal) {
    return (
      <ActionButton size="sm" onClick={() => turnRound(false)}>
        {translate('readings.bar.roundEnd')}
      </ActionButton>
    );
  }
  return (
    <>
      {isSearched ? (
        <PausedSearch
          label={translate('readings.bar.search')}
          most={TEXT.flatNumber.max}
          value={String(filters[FLAT_NUMBER] ?? '')}
          onValue={(typed) => set(FLAT_NUMBER, flatNumber(typed))}
        />
      ) : null}
      {isMissingTold ? (
        <button
          type="button"
          className={classes.missing}
          aria-pressed={only}
          onClick={() => set('missing', only ? null : 1)}
        >
          <PersonOffOutlined aria-hidden />
          <span>
            {missing === null
              ? translate('readings.bar.missing')
              : translate('readings.bar.missingCount', { count: missing })}
          </span>
        </button>
      ) : null}
      {only ? (
        <>
          <ActionButton size="sm" icon={<DownloadOutlined />} busy={busy} onClick={() => withMissing(file)}>
            {translate('readings.bar.csv')}
          </ActionButton>
          <ActionButton size="sm" icon={<PrintOutlined />} busy={busy} onClick={() => withMissing(setPrinted)}>
            {translate('readings.bar.print')}
          </ActionButton>
        </>
      ) : null}
      <span className={classes.end}>
        <ActionButton size="sm" icon={<TableChartOutlined />} refusal={refusal} onClick={() => turnRound(true)}>
          {translate('readings.bar.round')}
        </ActionButton>
      </span>
      {printed ? (
        <PrintMissing
          title={translate('readings.bar.printTitle', { month: named })}
          flats={printed}
          onDone={() => setPrinted(null)}
        />
      ) : null}
    </>
  );
}
