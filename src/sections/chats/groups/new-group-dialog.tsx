import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { ChatClient } from '#console/data/chat/client.ts';
import { AppearanceForm } from './appearance-form.tsx';
import { ChatDialog } from './chat-dialog.tsx';
import { ColleaguePicker } from './colleague-picker.tsx';

const NOBODY: ReadonlySet<string> = new Set();

/** A new group of colleagues: name, picture, who is in it (CHAT-27). Its own chunk. */
export default function NewGroupDialog({
  client,
  onMade,
  onClose,
}: {
  client: ChatClient;
  /** With the group's name on the wire. */
  onMade: (name: string) => void;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  return (
    <ChatDialog title={translate('chats.groups.create')} onClose={onClose}>
      <AppearanceForm
        about="new"
        title=""
        photo={null}
        label={translate('chats.groups.name')}
        required
        removePhoto={translate('chats.groups.removePhoto')}
        submit={translate('chats.groups.make')}
        onSave={async (look) => onMade(await client.groups.create(look, [...chosen.keys()]))}
        onDone={onClose}
      >
        <ColleaguePicker client={client} without={NOBODY} chosen={chosen} onChosen={setChosen} />
      </AppearanceForm>
    </ChatDialog>
  );
}
