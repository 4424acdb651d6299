import { useRecordContext } from 'react-admin';
import { RecordMenu } from '#console/engine/record-menu.tsx';
import type { NewsItem } from '#resources/protocol/news.ts';

/** One announcement of the feed (A§2). Slot `news-card`. */
export default function NewsCard() {
  const item = useRecordContext<NewsItem>();
  if (!item) return null;
  return (
    <article>
      <h2>{item.title}</h2>
      <p>{item.description}</p>
      <RecordMenu />
    </article>
  );
}
