import '#i18n/readings-page-texts.ts';
import HourglassTopOutlined from '@mui/icons-material/HourglassTopOutlined';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { useCheckedBuildings } from '#console/data/buildings/buildings.ts';
import { presentMonth } from '#console/data/company-clock.ts';
import { refusalText, useRefusal } from '#console/data/session/access.ts';
import { useFilters } from '#console/engine/list/list-context.tsx';
import { type ListFrame, ListFrameContext } from '#console/engine/list/list-frame.ts';
import { useResource } from '#console/engine/resource-context.tsx';
import { meterName, shortMeterName } from '#console/fields/meter/meter-name.ts';
import { MeterIcon } from '#console/ui/display/meter-icon.tsx';
import type { ReadingData } from '#resources/protocol/readings/reading-answers.ts';
import { METER_TYPES, toMeters } from '#resources/rules/readings/meters.ts';
import classes from './frame.module.css';
import { useReadingData } from './meters/reading-calls.ts';
import { useMissingCount } from './missing.ts';
import { Tools } from './tools.tsx';
import { useRound } from './use-round.ts';

const Round = lazy(() => import('./round/round.tsx'));

/** Days of submission for «с 15 по 25 число месяца»; null if the checked buildings differ (READ-14, READ-16). */
function submissionDays({ submit_start_day: from, submit_end_day: to }: ReadingData) {
  return from === null || to === null ? null : { from, to };
}

/** Month for which readings are submitted now, MMYYYY; by the server's clock if it is known. */
function submissionMonth({ today }: ReadingData): string {
  return today ? `${today.slice(5, 7)}${today.slice(0, 4)}` : presentMonth();
}

/** The frame of the list of readings: columns by meter type, submission days, tools. */
export default function ReadingsFrame({ children }: { children?: ReactNode }) {
  const translate = useTranslate();
  const [checkedBuildings] = useCheckedBuildings();
  const { data, failed } = useReadingData(checkedBuildings);
  const resource = useResource();
  const { header } = useFilters();
  const why = useRefusal(resource.section, 'change');
  const [isRoundOpen] = useRound();
  const month = String(header.date ?? '');
  const hasSeveral = checkedBuildings.length > 1;
  const missingCount = useMissingCount({ buildings: checkedBuildings, month });

  const frame = useMemo((): ListFrame => {
    const meters = toMeters(data?.reading_types ?? []);
    const hidden = METER_TYPES.filter((meter) => !meters.includes(meter));
    const headers = meters.map((meter) => [
      meter,
      <span key={meter} className={classes.meter} title={translate(meterName(meter, meters))}>
        <MeterIcon meter={meter} size={16} />
        <span className="sr-only">{translate(meterName(meter, meters))}</span>
        <span aria-hidden className={classes.short} data-short={translate(shortMeterName(meter, meters))} />
      </span>,
    ]);
    const flatHead = (
      <span className={classes.shortened}>
        <span>{translate('resources.readings.fields.flat')}</span>
        <span aria-hidden className={classes.short} data-short={translate('readings.short.flat')} />
      </span>
    );
    const days = data ? submissionDays(data) : null;
    const closedReason = !data
      ? translate(failed ? 'readings.windowUnknown' : 'ui.busy')
      : days
        ? translate('readings.windowShut', days)
        : translate(hasSeveral ? 'readings.windowDiffers' : 'readings.windowNone');
    const refusal = data && data.open_buildings.length > 0 ? null : { title: closedReason };
    const otherMonthRefusal =
      data && month !== submissionMonth(data) ? { title: translate('readings.bar.roundMonth') } : null;
    // Readings are stored for the current month, so other months have no round.
    const roundRefusal = why ? refusalText(why, translate) : (refusal ?? otherMonthRefusal);
    return {
      hidden: new Set<string>(hasSeveral ? hidden : ['house', ...hidden]),
      heads: { ...Object.fromEntries(headers), flat: flatHead },
      refusal,
      note: (
        <>
          {days ? (
            <span className={classes.note}>
              <HourglassTopOutlined aria-hidden />
              {translate('readings.window', days)}
            </span>
          ) : null}
        </>
      ),
      tools: <Tools buildings={checkedBuildings} month={month} missingCount={missingCount} refusal={roundRefusal} />,
      ...(isRoundOpen && data && !roundRefusal
        ? {
            replacement: (
              <Suspense>
                <Round key={month} buildings={data.open_buildings} month={month} meters={meters} />
              </Suspense>
            ),
          }
        : {}),
    };
  }, [data, failed, hasSeveral, checkedBuildings, month, missingCount, isRoundOpen, why, translate]);

  return <ListFrameContext value={frame}>{children}</ListFrameContext>;
}
