import { employeePath } from '#resources/protocol/paths/people.ts';
import '#i18n/hand-over-texts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '#console/data/http/http.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { useRefusal } from '#console/data/session/access.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { CopyField } from '#console/ui/inputs/copy-field.tsx';
import { text } from '#i18n/console-text.ts';
import { decodeHandedLink } from '#resources/protocol/people/employee-answers.ts';
import type { HandedLink as Link } from '#resources/protocol/people/employees.ts';
import classes from './employee-card.module.css';

const WHEN = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' });

/** Where no SMS gateway is set: says that the invitation was not sent, and shows its link once to managers of employees. */
export function HandedLink({ user }: { user: number }) {
  const queryClient = useQueryClient();
  const mayHave = useRefusal('employees', 'change') === null;
  const [busy, setBusy] = useState(false);
  const [link, setLink] = useState<Link | null>(null);
  const make = async () => {
    setBusy(true);
    try {
      setLink(await ask(employeePath(user, 'link'), decodeHandedLink, { method: 'POST' }));
    } catch (error) {
      // The alert has told it.
      if (!(error instanceof RequestError)) throw error;
      await queryClient.invalidateQueries({ queryKey: ['employees'] });
    }
    setBusy(false);
  };
  return (
    <div className={classes.note}>
      <span>{text(mayHave ? 'handOver.notSent' : 'handOver.byAdministrator')}</span>
      {link ? (
        <>
          <CopyField label={text('handOver.link')} value={link.link} />
          {link.until ? <small>{text('handOver.once', { until: WHEN.format(new Date(link.until)) })}</small> : null}
        </>
      ) : null}
      {mayHave ? (
        <ActionButton size="sm" busy={busy} onClick={() => void make()}>
          {text(link ? 'handOver.makeAnew' : 'handOver.make')}
        </ActionButton>
      ) : null}
    </div>
  );
}
