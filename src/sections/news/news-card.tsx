import ApartmentOutlined from '@mui/icons-material/ApartmentOutlined';
import { lazy, Suspense, useId, useState } from 'react';
import { useRecordContext } from 'react-admin';
import { RecordMenu } from '#console/engine/record-menu.tsx';
import { Avatar } from '#console/ui/avatar.tsx';
import { Moment } from '#console/ui/moment.tsx';
import type { NewsItem } from '#resources/protocol/news.ts';
import { Collage } from './collage.tsx';
import { useAuthorName } from './news-author.ts';
import { NewsBadge } from './news-badge.tsx';
import classes from './news-card.module.css';
import { NewsFiles } from './news-files.tsx';

const Carousel = lazy(() => import('./carousel.tsx'));

/** One announcement of the feed (A§2, NEWS-06…18): who, when and for whom, the text, files, pictures. Slot `news-card`. */
export default function NewsCard() {
  const item = useRecordContext<NewsItem>();
  return item ? <Announcement item={item} /> : null;
}

function Announcement({ item }: { item: NewsItem }) {
  const author = useAuthorName(item);
  const title = useId();
  const [opened, setOpened] = useState<number | null>(null);
  const pictures = item.image_attachments ?? [];
  const looks = [classes.card, pictures.length === 0 && classes.plain, item.type === 'accident' && classes.urgent];
  return (
    <article className={looks.filter(Boolean).join(' ')} aria-labelledby={title}>
      <div className={classes.meta}>
        <NewsBadge type={item.type} />
        <span className={classes.author}>
          <Avatar name={author} picture={item.author?.avatar ?? null} size={24} />
          {author}
        </span>
        <span className={classes.time}>
          <Moment at={item.date ?? item.date_edit} />
        </span>
        {item.recipients ? (
          <span className={classes.target}>
            <ApartmentOutlined aria-hidden sx={{ fontSize: 16 }} />
            <span>{item.recipients}</span>
          </span>
        ) : null}
      </div>
      <div className={classes.body}>
        <h2 id={title}>{item.title}</h2>
        <p>{item.description}</p>
        <NewsFiles files={item.file_attachments ?? []} />
      </div>
      {pictures.length > 0 ? <Collage pictures={pictures} onOpen={setOpened} /> : null}
      <div className={classes.menu}>
        <RecordMenu />
      </div>
      {opened === null ? null : (
        <Suspense>
          <Carousel item={item} first={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </article>
  );
}
