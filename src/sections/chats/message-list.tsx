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
import { overscanRows, VirtualRows } from '#console/ui/virtual/virtual-list.tsx';
import { Bubble } from './bubble.tsx';
import { chatDayText } from './format.ts';
import classes from './pane.module.css';
import { type ChatListRow, isSeparatorKey, LastRow, messageRows } from './rows.ts';
import { useIsTabVisible } from './use-chat.ts';

/** Day separator above the messages of a day; «Сегодня» is updated at midnight. */
export function DaySeparator({ at }: { at: number }) {
  const translate = useTranslate();
  return (
    <div className={classes.day}>
      <span>{chatDayText(at, translate, useToday())}</span>
    </div>
  );
}

/** Estimated height of a row before it is measured, px. */
const ROW_HEIGHT = 64;
/** Height of the loading line above the rows, px. */
const LOADER_HEIGHT = 26;
/** Distance from the end within which the list scrolls to new messages, px. */
const NEAR_END_PX = 80;

/** Delay after opening a chat before pages are loaded, ms: the list first scrolls to its initial position. */
const INITIAL_SCROLL_DELAY_MS = 150;

/** Delay before the same page is requested again, ms. */
const PAGE_RETRY_DELAY_MS = 1_000;

/** Time that messages must be in view before they count as read, ms. */
const READ_DELAY_MS = 500;

/** Imperative handle of the list, used by the pane. */
export interface MessageListHandle {
  /** Scrolls to a loaded message. */
  show: (seq: number) => void;
}

interface Props {
  state: ConversationState;
  conversation: Conversation;
  /** Reconnects to the chat now. */
  onRetry: () => void;
  ref: Ref<MessageListHandle>;
}

/** Message list of a chat, loaded in pages of 24 (CHAT-13); scrolling up loads older messages without moving the view. */
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
        <EmptyState title={translate('chats.empty.chat')} description={translate('chats.empty.chatLine')} />
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

/** Reports the newest message as read once it has been in view for READ_DELAY_MS. */
function useReportRead({ state, conversation }: Pick<Props, 'state' | 'conversation'>, atEnd: boolean): void {
  const isVisible = useIsTabVisible();
  const last = state.messages.at(-1);
  useEffect(() => {
    // Sent again after a reconnect, because the server does not know what was read offline.
    if (!isVisible || !atEnd || !state.atEnd || !state.attached || !last) return;
    const timer = setTimeout(() => conversation.read(), READ_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isVisible, atEnd, state.atEnd, state.attached, last, conversation]);
}

/**
 * Virtualised rows. The scroll position is kept when older messages are prepended or images load; a list scrolled to the end
 * stays at the end.
 */
function useRowsInView(rows: readonly ChatListRow[]) {
  const scroller = useRef<HTMLDivElement>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const list = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => rows[index]?.key ?? index,
    estimateSize: () => ROW_HEIGHT,
    overscan: overscanRows(ROW_HEIGHT),
    scrollMargin: LOADER_HEIGHT,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: NEAR_END_PX,
    onChange: (changed) => setIsAtEnd(changed.isAtEnd(NEAR_END_PX)),
  });
  const [messageAt] = useState(() => {
    const itemAt = list.getVirtualItemForOffset;
    return (offset: number) => {
      const item = itemAt(offset);
      const isMessage = (key: VirtualItem['key']) => !isSeparatorKey(String(key));
      return item && list.measurementsCache.find(({ index, key }) => index >= item.index && isMessage(key));
    };
  });
  // Scrolling is anchored to a message, not to a day separator, which moves when older messages of that day are loaded.
  list.getVirtualItemForOffset = messageAt;
  return { scroller, list, atEnd: isAtEnd };
}

/**
 * Fetches a page when the row at an end of the list is rendered; the same page is retried after PAGE_RETRY_DELAY_MS once the
 * chat is attached and idle.
 * @param row key of the row at that end; undefined while it is not rendered
 * @param canFetch whether the chat is attached and idle
 */
function useFetchPageAtRow(row: string | undefined, canFetch: boolean, fetch: () => Promise<void>): void {
  const lastAskedRow = useRef<string | undefined>(undefined);
  const latest = useRef(fetch);
  latest.current = fetch;
  useEffect(() => {
    if (row === undefined || !canFetch) return;
    const timer = setTimeout(
      () => {
        lastAskedRow.current = row;
        void latest.current();
      },
      lastAskedRow.current === row ? PAGE_RETRY_DELAY_MS : 0,
    );
    return () => clearTimeout(timer);
  }, [row, canFetch]);
}

/** Fetches older messages when the first row is rendered, and newer ones when the last row is. */
function usePages(
  { conversation, state }: Pick<Props, 'conversation' | 'state'>,
  rows: readonly ChatListRow[],
  list: Virtualizer<HTMLDivElement, Element>,
): void {
  const [isInitialScrollDone, setIsInitialScrollDone] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsInitialScrollDone(true), INITIAL_SCROLL_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  const items = list.getVirtualItems();
  const first = isInitialScrollDone && items[0]?.index === 0 ? rows[0]?.key : undefined;
  const last = isInitialScrollDone && items.at(-1)?.index === rows.length - 1 ? rows.at(-1)?.key : undefined;
  const canFetch = state.attached && !state.loading;
  useFetchPageAtRow(first, canFetch, () => conversation.loadEarlier());
  useFetchPageAtRow(last, canFetch, () => conversation.loadLater());
}

function Messages({ state, conversation, ref }: Props) {
  const translate = useTranslate();
  const rows = useMemo(() => messageRows(state.messages, state.firstUnread), [state.messages, state.firstUnread]);
  const { scroller, list, atEnd } = useRowsInView(rows);
  const latest = useRef(rows);
  latest.current = rows;
  const unreadAt = rows.findIndex(({ kind }) => kind === 'unread');

  const initialUnreadIndex = useRef(unreadAt);
  useLayoutEffect(() => {
    if (initialUnreadIndex.current > 1) list.scrollToIndex(initialUnreadIndex.current, { align: 'start' });
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

  // Scroll to the user's own new message even if the list is not at the end; messages of others do not scroll it there.
  const newest = useRef(new LastRow());
  const isOwnNewMessage = newest.current.isNew(rows) && state.atEnd && state.messages.at(-1)?.mine === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new message
  useLayoutEffect(() => {
    if (isOwnNewMessage) list.scrollToEnd();
  }, [isOwnNewMessage, rows, list]);
  useReportRead({ state, conversation }, atEnd);

  usePages({ conversation, state }, rows, list);

  const scrollToUnread = () => {
    if (state.firstUnread === null) return;
    void conversation.showMessage(state.firstUnread).then(() => {
      const index = latest.current.findIndex(({ kind }) => kind === 'unread');
      if (index >= 0) list.scrollToIndex(index, { align: 'start' });
    });
  };
  const scrollToLatest = () => {
    conversation.showLatest();
    // The newest messages are in the list only after the next render.
    setTimeout(() => list.scrollToEnd(), 0);
  };
  // The unread messages begin above the loaded ones.
  const hasUnreadAbove = state.firstUnread !== null && unreadAt <= 1 && !state.atStart;
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
      <Jumps
        onUnread={hasUnreadAbove ? scrollToUnread : null}
        onLatest={atEnd && state.atEnd ? null : scrollToLatest}
      />
    </div>
  );
}

/** Jump buttons over the messages; null hides a button. */
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
    <DaySeparator at={row.at} />
  ) : (
    <div className={classes.fresh}>
      <span>{translate('chats.newMessages')}</span>
    </div>
  );
}
