import { useContext, useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { productName } from '#console/data/http/failures.ts';
import { useUnreadNotices } from '#console/data/live/notice-centre.ts';
import { PreviewContext } from '#console/data/preview.ts';

/** Sets the document title: «Камеры – Управдом», with unread notifications «(3) Камеры – Управдом». */
export function useDocumentTitle(title: string): void {
  const translate = useTranslate();
  const count = useUnreadNotices();
  const isPreview = useContext(PreviewContext) !== null;
  useEffect(() => {
    if (isPreview) return;
    const key = count > 0 ? 'shell.unreadTitle' : 'shell.documentTitle';
    document.title = translate(key, { title, count, product: productName() });
  }, [title, count, translate, isPreview]);
}
