import { text } from '#i18n/console-text.ts';
import type { Notice } from './notice.ts';

/** i18n key of the title under `notices.title`, by type and, if it matters, subtype (NOTIF-13, NOTIF-14). */
const TITLES: Readonly<Record<string, string | Readonly<Record<string, string>>>> = {
  news: 'news',
  booklet: 'booklet',
  camera: 'camera',
  chat: 'chat',
  task: { created: 'taskCreated', in_progress: 'taskInProgress', done: 'taskDone', canceled: 'taskCanceled' },
  record: {
    created: 'recordCreated',
    changed: 'recordChanged',
    moved: 'recordMoved',
    commented: 'recordCommented',
    due: 'recordDue',
  },
  complaint: { complaint: 'complaint', appreciation: 'appreciation', suggestion: 'suggestion' },
};

/** «Дарья Калинина: новая заявка»: author and event. */
export function noticeTitle({ type, subtype, sentBy, about }: Notice): string {
  const title = Object.hasOwn(TITLES, type) ? TITLES[type] : undefined;
  const key = typeof title === 'object' ? (Object.hasOwn(title, subtype) ? title[subtype] : undefined) : title;
  return text(`notices.title.${key ?? 'other'}`, { sender: sentBy || text('notices.someone'), about: about ?? '' });
}

const LINKS: Readonly<Record<string, string>> = {
  task: '/tasks',
  camera: '/cameras',
  complaint: '/chats?complaints=true',
};

/** Link of a toast by type (NOTIF-03…10); the news by default. */
export function noticeLink({ type, ref }: Pick<Notice, 'type' | 'ref'>): string {
  if (type === 'chat') return chatLink(ref);
  // A path of this console.
  if (type === 'record' && /^\/(?![/\\])/.test(ref)) return ref;
  return (Object.hasOwn(LINKS, type) && LINKS[type]) || '/news';
}

/** Link to the chat of a reference; one that is already a query is appended unchanged (NOTIF-09, G-45). */
function chatLink(ref: string): string {
  if (!ref) return '/chats';
  return ref.startsWith('?') ? `/chats${ref}` : `/chats?chat_id=${encodeURIComponent(ref)}`;
}

/** Icon of a toast: `accident` for accidents, `warning` for other warnings, else the bell (NOTIF-11, NOTIF-12). */
export type NoticeIcon = 'accident' | 'warning' | 'bell';

const WARNINGS: Readonly<Record<string, readonly string[]>> = {
  news: ['accident', 'alert', 'warn'],
  complaint: ['complaint'],
  booklet: ['rules', 'safety', 'muni'],
  task: ['in_progress', 'done', 'canceled'],
};

/** The icon of a notification. */
export function noticeIcon({ type, subtype }: Pick<Notice, 'type' | 'subtype'>): NoticeIcon {
  if (!Object.hasOwn(WARNINGS, type) || !WARNINGS[type]?.includes(subtype)) return 'bell';
  return subtype === 'accident' ? 'accident' : 'warning';
}
