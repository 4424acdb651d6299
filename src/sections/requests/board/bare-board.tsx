import { useTranslate } from 'react-admin';
import { useBuildings } from '#console/data/buildings/buildings.ts';
import { WayToMake } from '#console/fields/parts/way-to-make.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import type { Period } from '../model/period.ts';
import type { RequestColumns } from '../model/request-board.ts';
import classes from './bare-board.module.css';

/** Whether a board has no request at all. */
export const isBare = (columns: RequestColumns): boolean =>
  Object.values(columns).every(({ cards, complete }) => complete && cards.length === 0);

/** Whether the person is known to have no building: nothing is asked for then. */
export function useHasNoBuildings(): boolean {
  const { buildings, isPending, error } = useBuildings();
  return !isPending && !error && buildings.length === 0;
}

/** In place of all requests while the person has no building yet. */
export function NoBuildings() {
  const translate = useTranslate();
  return (
    <EmptyState picture="board" title={translate('tasks.bare.noBuildings')} line={<WayToMake list="buildings" />} />
  );
}

/** A longer span of time to look at. */
const LONGER = { today: 'week', week: 'month', month: null } as const satisfies Record<Period, Period | null>;

/** Over the columns of a board without requests: what to do next. */
export function BareBoard({
  period,
  narrowed,
  overdue,
  onPeriod,
}: {
  period: Period;
  /** Only requests of some services, or of one performer, are shown. */
  narrowed: boolean;
  /** Only overdue ones are shown. */
  overdue: boolean;
  onPeriod: (period: Period) => void;
}) {
  const translate = useTranslate();
  // Overdue ones are shown of all times.
  const longer = overdue ? null : LONGER[period];
  return (
    <div className={classes.over}>
      <EmptyState
        picture="board"
        title={translate(`tasks.bare.${overdue ? 'overdue' : period}`)}
        line={translate(
          overdue && !narrowed
            ? 'tasks.bare.overdueLine'
            : narrowed
              ? 'tasks.bare.narrowed'
              : `tasks.bare.${period}Line`,
        )}
        {...(longer
          ? {
              action: (
                <ActionButton onClick={() => onPeriod(longer)}>{translate(`tasks.bare.to.${longer}`)}</ActionButton>
              ),
            }
          : {})}
      />
    </div>
  );
}
