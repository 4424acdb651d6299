import '#i18n/shell-dialogs-texts.ts';
import Close from '@mui/icons-material/Close';
import DoneOutlined from '@mui/icons-material/DoneOutlined';
import NotificationsNoneOutlined from '@mui/icons-material/NotificationsNoneOutlined';
import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded';
import Drawer from '@mui/material/Drawer';
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { companyZone } from '#console/data/company-clock.ts';
import { isCancelled, reportFailure } from '#console/data/http/failures.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import {
  loadNotices,
  markNoticesRead,
  NOTICE_PAGES_KEY,
  NOTICES_KEY,
  type NoticePage,
  type StoredNotice,
} from '#console/data/live/notice-centre.ts';
import { noticeIcon, noticeLink, noticeTitle } from '#console/data/live/notice-words.ts';
import { useToday } from '#console/data/today.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import { currentTime } from '#resources/clock.ts';
import { cameraViewLink, newsLink } from '../page-links.ts';
import classes from './notice-panel.module.css';

const DAY_MS = 86_400_000;

/** Links to the subject of a notification by its id. */
const SUBJECT_LINKS: Readonly<Record<string, (id: number) => string>> = {
  task: (id) => `/tasks?id=${id}`,
  news: newsLink,
  camera: cameraViewLink,
};

/** Link of a stored notification: to its subject if possible, else that of its toast. */
function storedNoticeLink(notice: StoredNotice): string {
  const { type, ref } = notice;
  const getLink = Object.hasOwn(SUBJECT_LINKS, type) ? SUBJECT_LINKS[type] : undefined;
  return getLink && /^\d+$/.test(ref) ? getLink(Number(ref)) : noticeLink(notice);
}

/** Groups notifications by day and keeps their order. */
function groupByDay(notices: readonly StoredNotice[], formatDay: (at: string) => string): [string, StoredNotice[]][] {
  const days = new Map<string, StoredNotice[]>();
  for (const notice of notices) {
    const day = formatDay(notice.at);
    days.set(day, [...(days.get(day) ?? []), notice]);
  }
  return [...days];
}

/** «Сегодня», «Вчера», «24 ноября». */
function useFormatDay(): (at: string) => string {
  const translate = useTranslate();
  const today = useToday();
  const zone = companyZone();
  const day = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', timeZone: zone });
  const now = Math.max(today, currentTime() - DAY_MS / 2);
  return (at) => {
    const name = day.format(new Date(at));
    if (name === day.format(now)) return translate('shell.notices.today');
    return name === day.format(now - DAY_MS) ? translate('shell.notices.yesterday') : name;
  };
}

/** Marks notifications as read with an optimistic update. */
function useMarkRead() {
  const queryClient = useQueryClient();
  return async (target: Parameters<typeof markNoticesRead>[0]) => {
    const isTarget = ({ id }: StoredNotice) =>
      'ids' in target ? target.ids.includes(Number(id)) : Number(id) <= target.until;
    queryClient.setQueryData<InfiniteData<NoticePage>>(
      NOTICE_PAGES_KEY,
      (cachedPages) =>
        cachedPages && {
          ...cachedPages,
          pages: cachedPages.pages.map((page) => ({
            ...page,
            notices: page.notices.map((notice) => (isTarget(notice) ? { ...notice, isRead: true } : notice)),
          })),
        },
    );
    try {
      await markNoticesRead(target);
    } catch (error) {
      if (error instanceof RequestError) reportFailure(error);
      else if (!isCancelled(error)) throw error;
    }
    await queryClient.invalidateQueries({ queryKey: NOTICES_KEY });
  };
}

/** The notifications of the last 30 days by day, each with a link to its subject. A separate chunk. */
export default function NoticePanel({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: NOTICE_PAGES_KEY,
    queryFn: ({ pageParam, signal }) => loadNotices(pageParam, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ before }) => before,
    staleTime: 0,
    retry: false,
  });
  const formatDay = useFormatDay();
  const markNotices = useMarkRead();
  const notices = data?.pages.flatMap((page) => page.notices) ?? [];
  const newest = notices[0];
  const hasUnread = (data?.pages[0]?.unread ?? 0) > 0 || notices.some(({ isRead }) => !isRead);
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-label': translate('shell.notices.title') } }}
    >
      <div className={classes.panel}>
        <header className={classes.head}>
          <h2>{translate('shell.notices.title')}</h2>
          {newest && hasUnread ? (
            <ActionButton size="sm" variant="ghost" onClick={() => void markNotices({ until: Number(newest.id) })}>
              {translate('shell.notices.readAll')}
            </ActionButton>
          ) : null}
          <IconButton label={translate('ui.close')} onClick={onClose}>
            <Close />
          </IconButton>
        </header>
        <div className={classes.body}>
          {data ? null : error ? (
            <EmptyState
              title={translate('shell.notices.failed')}
              action={<ActionButton onClick={() => void refetch()}>{translate('shell.notices.retry')}</ActionButton>}
            />
          ) : (
            <PanelSkeleton />
          )}
          {data && notices.length === 0 ? (
            <EmptyState title={translate('shell.notices.empty')} description={translate('shell.notices.emptyLine')} />
          ) : null}
          {groupByDay(notices, formatDay).map(([day, dayNotices]) => (
            <section key={day} aria-label={day}>
              <h3 className={classes.day}>{day}</h3>
              <ul>
                {dayNotices.map((notice) => (
                  <NoticeItem key={notice.id} notice={notice} onRead={markNotices} onClose={onClose} />
                ))}
              </ul>
            </section>
          ))}
          {hasNextPage ? (
            <p className={classes.further}>
              <ActionButton busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {translate('shell.notices.more')}
              </ActionButton>
            </p>
          ) : null}
        </div>
      </div>
    </Drawer>
  );
}

function NoticeItem({
  notice,
  onRead,
  onClose,
}: {
  notice: StoredNotice;
  onRead: (what: { ids: readonly number[] }) => Promise<void>;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const icon = noticeIcon(notice);
  const title = noticeTitle(notice);
  const NoticeSymbol = icon === 'bell' ? NotificationsNoneOutlined : WarningAmberRounded;
  const time = new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit', timeZone: companyZone() });
  const markAsRead = () => void onRead({ ids: [Number(notice.id)] });
  return (
    <li className={classes.entry} data-sign={icon} data-unread={!notice.isRead || undefined}>
      <NoticeSymbol aria-hidden fontSize="small" />
      <Link
        className={classes.text}
        to={storedNoticeLink(notice)}
        onClick={() => {
          if (!notice.isRead) markAsRead();
          onClose();
        }}
      >
        <b>
          {notice.isRead ? null : <span className="sr-only">{translate('shell.notices.fresh')} </span>}
          {title}
        </b>
        {notice.message ? <span>{notice.message}</span> : null}
        <small>
          <time dateTime={notice.at}>{time.format(new Date(notice.at))}</time>
        </small>
      </Link>
      {notice.isRead ? null : (
        <IconButton label={translate('shell.notices.read', { title })} onClick={markAsRead}>
          <DoneOutlined />
        </IconButton>
      )}
    </li>
  );
}

const ROWS = Array.from({ length: 7 }, (_, index) => index);

function PanelSkeleton() {
  return (
    <Delayed>
      <div className={classes.bones}>
        {ROWS.map((row) => (
          <Skeleton key={row} height={58} radius={8} />
        ))}
      </div>
    </Delayed>
  );
}
