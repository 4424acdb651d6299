import { employeePath } from '#resources/protocol/paths/people.ts';
import '#i18n/employee-card-texts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { request } from '#console/data/http/http.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { refusalText, useRefusal } from '#console/data/session/access.ts';
import { useServerFeature } from '#console/data/session/features.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import type { Employee } from '#resources/protocol/people/employee-answers.ts';
import classes from './employee-card.module.css';
import { HandedLink } from './handed-link.tsx';

const DATE_FORMAT = new Intl.DateTimeFormat('ru', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
});

/** Whether the invitation was sent, and a button that sends it again; without an SMS gateway the link to pass on by hand. */
export function Invitation({ employee }: { employee: Employee }) {
  const hasManualInvitation = useServerFeature('byHand');
  return hasManualInvitation ? (
    <HandedLink key={employee.user} user={employee.user} />
  ) : (
    <SentInvitation employee={employee} />
  );
}

function SentInvitation({ employee }: { employee: Employee }) {
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const why = useRefusal('employees', 'change');
  const [busy, setBusy] = useState(false);
  const { invited_at } = employee;
  const invite = async () => {
    setBusy(true);
    try {
      await request(employeePath(employee.user, 'invite'), { method: 'POST' });
      notify('employees.card.inviteSaid');
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
    }
    await queryClient.invalidateQueries({ queryKey: ['employees'] });
    setBusy(false);
  };
  return (
    <p className={classes.note}>
      {invited_at
        ? translate('employees.card.invited', { when: DATE_FORMAT.format(new Date(invited_at)) })
        : translate('employees.card.notInvited')}
      <ActionButton
        size="sm"
        busy={busy}
        refusal={why ? refusalText(why, translate) : null}
        onClick={() => void invite()}
      >
        {translate('employees.card.invite')}
      </ActionButton>
    </p>
  );
}
