import { lazy, Suspense, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { ownText } from '#console/data/chat/content.ts';
import { LOCAL_FROM, type ShownMessage } from '#console/data/chat/message.ts';
import { RowMenuTrigger } from '#console/ui/buttons/row-menu-trigger.tsx';
import { RowMenuItem, RowMenuList } from '#console/ui/row-menu/row-menu.tsx';
import { currentTime } from '#resources/clock.ts';
import { useRequestFromMessage } from './answers/request-from-message.tsx';
import classes from './bubble.module.css';
import { usePane } from './pane-context.ts';

const ConfirmDialog = lazy(() => import('#console/ui/dialogs/confirm-dialog.tsx'));

type Asking = 'mine' | 'all' | null;

/** Actions on a message. */
export function BubbleMenu({ message }: { message: ShownMessage }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { client, conversation } = usePane();
  const [asking, setAsking] = useState<Asking>(null);
  if (message.seq >= LOCAL_FROM) return null;

  async function remove() {
    try {
      await conversation.remove(message.seq, asking === 'all');
      client.contacts.tellDeletion();
      notify(asking === 'all' ? 'chats.deletedAll' : 'chats.deletedMine');
    } catch (error) {
      // Chat errors are only logged.
      console.warn('chat: not deleted', error);
    }
  }
  return (
    <div className={classes.menu}>
      <RowMenuTrigger
        label={translate('chats.messageActions')}
        menu={(anchor, close) => <Actions message={message} ask={setAsking} anchor={anchor} close={close} />}
      />
      {asking ? (
        <Suspense>
          <ConfirmDialog
            question={translate(asking === 'all' ? 'chats.deleteAllQuestion' : 'chats.deleteMineQuestion')}
            yes={translate('chats.deleteYes')}
            onYes={remove}
            onNo={() => setAsking(null)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

/** The open menu: what it needs to know is worked out for this message alone, and not for every one in view. */
function Actions({
  message,
  ask,
  ...menu
}: {
  message: ShownMessage;
  ask: (asking: Asking) => void;
  anchor: HTMLElement;
  close: () => void;
}) {
  const translate = useTranslate();
  const notify = useNotify();
  const { conversation, group, reply, edit, place, findRequest } = usePane();
  const request = useRequestFromMessage();
  const requestId = findRequest(message);
  const { content, mine } = message;
  const text = content ? ownText(content) : '';
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => notify('chats.copied'),
      () => notify('chats.notCopied', { type: 'error' }),
    );
  const bare = content !== null && content.pictures.length === 0 && content.files.length === 0;
  const age = conversation.deleteAge;
  const old = age > 0 && currentTime() - message.at > age * 1000;
  const why = !mine
    ? translate('chats.notYours')
    : !conversation.mayDeleteForAll
      ? translate(group ? 'chats.notOwner' : 'chats.notAll')
      : old
        ? translate('chats.tooOld', { minutes: Math.round(age / 60) })
        : null;
  const notAll = why ? { title: why } : null;
  return (
    <RowMenuList label={translate('chats.messageActions')} {...menu}>
      <RowMenuItem onClick={() => reply(message)}>{translate('chats.reply')}</RowMenuItem>
      {mine ? (
        <RowMenuItem onClick={() => edit(message)} refusal={bare ? null : { title: translate('chats.notText') }}>
          {translate('chats.edit')}
        </RowMenuItem>
      ) : null}
      {text && navigator.clipboard ? <RowMenuItem onClick={copy}>{translate('chats.copy')}</RowMenuItem> : null}
      {requestId === null ? null : (
        <RowMenuItem to={`/tasks?id=${requestId}`}>{translate('chats.openRequest', { id: requestId })}</RowMenuItem>
      )}
      {mine || !text || requestId !== null ? null : (
        <RowMenuItem
          refusal={request.refusal}
          onClick={() => request.start({ topic: conversation.name, seq: message.seq, text, ...place })}
        >
          {request.label}
        </RowMenuItem>
      )}
      <RowMenuItem onClick={() => ask('mine')}>{translate('chats.deleteMine')}</RowMenuItem>
      <RowMenuItem onClick={() => ask('all')} refusal={notAll}>
        {translate('chats.deleteAll')}
      </RowMenuItem>
    </RowMenuList>
  );
}
