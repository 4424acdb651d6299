import { useTranslate } from 'react-admin';
import type { Announcement } from '#resources/protocol/news/news-answers.ts';

/** Author name that the server sends for the reader (NEWS-15). */
const MYSELF = 'me';

/** Name of the author of an announcement: «Вы» for the reader's own. */
export function useAuthorName({ author }: Pick<Announcement, 'author'>): string {
  const translate = useTranslate();
  return author?.name === MYSELF ? translate('news.you') : (author?.name ?? '');
}
