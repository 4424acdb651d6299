import { useTranslate } from 'react-admin';
import { EmptyState } from '#console/ui/states/empty-state.tsx';

/**
 * «Для вас доступ закрыт» instead of a list (SHELL-04). Does not name anybody who could grant access, since that is not in the
 * data.
 * @param section title of the section; omit it when the person has no access at all
 */
export function Forbidden({ section }: { section?: string }) {
  const translate = useTranslate();
  const line = section ? translate('shell.forbidden.section', { section }) : translate('shell.forbidden.everything');
  return <EmptyState picture="door" title={translate('shell.forbidden.title')} description={line} />;
}
