import { NOTICES_PATH } from '#resources/protocol/notice-bounds.ts';
import { decodeEntries, decodeFlag, decodeMoment, decodeNumber, getKey } from '#resources/protocol/open-shapes.ts';
import { ask, request } from '../http/http.ts';
import { withQuery } from '../http/query-string.ts';
import { createStore } from '../listeners.ts';
import { useStore } from '../use-store.ts';
import { type Notice, readNotice } from './notice.ts';

/** A stored notification of the last weeks. */
export interface StoredNotice extends Notice {
  /** ISO in UTC. */
  at: string;
  isRead: boolean;
}

/** A page of notifications, newest first. */
export interface NoticePage {
  notices: readonly StoredNotice[];
  /** Number of unread notifications, up to the limit of the server. */
  unread: number;
  /** Id from which the next page continues; null at the end. */
  before: number | null;
}

/** Keys in the query cache: of all notifications, of the panel, of the number of unread ones. */
export const NOTICES_KEY = ['notices'] as const;
export const NOTICE_PAGES_KEY = [...NOTICES_KEY, 'pages'] as const;
export const UNREAD_KEY = [...NOTICES_KEY, 'unread'] as const;

function decodeNoticePage(body: unknown): NoticePage {
  const notices = decodeEntries(body).flatMap((wire) => {
    const notice = readNotice(wire);
    return notice
      ? [{ ...notice, at: decodeMoment(getKey(wire, 'at')), isRead: decodeFlag(getKey(wire, 'is_read')) ?? true }]
      : [];
  });
  return { notices, unread: decodeNumber(getKey(body, 'unread')) ?? 0, before: decodeNumber(getKey(body, 'before')) };
}

/**
 * Loads a page of notifications.
 * @param before id after which the page starts; null for the newest
 */
export const loadNotices = (before: number | null, signal?: AbortSignal): Promise<NoticePage> =>
  ask(withQuery(NOTICES_PATH, { before }), decodeNoticePage, { signal, report: before !== null });

/** Marks single notifications as read, or all up to an id. */
export const markNoticesRead = (target: { ids: readonly number[] } | { until: number }): Promise<unknown> =>
  request(`${NOTICES_PATH}read/`, { method: 'POST', body: target });

const unread = createStore(0);

/** Sets the number of unread notifications for the tab title and the bell. */
export const setUnread = (count: number): void => unread.set(count);

/** Number of unread notifications; 0 before it is known. */
export function useUnreadNotices(): number {
  return useStore(unread);
}

/** The number of unread notifications as the badge of a menu entry. */
export const unreadNotices = { subscribe: unread.subscribe, now: unread.get, label: 'shell.notices.unread' };
