import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { refusalText, useRefusal } from '#console/data/access.ts';
import { request } from '#console/data/http.ts';
import { RequestError } from '#console/data/request-error.ts';
import { ActionButton } from '#console/ui/action-button.tsx';
import type { EmployeeOne } from '#resources/protocol/employees.ts';
import classes from './employee-card.module.css';

const WHEN = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' });

/** Whether the invited one was sent his link, and another one for him. */
export function Invitation({ employee }: { employee: EmployeeOne }) {
  const translate = useTranslate();
  const notify = useNotify();
  const queries = useQueryClient();
  const why = useRefusal('employees', 'change');
  const [busy, setBusy] = useState(false);
  const { invited_at } = employee;
  const invite = async () => {
    setBusy(true);
    try {
      await request(`/api/crm/employee/${employee.user}/invite/`, { method: 'POST' });
      notify('employees.card.inviteSaid');
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
    }
    await queries.invalidateQueries({ queryKey: ['employees'] });
    setBusy(false);
  };
  return (
    <p className={classes.note}>
      {invited_at
        ? translate('employees.card.invited', { when: WHEN.format(new Date(invited_at)) })
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
