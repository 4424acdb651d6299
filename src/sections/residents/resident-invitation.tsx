import { RESIDENT_INVITATION_PATH } from '#resources/protocol/paths/people.ts';
import '#i18n/hand-over-texts.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '#console/data/http/http.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { CopyField } from '#console/ui/inputs/copy-field.tsx';
import { text } from '#i18n/console-text.ts';
import { decodeResidentInvitation } from '#resources/protocol/people/resident-answers.ts';
import classes from './unit-card.module.css';

/** For servers without an SMS gateway: a note that the invited resident got no message, and the text to pass on to them. */
export function ResidentInvitation() {
  const [isShown, setIsShown] = useState(false);
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['residents', 'invitation'],
    queryFn: ({ signal }) => ask(RESIDENT_INVITATION_PATH, decodeResidentInvitation, { signal }),
    enabled: isShown,
    retry: false,
  });
  return (
    <div className={classes.invitation}>
      <span>{text('handOver.resident')}</span>
      {isShown && data ? (
        <CopyField label={text('handOver.residentText')} value={data} />
      ) : (
        <ActionButton
          size="sm"
          busy={isFetching}
          onClick={() => {
            if (isShown) void refetch();
            else setIsShown(true);
          }}
        >
          {text('handOver.showText')}
        </ActionButton>
      )}
    </div>
  );
}
