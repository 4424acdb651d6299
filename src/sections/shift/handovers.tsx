import { useNotify, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { companyMoment } from '#console/data/company-clock.ts';
import { session } from '#console/data/session/session.ts';
import { viewedAs } from '#console/data/session/view-as.ts';
import { useAction } from '#console/data/use-action.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import type { ShiftHandover } from '#resources/protocol/shift/shift.ts';
import classes from './shift.module.css';
import { acceptShift, takeBackHandover, useShiftWritten } from './shift-calls.ts';

const isOwn = (person: { user: number } | null) => person !== null && String(person.user) === session.userId.get();

/** A shift that ended and is not taken yet: to be looked at, accepted, by its giver taken back. */
export function WaitingHandover({ last, shownId }: { last: ShiftHandover | undefined; shownId: string | null }) {
  const translate = useTranslate();
  const notify = useNotify();
  const reloadShift = useShiftWritten();
  const [busy, run] = useAction();
  if (!last || last.accepted) return null;
  const { id, at, by } = last;
  const act = (call: (id: number, signal: AbortSignal) => Promise<unknown>, message: string) =>
    run(async (signal) => {
      // Done or refused, the page is out of date by now.
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
                onClick={() => act(takeBackHandover, 'shift.handover.takenBack')}
              >
                {translate('shift.handover.takeBack')}
              </ActionButton>
            ) : null}
            <ActionButton size="sm" busy={busy} onClick={() => act(acceptShift, 'shift.handover.accepted')}>
              {translate('shift.handover.accept')}
            </ActionButton>
          </>
        )}
      </div>
    </div>
  );
}

/** The shifts that ended, the newest first, each the way to its numbers. */
export function HandoverHistory({ handovers }: { handovers: readonly ShiftHandover[] }) {
  const translate = useTranslate();
  return (
    <section className={`${classes.section} ${classes.screen}`} aria-labelledby="shift-history">
      <h2 id="shift-history" className={classes.heading}>
        {translate('shift.handover.history')}
      </h2>
      {handovers.length === 0 ? <p className={classes.hint}>{translate('shift.handover.historyEmpty')}</p> : null}
      <ol className={classes.history}>
        {handovers.map((one) => (
          <li key={one.id}>
            <Link className="link tnum" to={`/shift?shift=${one.id}`}>
              {one.since
                ? translate('shift.ended', { since: companyMoment(one.since), until: companyMoment(one.at) })
                : companyMoment(one.at)}
            </Link>
            <small>
              <Given one={one} />
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Given({ one: { by, accepted } }: { one: ShiftHandover }) {
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
