import { useTranslate } from 'react-admin';
import { useBuildings } from '#console/data/buildings/buildings.ts';
import { CreateEntryHint } from '#console/fields/parts/create-entry-hint.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import type { Period } from '../model/period.ts';
import type { RequestColumns } from '../model/request-board.ts';
import classes from './empty-board.module.css';

/** Whether a board has no request at all. */
export const isBoardEmpty = (columns: RequestColumns): boolean =>
  Object.values(columns).every(({ cards, complete }) => complete && cards.length === 0);

/** Whether the list of buildings is loaded and empty; no requests are fetched then. */
export function useHasNoBuildings(): boolean {
  const { buildings, isPending, error } = useBuildings();
  return !isPending && !error && buildings.length === 0;
}

/** Shown instead of the requests while the reader has no building. */
export function NoBuildings() {
  const translate = useTranslate();
  return (
    <EmptyState
      picture="board"
      title={translate('tasks.bare.noBuildings')}
      description={<CreateEntryHint list="buildings" />}
    />
  );
}

/** The next longer period to offer. */
const LONGER_PERIOD = { today: 'week', week: 'month', month: null } as const satisfies Record<Period, Period | null>;

/** Overlay on the columns of an empty board that suggests a longer period. */
export function EmptyBoard({
  period,
  isFiltered,
  overdue,
  onPeriod,
}: {
  period: Period;
  /** Whether a filter besides the period is set: services, a performer, a flat, a person or a shift. */
  isFiltered: boolean;
  /** Whether only overdue requests are shown. */
  overdue: boolean;
  onPeriod: (period: Period) => void;
}) {
  const translate = useTranslate();
  // The overdue filter ignores the period, so a longer one would not help.
  const longerPeriod = overdue ? null : LONGER_PERIOD[period];
  return (
    <div className={classes.over}>
      <EmptyState
        picture="board"
        title={translate(`tasks.bare.${overdue ? 'overdue' : period}`)}
        description={translate(
          overdue && !isFiltered
            ? 'tasks.bare.overdueLine'
            : isFiltered
              ? 'tasks.bare.narrowed'
              : `tasks.bare.${period}Line`,
        )}
        {...(longerPeriod
          ? {
              action: (
                <ActionButton onClick={() => onPeriod(longerPeriod)}>
                  {translate(`tasks.bare.to.${longerPeriod}`)}
                </ActionButton>
              ),
            }
          : {})}
      />
    </div>
  );
}
