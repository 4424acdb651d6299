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

const DATE_FORMAT = new Intl.DateTimeFormat('ru', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
});

/** For servers without an SMS gateway: says that no invitation was sent, and creates its link, shown only once. */
export function HandedLink({ user }: { user: number }) {
  const queryClient = useQueryClient();
  const canSeeLink = useRefusal('employees', 'change') === null;
  const [busy, setBusy] = useState(false);
  const [link, setLink] = useState<Link | null>(null);
  const createLink = async () => {
    setBusy(true);
    try {
      setLink(await ask(employeePath(user, 'link'), decodeHandedLink, { method: 'POST' }));
    } catch (error) {
      // The global alert shows the error.
      if (!(error instanceof RequestError)) throw error;
      await queryClient.invalidateQueries({ queryKey: ['employees'] });
    }
    setBusy(false);
  };
  return (
    <div className={classes.note}>
      <span>{text(canSeeLink ? 'handOver.notSent' : 'handOver.byAdministrator')}</span>
      {link ? (
        <>
          <CopyField label={text('handOver.link')} value={link.link} />
          {link.until ? (
            <small>{text('handOver.once', { until: DATE_FORMAT.format(new Date(link.until)) })}</small>
          ) : null}
        </>
      ) : null}
      {canSeeLink ? (
        <ActionButton size="sm" busy={busy} onClick={() => void createLink()}>
          {text(link ? 'handOver.makeAnew' : 'handOver.make')}
        </ActionButton>
      ) : null}
    </div>
  );
}
