import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { productName } from '#console/data/failures.ts';

/** Titles the browser's tab: «Камеры – Управдом». */
export function useDocumentTitle(title: string): void {
  const translate = useTranslate();
  useEffect(() => {
    document.title = translate('shell.documentTitle', { title, product: productName() });
  }, [title, translate]);
}
