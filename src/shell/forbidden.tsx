import { useTranslate } from 'react-admin';
import { EmptyState } from '#console/ui/states/empty-state.tsx';

/**
 * «Для вас доступ закрыт» in place of a list (SHELL-04). Names no person: the data does not say which may grant it.
 * @param section title of the closed section; left out when everything is closed
 */
export function Forbidden({ section }: { section?: string }) {
  const translate = useTranslate();
  const line = section ? translate('shell.forbidden.section', { section }) : translate('shell.forbidden.everything');
  return <EmptyState picture="door" title={translate('shell.forbidden.title')} line={line} />;
}
