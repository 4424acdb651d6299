import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import { useDocumentTitle } from './document-title.ts';

/**
 * «Вы попали не туда»: an edit page without an id, or with one that is not there (SHELL-07, G-54).
 * @param backTo address of the list
 */
export function WrongPlace({ backTo }: { backTo: string }) {
  const translate = useTranslate();
  const title = translate('shell.wrongPlace.title');
  useDocumentTitle(title);
  return (
    <EmptyState
      heading={1}
      picture="lost"
      title={title}
      line={translate('shell.wrongPlace.line')}
      action={
        <ActionButton variant="primary" to={backTo}>
          {translate('shell.wrongPlace.back')}
        </ActionButton>
      }
    />
  );
}
