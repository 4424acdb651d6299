import { useTranslate } from 'react-admin';
import { productName } from '#console/data/http/failures.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import { useDocumentTitle } from './document-title.ts';
import classes from './fallback-page.module.css';
import { Logo } from './menu/logo.tsx';

/** Page for an unknown address (SHELL-02, SHELL-03). */
export function FallbackPage() {
  const translate = useTranslate();
  const title = translate('shell.fallback.title');
  useDocumentTitle(title);
  return (
    <main className={classes.page}>
      <div className={classes.brand}>
        <Logo size={30} />
        <span>{productName()}</span>
      </div>
      <div className={classes.middle}>
        <EmptyState
          headingLevel={1}
          picture="lost"
          title={title}
          description={translate('shell.fallback.line')}
          action={
            <ActionButton variant="primary" to="/news">
              {translate('shell.fallback.home')}
            </ActionButton>
          }
        />
      </div>
    </main>
  );
}
