import { useNotify, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { companyMoment } from '#console/data/company-clock.ts';
import { session } from '#console/data/session/session.ts';
import { viewedAs } from '#console/data/session/view-as.ts';
import { useAction } from '#console/data/use-action.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import type { ShiftHandover } from '#resources/protocol/shift/shift.ts';
import classes from './shift.module.css';
import { acceptShift, takeBackHandover, useReloadShift } from './shift-calls.ts';

const isOwn = (person: { user: number } | null) => person !== null && String(person.user) === session.userId.get();

/** Banner of a shift that ended and is not accepted yet, with buttons to view, accept or (its author) take it back. */
export function WaitingHandover({ last, shownId }: { last: ShiftHandover | undefined; shownId: string | null }) {
  const translate = useTranslate();
  const notify = useNotify();
  const reloadShift = useReloadShift();
  const [busy, run] = useAction();
  if (!last || last.accepted) return null;
  const { id, at, by } = last;
  const runAction = (call: (id: number, signal: AbortSignal) => Promise<unknown>, message: string) =>
    run(async (signal) => {
      // Reload after an error too, because the page is outdated either way.
      await call(id, signal).finally(() => void reloadShift());
      notify(message);
    });
  const name = by?.name ?? translate('shift.notes.somebody');
  return (
    <div className={classes.banner} role="status">
      <span>
        {translate(isOwn(by) ? 'shift.handover.ownWaits' : 'shift.handover.waits', { name, when: companyMoment(at) })}
      </span>
      <div className={classes.buttons}>
        {shownId === String(id) ? null : (
          <ActionButton size="sm" variant="ghost" to={`/shift?shift=${id}`}>
            {translate('shift.handover.look')}
          </ActionButton>
        )}
        {viewedAs() ? null : (
          <>
            {last.may_take_back ? (
              <ActionButton
                size="sm"
                variant="ghost"
                busy={busy}
                onClick={() => runAction(takeBackHandover, 'shift.handover.takenBack')}
              >
                {translate('shift.handover.takeBack')}
              </ActionButton>
            ) : null}
            <ActionButton size="sm" busy={busy} onClick={() => runAction(acceptShift, 'shift.handover.accepted')}>
              {translate('shift.handover.accept')}
            </ActionButton>
          </>
        )}
      </div>
    </div>
  );
}

/** Ended shifts, newest first, each with a link to its counters. */
export function HandoverHistory({ handovers }: { handovers: readonly ShiftHandover[] }) {
  const translate = useTranslate();
  return (
    <section className={`${classes.section} ${classes.screen}`} aria-labelledby="shift-history">
      <h2 id="shift-history" className={classes.heading}>
        {translate('shift.handover.history')}
      </h2>
      {handovers.length === 0 ? <p className={classes.hint}>{translate('shift.handover.historyEmpty')}</p> : null}
      <ol className={classes.history}>
        {handovers.map((handover) => (
          <li key={handover.id}>
            <Link className="link tnum" to={`/shift?shift=${handover.id}`}>
              {handover.since
                ? translate('shift.ended', { since: companyMoment(handover.since), until: companyMoment(handover.at) })
                : companyMoment(handover.at)}
            </Link>
            <small>
              <HandoverSummary handover={handover} />
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}

function HandoverSummary({ handover: { by, accepted } }: { handover: ShiftHandover }) {
  const translate = useTranslate();
  const personName = (person: { name: string } | null) => person?.name ?? translate('shift.notes.somebody');
  const gave = translate(isOwn(by) ? 'shift.handover.ownGave' : 'shift.handover.gave', { name: personName(by) });
  const took = accepted
    ? translate(isOwn(accepted.by) ? 'shift.handover.ownAccepted' : 'shift.handover.acceptedBy', {
        name: personName(accepted.by),
        when: companyMoment(accepted.at),
      })
    : translate('shift.handover.notAccepted');
  return `${gave}, ${took}`;
}
