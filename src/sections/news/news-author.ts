import { useTranslate } from 'react-admin';
import type { NewsItem } from '#resources/protocol/news.ts';

/** How the server calls the reader himself (NEWS-15). */
const MYSELF = 'me';

/** The name an announcement is signed with: «Вы» for one's own. */
export function useAuthorName({ author }: Pick<NewsItem, 'author'>): string {
  const translate = useTranslate();
  return author?.name === MYSELF ? translate('news.you') : (author?.name ?? '');
}
