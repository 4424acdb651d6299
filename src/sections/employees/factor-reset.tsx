import { employeePath } from '#resources/protocol/paths/people.ts';
import '#i18n/employee-card-texts.ts';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { ask } from '#console/data/http/http.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { useOwnServerFeature } from '#console/data/session/features.ts';
import { onSessionChange, session } from '#console/data/session/session.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { decodeIsNotified } from '#resources/protocol/access/second-factor-answers.ts';
import type { Employee } from '#resources/protocol/people/employee-answers.ts';
import classes from './employee-card.module.css';

const ConfirmDialog = lazy(() => import('#console/ui/dialogs/confirm-dialog.tsx'));

/** «Сбросить двухэтапный вход», for administrators, when an employee has lost their phone. */
export function FactorReset({ employee }: { employee: Employee }) {
  const translate = useTranslate();
  const notify = useNotify();
  const isAdministrator = useOwnServerFeature('secondFactorPolicy');
  const ownId = useSyncExternalStore(onSessionChange, session.userId.get);
  const [isAsking, setIsAsking] = useState(false);
  if (!isAdministrator || String(employee.user) === ownId || employee.status === 'created') return null;
  const reset = async () => {
    try {
      const path = employeePath(employee.user, 'second-factor/reset');
      const isNotified = await ask(path, decodeIsNotified, { method: 'POST' });
      notify(`employees.card.factor.${isNotified ? 'told' : 'notTold'}`);
    } catch (error) {
      // The global alert shows the error.
      if (!(error instanceof RequestError)) throw error;
    }
  };
  return (
    <section className={classes.part}>
      <ActionButton size="sm" onClick={() => setIsAsking(true)}>
        {translate('employees.card.factor.reset')}
      </ActionButton>
      <Suspense>
        {isAsking ? (
          <ConfirmDialog
            question={translate('employees.card.factor.question')}
            yes={translate('employees.card.factor.yes')}
            onYes={reset}
            onNo={() => setIsAsking(false)}
          />
        ) : null}
      </Suspense>
    </section>
  );
}
