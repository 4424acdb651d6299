import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { productName } from '#console/data/http/failures.ts';
import { useUnreadNotices } from '#console/data/live/notice-centre.ts';

/** Titles the browser's tab: «Камеры – Управдом», with unread notifications «(3) Камеры – Управдом». */
export function useDocumentTitle(title: string): void {
  const translate = useTranslate();
  const count = useUnreadNotices();
  useEffect(() => {
    const key = count > 0 ? 'shell.unreadTitle' : 'shell.documentTitle';
    document.title = translate(key, { title, count, product: productName() });
  }, [title, count, translate]);
}
