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
  type KeptNotice,
  loadNotices,
  markRead,
  NOTICE_PAGES_KEY,
  NOTICES_KEY,
  type NoticePage,
} from '#console/data/live/notice-centre.ts';
import { noticeLink, noticeSign, noticeTitle } from '#console/data/live/notice-words.ts';
import { useToday } from '#console/data/today.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import { currentTime } from '#resources/clock.ts';
import { cameraPlace, newsPlace } from '../places.ts';
import classes from './notice-panel.module.css';

const DAY = 86_400_000;

/** Where what a notification tells of is opened by its id. */
const PLACES: Readonly<Record<string, (id: number) => string>> = {
  task: (id) => `/tasks?id=${id}`,
  news: newsPlace,
  camera: cameraPlace,
};

/** Where a kept notification leads: to what it tells of, where that has a place of its own; else as its toast does. */
function noticePlace(notice: KeptNotice): string {
  const { type, ref } = notice;
  const place = Object.hasOwn(PLACES, type) ? PLACES[type] : undefined;
  return place && /^\d+$/.test(ref) ? place(Number(ref)) : noticeLink(notice);
}

/** Notifications by the day they came on, in the order they come in. */
function byDay(notices: readonly KeptNotice[], dayName: (at: string) => string): [string, KeptNotice[]][] {
  const days = new Map<string, KeptNotice[]>();
  for (const notice of notices) {
    const day = dayName(notice.at);
    days.set(day, [...(days.get(day) ?? []), notice]);
  }
  return [...days];
}

/** «Сегодня», «Вчера», «24 ноября». */
function useDayNames(): (at: string) => string {
  const translate = useTranslate();
  const today = useToday();
  const zone = companyZone();
  const day = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', timeZone: zone });
  const now = Math.max(today, currentTime() - DAY / 2);
  return (at) => {
    const name = day.format(new Date(at));
    if (name === day.format(now)) return translate('shell.notices.today');
    return name === day.format(now - DAY) ? translate('shell.notices.yesterday') : name;
  };
}

/** Marks as read, at once in what is shown. */
function useMarkRead() {
  const queryClient = useQueryClient();
  return async (target: Parameters<typeof markRead>[0]) => {
    const isMeant = ({ id }: KeptNotice) =>
      'ids' in target ? target.ids.includes(Number(id)) : Number(id) <= target.until;
    queryClient.setQueryData<InfiniteData<NoticePage>>(
      NOTICE_PAGES_KEY,
      (cachedPages) =>
        cachedPages && {
          ...cachedPages,
          pages: cachedPages.pages.map((page) => ({
            ...page,
            notices: page.notices.map((notice) => (isMeant(notice) ? { ...notice, isRead: true } : notice)),
          })),
        },
    );
    try {
      await markRead(target);
    } catch (error) {
      if (error instanceof RequestError) reportFailure(error);
      else if (!isCancelled(error)) throw error;
    }
    await queryClient.invalidateQueries({ queryKey: NOTICES_KEY });
  };
}

/** The notifications of the last 30 days by day, each the way to what it tells of. Its own chunk. */
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
  const dayName = useDayNames();
  const mark = useMarkRead();
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
            <ActionButton size="sm" variant="ghost" onClick={() => void mark({ until: Number(newest.id) })}>
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
            <Bones />
          )}
          {data && notices.length === 0 ? (
            <EmptyState title={translate('shell.notices.empty')} line={translate('shell.notices.emptyLine')} />
          ) : null}
          {byDay(notices, dayName).map(([day, dayNotices]) => (
            <section key={day} aria-label={day}>
              <h3 className={classes.day}>{day}</h3>
              <ul>
                {dayNotices.map((notice) => (
                  <Entry key={notice.id} notice={notice} onRead={mark} onClose={onClose} />
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

function Entry({
  notice,
  onRead,
  onClose,
}: {
  notice: KeptNotice;
  onRead: (what: { ids: readonly number[] }) => Promise<void>;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const sign = noticeSign(notice);
  const title = noticeTitle(notice);
  const Sign = sign === 'bell' ? NotificationsNoneOutlined : WarningAmberRounded;
  const time = new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit', timeZone: companyZone() });
  const read = () => void onRead({ ids: [Number(notice.id)] });
  return (
    <li className={classes.entry} data-sign={sign} data-unread={!notice.isRead || undefined}>
      <Sign aria-hidden fontSize="small" />
      <Link
        className={classes.text}
        to={noticePlace(notice)}
        onClick={() => {
          if (!notice.isRead) read();
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
        <IconButton label={translate('shell.notices.read', { title })} onClick={read}>
          <DoneOutlined />
        </IconButton>
      )}
    </li>
  );
}

const ROWS = Array.from({ length: 7 }, (_, index) => index);

function Bones() {
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
