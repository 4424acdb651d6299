import { LastSeenNote } from '#console/engine/list/last-seen-note.tsx';
import '#i18n/status-texts.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { ask } from '#console/data/http/http.ts';
import { useAreLevelsLoaded } from '#console/data/session/access.ts';
import { useServerFeature } from '#console/data/session/features.ts';
import { LoadingOrFailed } from '#console/engine/list/states.tsx';
import { Forbidden } from '#console/shell/forbidden.tsx';
import { Page } from '#console/shell/page.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import { STATUS_PATH } from '#resources/protocol/status/status.ts';
import { decodeStatus } from '#resources/protocol/status/status-answers.ts';
import { Facts } from './facts.tsx';
import classes from './status.module.css';

/** Polling interval, ms. */
const REFRESH_MS = 30_000;

/** `/settings/status`: status of the installation, for administrators. */
export function StatusPage() {
  const translate = useTranslate();
  const hasAddition = useServerFeature('status');
  const areLevelsKnown = useAreLevelsLoaded();
  return (
    <Page
      title={translate('settings.status')}
      selector="none"
      actions={<ActionButton to="/settings/company-profile">{translate('status.back')}</ActionButton>}
    >
      {hasAddition ? <CurrentStatus /> : areLevelsKnown ? <Forbidden /> : null}
    </Page>
  );
}

/** The latest status, refetched every 30 s while the page is visible. */
function CurrentStatus() {
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['status'],
    queryFn: ({ signal }) => ask(STATUS_PATH, decodeStatus, { signal }),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
    retry: false,
  });
  // After an error the old data would look current, so they are not shown.
  if (data && !error) {
    return (
      <>
        <LastSeenNote queryKey={['status']} />
        <Facts status={data} at={dataUpdatedAt} isFetching={isFetching} onRefresh={() => void refetch()} />
      </>
    );
  }
  return (
    <LoadingOrFailed error={error} onRetry={() => void refetch()}>
      <Delayed>
        <div className={classes.page}>
          <Skeleton width={220} height={32} radius={8} />
          <div className={classes.groups}>
            {['one', 'two', 'three', 'four'].map((name) => (
              <Skeleton key={name} height={200} radius={10} />
            ))}
          </div>
        </div>
      </Delayed>
    </LoadingOrFailed>
  );
}
