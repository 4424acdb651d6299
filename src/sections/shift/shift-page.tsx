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
import { useLevelsKnown } from '#console/data/session/access.ts';
import { useAddition } from '#console/data/session/features.ts';
import { viewedAs } from '#console/data/session/view-as.ts';
import { LastSeenNote } from '#console/engine/list/last-seen-note.tsx';
import { Unloaded } from '#console/engine/list/states.tsx';
import { WayToMake } from '#console/fields/parts/way-to-make.tsx';
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

/** Address parameter: the hand-over that the looked-at shift ended with; left out for the present one. */
const SHIFT = 'shift';

/** `/shift`: waiting, new and finished work by building; notes to the next shift; hand-overs. */
export function ShiftPage() {
  const translate = useTranslate();
  const isOpen = useAddition('shift');
  const isKnown = useLevelsKnown();
  const [checkedBuildings] = useCheckedBuildings();
  const { buildings, isPending } = useBuildings();
  const [isHandingOver, setHandingOver] = useState(false);
  const isAll = checkedBuildings.length === buildings.length;
  const isPhone = useWidth() === 'mobile';
  const { state } = useLocation();
  // A first page chosen in the profile, by a person without requests and chats now, leads on as before.
  if (!isOpen && isKnown && (state as { isChosen?: true } | null)?.isChosen) return <Navigate to="/news" replace />;
  const actions =
    isOpen && checkedBuildings.length ? (
      <>
        {isPhone ? null : <PrintButton />}
        {viewedAs() ? null : (
          <ActionButton compact variant="primary" icon={<SwapHoriz aria-hidden />} onClick={() => setHandingOver(true)}>
            {translate('shift.handover.act')}
          </ActionButton>
        )}
      </>
    ) : null;
  return (
    <Page title={translate('shell.shift')} actions={actions} selector={isOpen ? 'on' : 'none'}>
      {!isOpen ? (
        isKnown ? (
          <Forbidden />
        ) : null
      ) : !isPending && buildings.length === 0 ? (
        <EmptyState title={translate('shift.noBuildings')} line={<WayToMake list="buildings" />} />
      ) : (
        <Shift checkedBuildings={checkedBuildings} />
      )}
      {isHandingOver ? (
        <Suspense>
          <HandoverDialog buildings={isAll ? null : checkedBuildings} onClose={() => setHandingOver(false)} />
        </Suspense>
      ) : null}
    </Page>
  );
}

/** In the header; on a phone beside the shift, since the buildings fill the header there. */
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
  const shiftId = params.get(SHIFT);
  const { data: shift, error, refetch, isPlaceholderData } = useShift(checkedBuildings, shiftId);
  const online = useOnline();
  const isPhone = useWidth() === 'mobile';
  useLiveShift();
  const choose = (next: string) =>
    setParams((query) => {
      if (next) query.set(SHIFT, next);
      else query.delete(SHIFT);
      return query;
    });
  if (isShiftGone(error)) {
    return (
      <EmptyState
        title={translate('shift.gone')}
        line={translate('shift.goneLine')}
        action={<ActionButton onClick={() => choose('')}>{translate('shift.toCurrent')}</ActionButton>}
      />
    );
  }
  // Without a network the numbers of other buildings, or of another shift, would stay for good.
  if (!shift || (isPlaceholderData && !online)) {
    return (
      <Unloaded error={error} onRetry={() => void refetch()}>
        <ShiftSkeleton />
      </Unloaded>
    );
  }
  return (
    <div data-print aria-busy={isPlaceholderData}>
      <LastSeenNote of={shiftKey(checkedBuildings, shiftId)} />
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
            {shift.handovers.map((one) => (
              <option key={one.id} value={one.id}>
                {endedText(one, translate)}
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

/** The heading on paper: which buildings, and when it was printed. */
function PrintedHead({ shift, checkedBuildings }: { shift: ShiftAnswer; checkedBuildings: readonly number[] }) {
  const translate = useTranslate();
  const { buildings, byId } = useBuildings();
  const only = checkedBuildings.length === 1 ? byId.get(checkedBuildings[0] ?? 0) : undefined;
  const buildingNames = only
    ? buildingLabel(only)
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

/** Grey shapes where numbers, buildings and notes are going to be. */
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
