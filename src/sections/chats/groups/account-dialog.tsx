import { useTranslate } from 'react-admin';
import type { ChatClient } from '#console/data/chat/client.ts';
import { AppearanceForm } from './appearance-form.tsx';
import { ChatDialog } from './chat-dialog.tsx';

/** One's own name and picture in the chat (CHAT-27). Its own chunk. */
export default function AccountDialog({ client, onClose }: { client: ChatClient; onClose: () => void }) {
  const translate = useTranslate();
  const { title, photo } = client.groups.own();
  return (
    <ChatDialog title={translate('chats.groups.account')} onClose={onClose}>
      <AppearanceForm
        about="own"
        title={title}
        photo={photo && client.fileAddress(photo)}
        label={translate('chats.groups.ownName')}
        help={translate('chats.groups.ownNameHelp')}
        required={false}
        removePhoto={translate('chats.groups.profilePhoto')}
        submit={translate('chats.groups.save')}
        onSave={(look) => client.groups.setOwn(look)}
        onDone={onClose}
      />
    </ChatDialog>
  );
}
