import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import { useVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual';
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Conversation } from '#console/data/chat/conversation.ts';
import type { ConversationState } from '#console/data/chat/conversation-state.ts';
import { useOnline } from '#console/data/http/online.ts';
import { useToday } from '#console/data/today.ts';
import { OfflineState } from '#console/engine/list/states.tsx';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import { Delayed } from '#console/ui/states/skeleton.tsx';
import { rowsAround, VirtualRows } from '#console/ui/virtual/virtual-list.tsx';
import { Bubble } from './bubble.tsx';
import { chatDayText } from './moments.ts';
import classes from './pane.module.css';
import { type ChatListRow, isHeadKey, LastRow, messageRows } from './rows.ts';
import { useVisible } from './use-chat.ts';

/** The day over its messages; updated at midnight in a chat that stays open. */
export function DayHead({ at }: { at: number }) {
  const translate = useTranslate();
  return (
    <div className={classes.day}>
      <span>{chatDayText(at, translate, useToday())}</span>
    </div>
  );
}

/** Estimated height of a row before it is drawn, px. */
const ROW_HEIGHT = 64;
/** Height of the space above the rows. */
const LOADER_HEIGHT = 26;
/** Distance from the end within which the list scrolls to new messages, px. */
const NEAR_END = 80;

/** Time in which an opened chat scrolls to its place, ms: until then no older messages are loaded. */
const PLACING = 150;

/** Time after which a page that did not come is asked for again, ms. */
const PAGE_AGAIN = 1_000;

/** Time that messages must be in view before they count as read, ms. */
const READ_AFTER = 500;

/** Actions of the list that the pane calls. */
export interface MessageListHandle {
  /** Scrolls to a message that is loaded. */
  show: (seq: number) => void;
}

interface Props {
  state: ConversationState;
  conversation: Conversation;
  /** Tries the connection to the chat now. */
  onRetry: () => void;
  ref: Ref<MessageListHandle>;
}

/** The messages of a chat, 24 at a time (CHAT-13): older ones come when one scrolls up, and the place is kept. */
export function MessageList(props: Props) {
  const translate = useTranslate();
  const { state } = props;
  if (state.ready && state.messages.length > 0) return <Messages {...props} />;
  return (
    <div className={classes.messages}>
      {!state.ready ? (
        <NotReady onRetry={props.onRetry} />
      ) : state.refused ? (
        <EmptyState title={translate('chats.refused')} />
      ) : (
        <EmptyState title={translate('chats.empty.chat')} line={translate('chats.empty.chatLine')} />
      )}
    </div>
  );
}

function NotReady({ onRetry }: Pick<Props, 'onRetry'>) {
  const translate = useTranslate();
  if (!useOnline()) return <OfflineState line="chats.empty.offline" onRetry={onRetry} />;
  return (
    <Delayed>
      <p className={classes.loader}>{translate('chats.more')}</p>
    </Delayed>
  );
}

/** Tells the server that the newest message was read, once it has been in view for a moment. */
function useRead({ state, conversation }: Pick<Props, 'state' | 'conversation'>, atEnd: boolean): void {
  const visible = useVisible();
  const last = state.messages.at(-1);
  useEffect(() => {
    // Sent again when the connection is back: the server does not know what was read offline.
    if (!visible || !atEnd || !state.atEnd || !state.attached || !last) return;
    const timer = setTimeout(() => conversation.read(), READ_AFTER);
    return () => clearTimeout(timer);
  }, [visible, atEnd, state.atEnd, state.attached, last, conversation]);
}

/**
 * The rows in view. What is read keeps its place when older messages come above it and when pictures grow; at the end the newest
 * message stays in view.
 */
function useRowsInView(rows: readonly ChatListRow[]) {
  const scroller = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const list = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => rows[index]?.key ?? index,
    estimateSize: () => ROW_HEIGHT,
    overscan: rowsAround(ROW_HEIGHT),
    scrollMargin: LOADER_HEIGHT,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: NEAR_END,
    onChange: (changed) => setAtEnd(changed.isAtEnd(NEAR_END)),
  });
  const [messageAt] = useState(() => {
    const itemAt = list.getVirtualItemForOffset;
    return (offset: number) => {
      const item = itemAt(offset);
      const isMessage = (key: VirtualItem['key']) => !isHeadKey(String(key));
      return item && list.measurementsCache.find(({ index, key }) => index >= item.index && isMessage(key));
    };
  });
  // A place is kept by a message: the day over it is another one once older messages of the day have come.
  list.getVirtualItemForOffset = messageAt;
  return { scroller, list, atEnd };
}

/**
 * Fetches a page whenever a row at an end of the list is drawn. A page that could not be asked for, or did not come, is asked for
 * again once the chat is attached and loads nothing.
 * @param row the key of the row at that end; undefined while it is out of view
 * @param isFree whether a page can be asked for
 */
