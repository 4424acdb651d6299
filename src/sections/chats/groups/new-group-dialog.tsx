import { useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import type { ChatClient } from '#console/data/chat/client.ts';
import type { Appearance } from '#console/data/chat/groups.ts';
import { AppearanceForm } from './appearance-form.tsx';
import { ChatDialog } from './chat-dialog.tsx';
import { ColleaguePicker } from './colleague-picker.tsx';

const NOBODY: ReadonlySet<string> = new Set();

/** A new group of colleagues: name, picture, members (CHAT-27). Its own chunk. */
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
  const notify = useNotify();
  const [colleagues, setColleagues] = useState<ReadonlyMap<string, string>>(new Map());
  // Made, and not everybody was brought in: the next press goes on with it instead of making another.
  const half = useRef<string | null>(null);
  async function make(look: Appearance) {
    if (half.current === null) half.current = await client.groups.create(look);
    else await client.groups.rename(half.current, look);
    await client.groups.fill(half.current, [...colleagues.keys()]);
    notify('chats.groups.said.created', { messageArgs: { name: look.title } });
    onMade(half.current);
  }
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
        onSave={make}
        onDone={onClose}
      >
        <ColleaguePicker client={client} without={NOBODY} colleagues={colleagues} onChosen={setColleagues} />
      </AppearanceForm>
    </ChatDialog>
  );
}
