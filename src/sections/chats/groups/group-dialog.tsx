import { lazy, Suspense, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import type { ChatClient } from '#console/data/chat/client.ts';
import type { ConversationState } from '#console/data/chat/conversation-state.ts';
import type { ChatPerson } from '#console/data/chat/people.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import frame from '../dialog.module.css';
import type { GroupPage } from '../pane-head.tsx';
import { AppearanceForm } from './appearance-form.tsx';
import { ChatDialog } from './chat-dialog.tsx';
import { ColleaguePicker } from './colleague-picker.tsx';
import classes from './groups.module.css';
import { MemberList } from './member-list.tsx';
import { useChatAction } from './use-chat-action.ts';

const ConfirmDialog = lazy(() => import('#console/ui/dialogs/confirm-dialog.tsx'));

/** Dialog of a group: its members and, by right, changes to the group (CHAT-27). Loaded as a separate chunk. */
export default function GroupDialog({
  client,
  person,
  group,
  page,
  onPage,
  onGone,
  onClose,
}: {
  client: ChatClient;
  /** The group's entry in the contact list. */
  person: ChatPerson;
  group: NonNullable<ConversationState['group']>;
  /** The open page of the dialog. */
  page: GroupPage;
  onPage: (page: GroupPage) => void;
  /** Called after the group was left or deleted. */
  onGone: () => void;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const notify = useNotify();
  const { members, rights } = group;
  const [isAsking, setIsAsking] = useState(false);
  const { busy, failure, run, runAsync } = useChatAction();
  const { name } = person;
  const back = () => onPage('members');
  const endAction = rights.owner ? 'remove' : 'leave';

  if (page === 'look') {
    return (
      <ChatDialog title={translate('chats.groups.look')} onClose={onClose} onBack={back}>
        <AppearanceForm
          draftId={name}
          title={person.title}
          photo={person.photo && client.fileAddress(person.photo)}
          label={translate('chats.groups.name')}
          required
          removePhoto={translate('chats.groups.removePhoto')}
          submit={translate('chats.groups.save')}
          onSave={async (look) => {
            await client.groups.rename(name, look);
            notify('chats.groups.said.look');
          }}
          onDone={back}
        />
      </ChatDialog>
    );
  }
  if (page === 'add') {
    return <AddPage {...{ client, name, members, onClose, onBack: back }} />;
  }
  return (
    <ChatDialog title={person.title || translate('chats.group')} onClose={onClose}>
      <div className={frame.fields}>
        <div className={classes.tools}>
          <ActionButton
            size="sm"
            refusal={rights.owner ? null : { title: translate('chats.groups.refusals.look') }}
            onClick={() => onPage('look')}
          >
            {translate('chats.groups.look')}
          </ActionButton>
          <ActionButton
            size="sm"
            plus
            refusal={rights.invite ? null : { title: translate('chats.groups.refusals.invite') }}
            onClick={() => onPage('add')}
          >
            {translate('chats.groups.add')}
          </ActionButton>
        </div>
        <h3 className={classes.caption}>{translate('chats.groups.count', { count: members.length })}</h3>
        <MemberList {...{ client, group: name, members, rights, work: { run, runAsync } }} />
        {failure ? (
          <p className={frame.failure} role="alert">
            {failure}
          </p>
        ) : null}
      </div>
      <div className={frame.foot}>
        {rights.owner ? (
          <ActionButton refusal={{ title: translate('chats.groups.ownerStays') }}>
            {translate('chats.groups.leave')}
          </ActionButton>
        ) : null}
        <ActionButton variant="danger" busy={busy} onClick={() => setIsAsking(true)}>
          {translate(`chats.groups.${endAction}`)}
        </ActionButton>
      </div>
      {isAsking ? (
        <Suspense>
          <ConfirmDialog
            question={translate(`chats.groups.${endAction}Question`)}
            yes={translate(`chats.groups.${endAction}Yes`)}
            onYes={async () =>
              run(
                () => client.groups[endAction](name),
                () => {
                  notify(`chats.groups.said.${endAction}`, { messageArgs: { name: person.title } });
                  onGone();
                },
              )
            }
            onNo={() => setIsAsking(false)}
          />
        </Suspense>
      ) : null}
    </ChatDialog>
  );
}

/** Page that adds colleagues to the group. */
function AddPage({
  client,
  name,
  members,
  onBack,
  onClose,
}: {
  client: ChatClient;
  name: string;
  members: NonNullable<ConversationState['group']>['members'];
  onBack: () => void;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const notify = useNotify();
  const [colleagues, setColleagues] = useState<ReadonlyMap<string, string>>(new Map());
  const { busy, failure, run } = useChatAction();
  const onAdded = () => {
    notify('chats.groups.said.added', { messageArgs: { names: [...colleagues.values()].join(', ') } });
    onBack();
  };
  return (
    <ChatDialog title={translate('chats.groups.add')} onClose={onClose} onBack={onBack}>
      <div className={frame.fields}>
        <ColleaguePicker
          client={client}
          excludedNames={new Set(members.map(({ user }) => user))}
          colleagues={colleagues}
          onChosen={setColleagues}
        />
        {failure ? (
          <p className={frame.failure} role="alert">
            {failure}
          </p>
        ) : null}
      </div>
      <div className={frame.foot}>
        <ActionButton
          variant="primary"
          busy={busy}
          unready={colleagues.size === 0}
          onClick={() => colleagues.size && run(() => client.groups.add(name, [...colleagues.keys()]), onAdded)}
        >
          {translate('chats.groups.addThem')}
        </ActionButton>
      </div>
    </ChatDialog>
  );
}
