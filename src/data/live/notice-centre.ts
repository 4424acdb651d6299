import { NOTICES_PATH } from '#resources/protocol/notice-bounds.ts';
import { decodeEntries, decodeFlag, decodeMoment, decodeNumber, under } from '#resources/protocol/open-shapes.ts';
import { ask, request } from '../http/http.ts';
import { withQuery } from '../http/query-string.ts';
import { createStore } from '../listeners.ts';
import { useStore } from '../use-store.ts';
import { type Notice, readNotice } from './notice.ts';

/** A notification of the last weeks. */
export interface KeptNotice extends Notice {
  /** ISO in UTC. */
  at: string;
  isRead: boolean;
}

/** A page of them, the newest first. */
export interface NoticePage {
  notices: readonly KeptNotice[];
  /** How many of all are unread, as far as the server counts. */
  unread: number;
  /** The id to go on with; null at the end. */
  before: number | null;
}

/** Keys in the query cache: of everything, of the panel, of the number of unread ones. */
export const NOTICES_KEY = ['notices'] as const;
export const NOTICE_PAGES_KEY = [...NOTICES_KEY, 'pages'] as const;
export const UNREAD_KEY = [...NOTICES_KEY, 'unread'] as const;

function noticePage(body: unknown): NoticePage {
  const notices = decodeEntries(body).flatMap((wire) => {
    const notice = readNotice(wire);
    return notice
      ? [{ ...notice, at: decodeMoment(under(wire, 'at')), isRead: decodeFlag(under(wire, 'is_read')) ?? true }]
      : [];
  });
  return { notices, unread: decodeNumber(under(body, 'unread')) ?? 0, before: decodeNumber(under(body, 'before')) };
}

/** A page of the person's notifications. @param before the id to go on after; null: the newest */
export const loadNotices = (before: number | null, signal?: AbortSignal): Promise<NoticePage> =>
  ask(withQuery(NOTICES_PATH, { before }), noticePage, { signal, report: before !== null });

/** Marks single notifications as read, or all up to one. */
export const markRead = (what: { ids: readonly number[] } | { until: number }): Promise<unknown> =>
  request(`${NOTICES_PATH}read/`, { method: 'POST', body: what });

const unread = createStore(0);

/** Tells the number of unread ones to the title of the tab and the bell. */
export const setUnread = (count: number): void => unread.set(count);

/** How many notifications are unread; 0 before it is known. */
export function useUnreadNotices(): number {
  return useStore(unread);
}

/** The same as a number at an entry of the menu. */
export const unreadNotices = { follow: unread.follow, now: unread.get, label: 'shell.notices.unread' };
