import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import { type Ref, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso';
import type { Conversation } from '#console/data/chat/conversation.ts';
import type { ConversationState } from '#console/data/chat/conversation-state.ts';
import { useOnline } from '#console/data/online.ts';
import { useToday } from '#console/data/today.ts';
import { OfflineState } from '#console/engine/list/states.tsx';
import { EmptyState } from '#console/ui/empty-state.tsx';
import { Delayed } from '#console/ui/skeleton.tsx';
import { Bubble } from './bubble.tsx';
import { dayText } from './moments.ts';
import classes from './pane.module.css';
import { LastRow, type Row, RowPlace, rowsOf } from './rows.ts';
import { useVisible } from './use-chat.ts';

/** The day over its messages; a chat that is left open over midnight follows. */
export function DayHead({ at }: { at: number }) {
  const translate = useTranslate();
  return (
    <div className={classes.day}>
      <span>{dayText(at, translate, useToday())}</span>
    </div>
  );
}

/** Time that messages must be in view before they count as read, ms. */
const READ_AFTER = 500;

/** What the pane does with its list. */
export interface MessageListHandle {
  /** Scrolls to a message that is loaded. */
  show: (seq: number) => void;
}

interface Context {
  more: boolean;
}

/** The messages of a chat, 24 at a time (CHAT-13): older ones come when one scrolls up, and the place is kept. */
export function MessageList({
  state,
  line,
  onRetry,
  ref,
}: {
  state: ConversationState;
  line: Conversation;
  /** Tries the line to the chat now. */
  onRetry: () => void;
  ref: Ref<MessageListHandle>;
}) {
  const translate = useTranslate();
  const visible = useVisible();
  const online = useOnline();
  const list = useRef<VirtuosoHandle>(null);
  const place = useRef(new RowPlace());
  const [atEnd, setAtEnd] = useState(true);
  const rows = useMemo(() => rowsOf(state.messages, state.firstUnread), [state.messages, state.firstUnread]);
  const first = place.current.place(rows);
  const newest = useRef(new LastRow());
  const fresh = newest.current.isNew(rows);
  const latest = useRef(rows);
  latest.current = rows;

  const scrollTo = useCallback((index: number, align: 'start' | 'center' | 'end') => {
    list.current?.scrollToIndex({ index, align });
  }, []);
  useImperativeHandle(
    ref,
    () => ({
      show: (seq) => {
        const index = latest.current.findIndex((row) => row.kind === 'message' && row.message.seq === seq);
        if (index >= 0) scrollTo(index, 'center');
      },
    }),
    [scrollTo],
  );

  const last = state.messages.at(-1);
  // One's own message is shown as it is written; older ones that come above leave one where one is.
  const written = useRef(false);
  written.current = fresh && state.atEnd && last?.mine === true;
  const follow = useCallback((atBottom: boolean) => (atBottom || written.current ? 'auto' : false), []);
  useEffect(() => {
    // Once more when the line is back: what was read without it is not known to the server.
    if (!visible || !atEnd || !state.atEnd || !state.attached || !last) return;
    const timer = setTimeout(() => line.read(), READ_AFTER);
    return () => clearTimeout(timer);
  }, [visible, atEnd, state.atEnd, state.attached, last, line]);

  const unreadAt = rows.findIndex(({ kind }) => kind === 'unread');
  const toUnread = () => {
    if (state.firstUnread === null) return;
    const seq = state.firstUnread;
    void line.reach(seq).then(() => {
      const index = latest.current.findIndex(({ kind }) => kind === 'unread');
      if (index >= 0) scrollTo(index, 'start');
    });
  };
  const toLatest = () => {
    line.latest();
    // The newest messages are in the list after its next drawing.
    setTimeout(() => scrollTo(latest.current.length - 1, 'end'), 0);
  };
  // More unread messages than the first page has: they begin above.
  const above = state.firstUnread !== null && unreadAt <= 1 && !state.atStart && state.messages.length > 0;

  if (!state.ready) {
    return (
      <div className={classes.messages}>
        {online ? (
          <Delayed>
            <p className={classes.loader}>{translate('chats.more')}</p>
          </Delayed>
        ) : (
          <OfflineState line="chats.empty.offline" onRetry={onRetry} />
        )}
      </div>
    );
  }
  if (rows.length === 0) {
    return (
      <div className={classes.messages}>
        {state.refused ? (
          <EmptyState title={translate('chats.refused')} />
        ) : (
          <EmptyState title={translate('chats.empty.chat')} line={translate('chats.empty.chatLine')} />
        )}
      </div>
    );
  }
  return (
    <div className={classes.messages}>
      <Virtuoso<Row, Context>
        ref={list}
        className={classes.scroll}
        role="log"
        aria-label={translate('chats.messages')}
        data={rows}
        context={{ more: state.loading }}
        firstItemIndex={first}
        computeItemKey={(_index, row) => row.key}
        initialTopMostItemIndex={unreadAt > 1 ? { index: unreadAt, align: 'start' } : { index: 'LAST', align: 'end' }}
        alignToBottom
        increaseViewportBy={400}
        atBottomThreshold={80}
        atBottomStateChange={setAtEnd}
        followOutput={follow}
        startReached={() => void line.earlier()}
        endReached={() => void line.later()}
        components={{ Header: Loader }}
        itemContent={(_index, row) => <RowView row={row} />}
      />
      {above ? (
        <button type="button" className={`${classes.jump} ${classes.up}`} onClick={toUnread}>
          {translate('chats.toUnread')}
        </button>
      ) : null}
      {atEnd && state.atEnd ? null : (
        <button
          type="button"
          className={classes.jump}
          aria-label={translate('chats.toLatest')}
          title={translate('chats.toLatest')}
          onClick={toLatest}
        >
          <KeyboardArrowDown aria-hidden />
        </button>
      )}
    </div>
  );
}

function Loader({ context }: { context?: Context }) {
  const translate = useTranslate();
  return (
    <div className={classes.loader} role="status">
      {context?.more ? translate('chats.more') : null}
    </div>
  );
}

function RowView({ row }: { row: Row }) {
  const translate = useTranslate();
  if (row.kind === 'message') return <Bubble message={row.message} gap={row.gap} />;
  return row.kind === 'day' ? (
    <DayHead at={row.at} />
  ) : (
    <div className={classes.fresh}>
      <span>{translate('chats.newMessages')}</span>
    </div>
  );
}
