import { useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import type { ChatClient } from '#console/data/chat/client.ts';
import type { Appearance } from '#console/data/chat/groups.ts';
import { AppearanceForm } from './appearance-form.tsx';
import { ChatDialog } from './chat-dialog.tsx';
import { ColleaguePicker } from './colleague-picker.tsx';

const NO_NAMES: ReadonlySet<string> = new Set();

/** Dialog for a new group of colleagues: name, picture, members (CHAT-27). Loaded as a separate chunk. */
export default function NewGroupDialog({
  client,
  onMade,
  onClose,
}: {
  client: ChatClient;
  /** Gets the topic of the new group. */
  onMade: (name: string) => void;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const notify = useNotify();
  const [colleagues, setColleagues] = useState<ReadonlyMap<string, string>>(new Map());
  // Topic of a group whose members could not all be added: the next attempt continues with it instead of creating another.
  const createdTopic = useRef<string | null>(null);
  async function createGroup(look: Appearance) {
    if (createdTopic.current === null) createdTopic.current = await client.groups.create(look);
    else await client.groups.rename(createdTopic.current, look);
    await client.groups.inviteAll(createdTopic.current, [...colleagues.keys()]);
    notify('chats.groups.said.created', { messageArgs: { name: look.title } });
    onMade(createdTopic.current);
  }
  return (
    <ChatDialog title={translate('chats.groups.create')} onClose={onClose}>
      <AppearanceForm
        draftId="new"
        title=""
        photo={null}
        label={translate('chats.groups.name')}
        required
        removePhoto={translate('chats.groups.removePhoto')}
        submit={translate('chats.groups.make')}
        onSave={createGroup}
        onDone={onClose}
      >
        <ColleaguePicker client={client} excludedNames={NO_NAMES} colleagues={colleagues} onChosen={setColleagues} />
      </AppearanceForm>
    </ChatDialog>
  );
}
