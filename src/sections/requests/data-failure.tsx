import { useTranslate } from 'react-admin';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import classes from './data-failure.module.css';

/**
 * «Данные не доехали» in place of the board (TASK-40…42).
 * @param kept a change was not stored: its card is back where it was
 */
export function DataFailure({ isStored, busy, onReload }: { isStored: boolean; busy: boolean; onReload: () => void }) {
  const translate = useTranslate();
  return (
    <div role="alert" className={classes.panel}>
      <EmptyState
        picture="lift"
        title={translate('tasks.failed.title')}
        line={
          <>
            {translate('tasks.failed.line')}
            {isStored ? ` ${translate('tasks.failed.kept')}` : ''}
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
