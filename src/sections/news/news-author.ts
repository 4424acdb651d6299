import { useTranslate } from 'react-admin';
import type { Announcement } from '#resources/protocol/news/news-answers.ts';

/** How the server calls the reader themselves (NEWS-15). */
const MYSELF = 'me';

/** The name an announcement is signed with: «Вы» for one's own. */
export function useAuthorName({ author }: Pick<Announcement, 'author'>): string {
  const translate = useTranslate();
  return author?.name === MYSELF ? translate('news.you') : (author?.name ?? '');
}
