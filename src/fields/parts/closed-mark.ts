import { useTranslate } from 'react-admin';

/** A thing of a list, which its list may call closed. */
type Closable = { readonly id: number; readonly closed?: unknown };

/** The thing is closed: it is kept where it stands, and cannot be chosen anew. */
export const isClosed = (item: Closable): boolean => item.closed === true;

/** Names a thing of a list, «… (закрыта)» where it is closed. */
export function useMarkedName(): (item: Closable, name: string) => string {
  const translate = useTranslate();
  return (item, name) => (isClosed(item) ? translate('engine.form.closed', { name }) : name);
}
