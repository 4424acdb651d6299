import HourglassTopOutlined from '@mui/icons-material/HourglassTopOutlined';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { useCheckedBuildings } from '#console/data/buildings.ts';
import { useReadingData } from '#console/data/readings.ts';
import { type ListFrame, ListFrameContext } from '#console/engine/list/list-frame.ts';
import { useListState } from '#console/engine/list/list-state.ts';
import { useResource } from '#console/engine/resource-context.tsx';
import { meterName } from '#console/fields/meter/meter-name.ts';
import { MeterIcon } from '#console/ui/meter-icon.tsx';
import { METER_TYPES, metersOf } from '#resources/meters.ts';
import type { ReadingListData } from '#resources/protocol/readings.ts';
import classes from './frame.module.css';
import { Tools } from './tools.tsx';
import { useRound } from './use-round.ts';

const Round = lazy(() => import('./round/round.tsx'));

/** «с 15 по 25 число месяца», where all chosen buildings agree (READ-14, READ-16); nothing else. */
function windowOf({ submit_start_day: from, submit_end_day: to }: ReadingListData) {
  return from === null || to === null ? null : { from, to };
}

/** What the list of readings says besides its records: columns of what is collected, days, tools (B§2.5). */
export default function ReadingsFrame({ children }: { children?: ReactNode }) {
  const translate = useTranslate();
  const [checked] = useCheckedBuildings();
  const data = useReadingData(checked);
  const { header } = useListState(useResource());
  const [round] = useRound();
  const month = String(header.date ?? '');
  const several = checked.length > 1;

  const frame = useMemo((): ListFrame => {
    const meters = metersOf(data?.reading_types ?? []);
    const hidden = METER_TYPES.filter((meter) => !meters.includes(meter));
    const heads = meters.map((meter) => [
      meter,
      <span key={meter} className={classes.meter}>
        <MeterIcon meter={meter} size={16} />
        <span>{translate(meterName(meter, meters))}</span>
      </span>,
    ]);
    const days = data ? windowOf(data) : null;
    const closed = !data
      ? translate('ui.busy')
      : days
        ? translate('readings.windowShut', days)
        : translate(several ? 'readings.windowDiffers' : 'readings.windowNone');
    const refusal = data && data.open_buildings.length > 0 ? null : { title: closed };
    return {
      hidden: new Set<string>(several ? hidden : ['house', ...hidden]),
      heads: Object.fromEntries(heads),
      refusal,
      note: days ? (
        <span className={classes.window}>
          <HourglassTopOutlined aria-hidden />
          {translate('readings.window', days)}
        </span>
      ) : null,
      tools: <Tools buildings={checked} month={month} closed={refusal} />,
      ...(round && data && !refusal
        ? {
            instead: (
              <Suspense>
                <Round buildings={data.open_buildings} month={month} meters={meters} />
              </Suspense>
            ),
          }
        : {}),
    };
  }, [data, several, checked, month, round, translate]);

  return <ListFrameContext value={frame}>{children}</ListFrameContext>;
}
