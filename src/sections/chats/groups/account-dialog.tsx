import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import type { ChatClient } from '#console/data/chat/client.ts';
import { forgetValues, keepValues, keptValues } from '#console/data/drafts/kept-values.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import frame from '../dialog.module.css';
import { ChatDialog } from './chat-dialog.tsx';
import classes from './groups.module.css';
import { PhotoField } from './photo-field.tsx';
import { useChatAction } from './use-chat-action.ts';

/** Draft key of a chosen but unsaved photo. */
const DRAFT_KEY = '/chats?look=own';

/** Dialog for the user's own chat photo (CHAT-27); the name is that of the profile, read-only. Loaded as a separate chunk. */
export default function AccountDialog({ client, onClose }: { client: ChatClient; onClose: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { title, photo } = client.groups.ownProfile();
  const photoAddress = photo && client.fileAddress(photo);
  const [draft] = useState(() => keptValues(DRAFT_KEY));
  const [picture, setPicture] = useState('photo' in draft ? (draft.photo as string | null) : undefined);
  const { busy, failure, run } = useChatAction();

  function save() {
    const work = async () => {
      if (picture !== undefined) await client.groups.setOwnPhoto(picture);
    };
    run(work, () => {
      forgetValues(DRAFT_KEY);
      if (picture !== undefined) notify('chats.groups.said.account');
      onClose();
    });
  }
  return (
    <ChatDialog title={translate('chats.groups.account')} onClose={onClose}>
      <form
        className={frame.form}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <div className={frame.fields}>
          <PhotoField
            name={title}
            picture={picture === undefined ? photoAddress : picture}
            remove={translate('chats.groups.profilePhoto')}
            onPicture={(next) => {
              setPicture(next);
              keepValues(DRAFT_KEY, { photo: next }, { photo: photoAddress });
            }}
          />
          <p className={classes.ownName}>
            <strong>{title}</strong> <span>{translate('chats.groups.ownNameHelp')}</span>
          </p>
        </div>
        {failure ? (
          <p className={frame.failure} role="alert">
            {failure}
          </p>
        ) : null}
        <div className={frame.foot}>
          <ActionButton variant="primary" type="submit" busy={busy}>
            {translate('chats.groups.save')}
          </ActionButton>
        </div>
      </form>
    </ChatDialog>
  );
}
