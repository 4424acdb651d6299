import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import { useDocumentTitle } from './document-title.ts';

/**
 * «Вы попали не туда»: an edit page without an id, or with an unknown one (SHELL-07, G-54).
 * @param backTo path of the list
 */
export function RecordNotFound({ backTo }: { backTo: string }) {
  const translate = useTranslate();
  const title = translate('shell.wrongPlace.title');
  useDocumentTitle(title);
  return (
    <EmptyState
      headingLevel={1}
      picture="lost"
      title={title}
      description={translate('shell.wrongPlace.line')}
      action={
        <ActionButton variant="primary" to={backTo}>
          {translate('shell.wrongPlace.back')}
        </ActionButton>
      }
    />
  );
}
