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

type DeleteScope = 'mine' | 'all' | null;

/** Menu button of a message, and the question before it is deleted. */
export function BubbleMenu({ message }: { message: ShownMessage }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { client, conversation } = usePane();
  const [asking, setAsking] = useState<DeleteScope>(null);
  if (message.seq >= LOCAL_FROM) return null;

  async function remove() {
    try {
      await conversation.remove(message.seq, asking === 'all');
      client.contacts.notifyDeletion();
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
        menu={(anchor, close) => <Actions message={message} askToDelete={setAsking} anchor={anchor} close={close} />}
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

/** A separate component, so that the state of the actions is computed only for the message whose menu is open. */
function Actions({
  message,
  askToDelete,
  ...menu
}: {
  message: ShownMessage;
  askToDelete: (asking: DeleteScope) => void;
  anchor: HTMLElement;
  close: () => void;
}) {
  const translate = useTranslate();
  const notify = useNotify();
  const { conversation, group, reply, edit, homeIds, findRequestId } = usePane();
  const request = useRequestFromMessage();
  const requestId = findRequestId(message);
  const { content, mine } = message;
  const text = content ? ownText(content) : '';
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => notify('chats.copied'),
      () => notify('chats.notCopied', { type: 'error' }),
    );
  const isTextOnly = content !== null && content.pictures.length === 0 && content.files.length === 0;
  const maxAgeSeconds = conversation.deleteAge;
  const isTooOld = maxAgeSeconds > 0 && currentTime() - message.at > maxAgeSeconds * 1000;
  const deleteAllReason = !mine
    ? translate('chats.notYours')
    : !conversation.mayDeleteForAll
      ? translate(group ? 'chats.notOwner' : 'chats.notAll')
      : isTooOld
        ? translate('chats.tooOld', { minutes: Math.round(maxAgeSeconds / 60) })
        : null;
  const deleteAllRefusal = deleteAllReason ? { title: deleteAllReason } : null;
  return (
    <RowMenuList label={translate('chats.messageActions')} {...menu}>
      <RowMenuItem onClick={() => reply(message)}>{translate('chats.reply')}</RowMenuItem>
      {mine ? (
        <RowMenuItem onClick={() => edit(message)} refusal={isTextOnly ? null : { title: translate('chats.notText') }}>
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
          onClick={() => request.start({ topic: conversation.name, seq: message.seq, text, ...homeIds })}
        >
          {request.label}
        </RowMenuItem>
      )}
      <RowMenuItem onClick={() => askToDelete('mine')}>{translate('chats.deleteMine')}</RowMenuItem>
      <RowMenuItem onClick={() => askToDelete('all')} refusal={deleteAllRefusal}>
        {translate('chats.deleteAll')}
      </RowMenuItem>
    </RowMenuList>
  );
}
