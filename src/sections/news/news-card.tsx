import ApartmentOutlined from '@mui/icons-material/ApartmentOutlined';
import { lazy, Suspense, useId, useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import { RecordMenu } from '#console/engine/record-menu.tsx';
import { FileIcon } from '#console/fields/files/file-icon.tsx';
import { formatSize } from '#console/fields/files/form-file.ts';
import { Avatar } from '#console/ui/display/avatar.tsx';
import { Moment } from '#console/ui/display/moment.tsx';
import type { Announcement } from '#resources/protocol/news/news-answers.ts';
import { useRecipients } from './audience/recipients.ts';
import { Collage } from './collage.tsx';
import { useAuthorName } from './news-author.ts';
import { NewsBadge } from './news-badge.tsx';
import classes from './news-card.module.css';

const Carousel = lazy(() => import('./carousel.tsx'));

/** One announcement of the feed (NEWS-06…18): author, time, audience, the text, files, pictures. Slot `news-card`. */
export default function NewsCard() {
  const item = useRecordContext<Announcement>();
  return item ? <Card item={item} /> : null;
}

function Card({ item }: { item: Announcement }) {
  const translate = useTranslate();
  const author = useAuthorName(item);
  const recipients = useRecipients(item.recipients, item.target);
  const title = useId();
  const [openPicture, setOpenPicture] = useState<number | null>(null);
  const pictures = item.image_attachments ?? [];
  const classNames = [classes.card, pictures.length === 0 && classes.plain, item.type === 'accident' && classes.urgent];
  return (
    <article className={classNames.filter(Boolean).join(' ')} aria-labelledby={title}>
      <div className={classes.meta}>
        <NewsBadge type={item.type} />
        <span className={classes.author}>
          <Avatar name={author} picture={item.author?.avatar ?? null} size={24} />
          <span title={author}>{author}</span>
        </span>
        <span className={classes.time}>
          {item.planned ? (
            <b className={classes.planned}>{translate('news.planned', { when: item.planned })}</b>
          ) : (
            <Moment at={item.date ?? item.date_edit} />
          )}
        </span>
        {recipients ? (
          <span className={classes.target}>
            <ApartmentOutlined aria-hidden sx={{ fontSize: 16 }} />
            <span>{recipients}</span>
          </span>
        ) : null}
      </div>
      <div className={classes.body}>
        <h2 id={title}>{item.title}</h2>
        <p>{item.description}</p>
        <NewsFiles files={item.file_attachments ?? []} />
      </div>
      {pictures.length > 0 ? <Collage pictures={pictures} onOpen={setOpenPicture} /> : null}
      <div className={classes.menu}>
        <RecordMenu />
      </div>
      {openPicture === null ? null : (
        <Suspense>
          <Carousel item={item} firstIndex={openPicture} onClose={() => setOpenPicture(null)} />
        </Suspense>
      )}
    </article>
  );
}

/** Files of an announcement as links with icon, name and size (NEWS-14, ATT-10). */
function NewsFiles({ files }: { files: Announcement['file_attachments'] }) {
  const translate = useTranslate();
  if (files.length === 0) return null;
  return (
    <ul className={classes.files}>
      {files.map(({ id, name, size, s3_file }) => {
        const sizeMessage = size > 0 ? formatSize(size) : null;
        return (
          <li key={id}>
            <a className={classes.file} href={s3_file.file} target="_blank" rel="noopener noreferrer" title={name}>
              <FileIcon name={name} />
              <span>{name}</span>
              {sizeMessage ? <small>{translate(sizeMessage.key, sizeMessage.params)}</small> : null}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
