import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import type { ChatClient } from '#console/data/chat/client.ts';
import { forgetValues, keepValues, keptValues } from '#console/data/drafts/kept-values.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import frame from '../dialog.module.css';
import { ChatDialog } from './chat-dialog.tsx';
import classes from './groups.module.css';
import { PhotoField } from './photo-field.tsx';
import { useWork } from './use-work.ts';

/** Where a photo that was chosen and not saved is kept. */
const PLACE = '/chats?look=own';

/** One's own picture in the chat (CHAT-27); the name is that of the profile and only shown. Its own chunk. */
export default function AccountDialog({ client, onClose }: { client: ChatClient; onClose: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { title, photo } = client.groups.own();
  const photoAddress = photo && client.fileAddress(photo);
  const [kept] = useState(() => keptValues(PLACE));
  const [picture, setPicture] = useState('photo' in kept ? (kept.photo as string | null) : undefined);
  const { busy, failure, run } = useWork();

  function save() {
    const work = async () => {
      if (picture !== undefined) await client.groups.setOwnPhoto(picture);
    };
    run(work, () => {
      forgetValues(PLACE);
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
              keepValues(PLACE, { photo: next }, { photo: photoAddress });
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
