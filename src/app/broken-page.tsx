import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { ActionButton } from '#console/ui/action-button.tsx';
import { EmptyState } from '#console/ui/empty-state.tsx';
import { text } from '#i18n/console-text.ts';

/**
 * A page that could not be drawn: mostly its code did not load, because the connection is gone or a newer
 * version has replaced it. Works without any context, since that may be what failed.
 */
export function BrokenPage() {
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return (
    <EmptyState
      heading={1}
      picture="lift"
      title={text('shell.broken.title')}
      line={text('shell.broken.line')}
      action={
        <ActionButton variant="primary" onClick={() => globalThis.location.reload()}>
          {text('shell.broken.reload')}
        </ActionButton>
      }
    />
  );
}
