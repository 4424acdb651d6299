import { useTranslate } from 'react-admin';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import classes from './data-failure.module.css';

/**
 * «Данные не доехали» in place of the board (TASK-40…42).
 * @param isRolledBack whether a change was not stored, so that its card has returned to its previous position
 */
export function DataFailure({
  isRolledBack,
  busy,
  onReload,
}: {
  isRolledBack: boolean;
  busy: boolean;
  onReload: () => void;
}) {
  const translate = useTranslate();
  return (
    <div role="alert" className={classes.panel}>
      <EmptyState
        picture="lift"
        title={translate('tasks.failed.title')}
        description={
          <>
            {translate('tasks.failed.line')}
            {isRolledBack ? ` ${translate('tasks.failed.kept')}` : ''}
          </>
        }
        action={
          <button type="button" className={`link ${classes.reload}`} aria-busy={busy || undefined} onClick={onReload}>
            {translate('tasks.failed.reload')}
          </button>
        }
      />
    </div>
  );
}