function usePage(row: string | undefined, isFree: boolean, fetch: () => Promise<void>): void {
  const lastAskedRow = useRef<string | undefined>(undefined);
  const latest = useRef(fetch);
  latest.current = fetch;
  useEffect(() => {
    if (row === undefined || !isFree) return;
    const timer = setTimeout(
      () => {
        lastAskedRow.current = row;
        void latest.current();
      },
      lastAskedRow.current === row ? PAGE_AGAIN : 0,
    );
    return () => clearTimeout(timer);
  }, [row, isFree]);
}

/** Fetches older messages when the first row is drawn, and newer ones when the last one is. */
function usePages(
  { conversation, state }: Pick<Props, 'conversation' | 'state'>,
  rows: readonly ChatListRow[],
  list: Virtualizer<HTMLDivElement, Element>,
): void {
  const [isPlaced, setPlaced] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPlaced(true), PLACING);
    return () => clearTimeout(timer);
  }, []);
  const items = list.getVirtualItems();
  const first = isPlaced && items[0]?.index === 0 ? rows[0]?.key : undefined;
  const last = isPlaced && items.at(-1)?.index === rows.length - 1 ? rows.at(-1)?.key : undefined;
  const isFree = state.attached && !state.loading;
  usePage(first, isFree, () => conversation.earlier());
  usePage(last, isFree, () => conversation.later());
}

function Messages({ state, conversation, ref }: Props) {
  const translate = useTranslate();
  const rows = useMemo(() => messageRows(state.messages, state.firstUnread), [state.messages, state.firstUnread]);
  const { scroller, list, atEnd } = useRowsInView(rows);
  const latest = useRef(rows);
  latest.current = rows;
  const unreadAt = rows.findIndex(({ kind }) => kind === 'unread');

  const began = useRef(unreadAt);
  useLayoutEffect(() => {
    if (began.current > 1) list.scrollToIndex(began.current, { align: 'start' });
    else list.scrollToEnd();
  }, [list]);
  useImperativeHandle(
    ref,
    () => ({
      show: (seq) => {
        const index = latest.current.findIndex((row) => row.kind === 'message' && row.message.seq === seq);
        if (index >= 0) list.scrollToIndex(index, { align: 'center' });
      },
    }),
    [list],
  );

  // The list scrolls to a person's own new message; messages of others do not move it.
  const newest = useRef(new LastRow());
  const isWritten = newest.current.isNew(rows) && state.atEnd && state.messages.at(-1)?.mine === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each one that is written
  useLayoutEffect(() => {
    if (isWritten) list.scrollToEnd();
  }, [isWritten, rows, list]);
  useRead({ state, conversation }, atEnd);

  usePages({ conversation, state }, rows, list);

  const toUnread = () => {
    if (state.firstUnread === null) return;
    void conversation.reach(state.firstUnread).then(() => {
      const index = latest.current.findIndex(({ kind }) => kind === 'unread');
      if (index >= 0) list.scrollToIndex(index, { align: 'start' });
    });
  };
  const toLatest = () => {
    conversation.latest();
    // The newest messages are in the list after its next drawing.
    setTimeout(() => list.scrollToEnd(), 0);
  };
  // More unread messages than the first page has: they begin above.
  const above = state.firstUnread !== null && unreadAt <= 1 && !state.atStart;
  return (
    <div className={classes.messages}>
      <div ref={scroller} className={classes.scroll} role="log" aria-label={translate('chats.messages')}>
        <div className={classes.loader} role="status" style={{ height: LOADER_HEIGHT }}>
          {state.loading ? translate('chats.more') : null}
        </div>
        <VirtualRows list={list}>
          {(index) => {
            const row = rows[index];
            return row ? <RowView row={row} /> : null;
          }}
        </VirtualRows>
      </div>
      <Jumps onUnread={above ? toUnread : null} onLatest={atEnd && state.atEnd ? null : toLatest} />
    </div>
  );
}

/** Buttons over the messages; null: there is nothing to go to. */
function Jumps({ onUnread, onLatest }: { onUnread: (() => void) | null; onLatest: (() => void) | null }) {
  const translate = useTranslate();
  return (
    <>
      {onUnread ? (
        <button type="button" className={`${classes.jump} ${classes.up}`} onClick={onUnread}>
          {translate('chats.toUnread')}
        </button>
      ) : null}
      {onLatest ? (
        <button
          type="button"
          className={classes.jump}
          aria-label={translate('chats.toLatest')}
          title={translate('chats.toLatest')}
          onClick={onLatest}
        >
          <KeyboardArrowDown aria-hidden />
        </button>
      ) : null}
    </>
  );
}

function RowView({ row }: { row: ChatListRow }) {
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
