import '#i18n/shift-texts.ts';
import '#console/ui/print.css';
import PrintOutlined from '@mui/icons-material/PrintOutlined';
import SwapHoriz from '@mui/icons-material/SwapHoriz';
import { lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { buildingLabel, useBuildings, useCheckedBuildings } from '#console/data/buildings/buildings.ts';
import { companyMoment } from '#console/data/company-clock.ts';
import { useOnline } from '#console/data/http/online.ts';
import { useAreLevelsLoaded } from '#console/data/session/access.ts';
import { useServerFeature } from '#console/data/session/features.ts';
import { viewedAs } from '#console/data/session/view-as.ts';
import { LastSeenNote } from '#console/engine/list/last-seen-note.tsx';
import { LoadingOrFailed } from '#console/engine/list/states.tsx';
import { CreateEntryHint } from '#console/fields/parts/create-entry-hint.tsx';
import { Forbidden } from '#console/shell/forbidden.tsx';
import { Page } from '#console/shell/page.tsx';
import { useWidth } from '#console/shell/width.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import type { ShiftAnswer, ShiftHandover } from '#resources/protocol/shift/shift.ts';
import { BuildingTable } from './building-table.tsx';
import { HandoverHistory, WaitingHandover } from './handovers.tsx';
import { Notes } from './notes.tsx';
import { Numbers } from './numbers.tsx';
import classes from './shift.module.css';
import { isShiftGone, shiftKey, useLiveShift, useShift } from './shift-calls.ts';

const HandoverDialog = lazy(() => import('./handover-dialog.tsx'));

/** Query parameter: id of the hand-over that ended the shown shift; omitted for the current shift. */
const SHIFT_PARAM = 'shift';

/** `/shift`: waiting, new and finished work by building; notes to the next shift; hand-overs. */
export function ShiftPage() {
  const translate = useTranslate();
  const hasAddition = useServerFeature('shift');
  const areLevelsKnown = useAreLevelsLoaded();
  const [checkedBuildings] = useCheckedBuildings();
  const { buildings, isPending } = useBuildings();
  const [isHandingOver, setIsHandingOver] = useState(false);
  const isAll = checkedBuildings.length === buildings.length;
  const isPhone = useWidth() === 'mobile';
  const { state } = useLocation();
  // The shift as first page chosen in the profile redirects if the person may no longer see it.
  if (!hasAddition && areLevelsKnown && (state as { isChosen?: true } | null)?.isChosen)
    return <Navigate to="/news" replace />;
  const actions =
    hasAddition && checkedBuildings.length ? (
      <>
        {isPhone ? null : <PrintButton />}
        {viewedAs() ? null : (
          <ActionButton
            compact
            variant="primary"
            icon={<SwapHoriz aria-hidden />}
            onClick={() => setIsHandingOver(true)}
          >
            {translate('shift.handover.act')}
          </ActionButton>
        )}
      </>
    ) : null;
  return (
    <Page title={translate('shell.shift')} actions={actions} selector={hasAddition ? 'on' : 'none'}>
      {!hasAddition ? (
        areLevelsKnown ? (
          <Forbidden />
        ) : null
      ) : !isPending && buildings.length === 0 ? (
        <EmptyState title={translate('shift.noBuildings')} description={<CreateEntryHint list="buildings" />} />
      ) : (
        <Shift checkedBuildings={checkedBuildings} />
      )}
      {isHandingOver ? (
        <Suspense>
          <HandoverDialog buildings={isAll ? null : checkedBuildings} onClose={() => setIsHandingOver(false)} />
        </Suspense>
      ) : null}
    </Page>
  );
}

/** Shown in the header; on a phone beside the shift select, because the building selector fills the header there. */
function PrintButton() {
  const translate = useTranslate();
  return (
    <ActionButton compact icon={<PrintOutlined aria-hidden />} onClick={() => globalThis.print()}>
      {translate('shift.print')}
    </ActionButton>
  );
}

function Shift({ checkedBuildings }: { checkedBuildings: readonly number[] }) {
  const translate = useTranslate();
  const [params, setParams] = useSearchParams();
  const shiftId = params.get(SHIFT_PARAM);
  const { data: shift, error, refetch, isPlaceholderData } = useShift(checkedBuildings, shiftId);
  const online = useOnline();
  const isPhone = useWidth() === 'mobile';
  useLiveShift();
  const choose = (next: string) =>
    setParams((query) => {
      if (next) query.set(SHIFT_PARAM, next);
      else query.delete(SHIFT_PARAM);
      return query;
    });
  if (isShiftGone(error)) {
    return (
      <EmptyState
        title={translate('shift.gone')}
        description={translate('shift.goneLine')}
        action={<ActionButton onClick={() => choose('')}>{translate('shift.toCurrent')}</ActionButton>}
      />
    );
  }
  // Offline the placeholder data of other buildings or of another shift would never be replaced.
  if (!shift || (isPlaceholderData && !online)) {
    return (
      <LoadingOrFailed error={error} onRetry={() => void refetch()}>
        <ShiftSkeleton />
      </LoadingOrFailed>
    );
  }
  return (
    <div data-print aria-busy={isPlaceholderData}>
      <LastSeenNote queryKey={shiftKey(checkedBuildings, shiftId)} />
      <div className={classes.page}>
        <PrintedHead shift={shift} checkedBuildings={checkedBuildings} />
        <WaitingHandover last={shift.handovers[0]} shownId={shiftId} />
        <div className={classes.period}>
          <select
            className={classes.select}
            aria-label={translate('shift.period')}
            value={shiftId ?? ''}
            onChange={(event) => choose(event.target.value)}
          >
            <option value="">
              {translate('shift.current', { since: companyMoment(shiftId ? lastEnd(shift) : shift.since) })}
            </option>
            {shift.handovers.map((handover) => (
              <option key={handover.id} value={handover.id}>
                {endedText(handover, translate)}
              </option>
            ))}
          </select>
          <span className={classes.hint}>
            {shift.until === null
              ? translate(`shift.begins.${shift.begins}`, { since: companyMoment(shift.since) })
              : translate('shift.endedSpan', { since: companyMoment(shift.since), until: companyMoment(shift.until) })}
          </span>
          {isPhone ? (
            <span className={classes.screen}>
              <PrintButton />
            </span>
          ) : null}
        </div>
        <Numbers shift={shift} />
        <div className={classes.columns}>
          <BuildingTable shift={shift} />
          <div>
            <Notes notes={shift.notes} checkedBuildings={checkedBuildings} />
            <HandoverHistory handovers={shift.handovers} />
          </div>
        </div>
      </div>
    </div>
  );
}

const lastEnd = ({ handovers, since }: ShiftAnswer): string => handovers[0]?.at ?? since;

type Translate = (key: string, params?: Record<string, unknown>) => string;

function endedText({ since, at, by }: ShiftHandover, translate: Translate): string {
  const span = { since: since ? companyMoment(since) : '…', until: companyMoment(at), name: by?.name ?? '' };
  return translate(by ? 'shift.endedBy' : 'shift.ended', span);
}

/** Heading of the printed page: buildings and time of the data. */
function PrintedHead({ shift, checkedBuildings }: { shift: ShiftAnswer; checkedBuildings: readonly number[] }) {
  const translate = useTranslate();
  const { buildings, byId } = useBuildings();
  const onlyBuilding = checkedBuildings.length === 1 ? byId.get(checkedBuildings[0] ?? 0) : undefined;
  const buildingNames = onlyBuilding
    ? buildingLabel(onlyBuilding)
    : checkedBuildings.length === buildings.length
      ? translate('shift.allBuildings')
      : translate('shift.someBuildings', { smart_count: checkedBuildings.length });
  return (
    <p className={classes.printed}>
      {translate('shift.printed', { buildings: buildingNames, when: companyMoment(shift.at) })}
    </p>
  );
}

const TILES = Array.from({ length: 7 }, (_, index) => index);
const ROWS = Array.from({ length: 8 }, (_, index) => index);

/** Skeleton of the counters, buildings and notes. */
function ShiftSkeleton() {
  return (
    <Delayed>
      <div className={classes.page}>
        <Skeleton width={280} height={36} radius={8} />
        <div className={classes.numbers}>
          {TILES.map((tile) => (
            <Skeleton key={tile} height={104} radius={12} />
          ))}
        </div>
        <div className={classes.columns}>
          <div className={classes.bones}>
            {ROWS.map((row) => (
              <Skeleton key={row} height={28} />
            ))}
          </div>
          <div className={classes.bones}>
            <Skeleton height={96} radius={8} />
            <Skeleton height={64} radius={8} />
          </div>
        </div>
      </div>
    </Delayed>
  );
}
