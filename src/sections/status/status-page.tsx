import { LastSeenNote } from '#console/engine/list/last-seen-note.tsx';
import '#i18n/status-texts.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { ask } from '#console/data/http/http.ts';
import { useLevelsKnown } from '#console/data/session/access.ts';
import { useAddition } from '#console/data/session/features.ts';
import { Unloaded } from '#console/engine/list/states.tsx';
import { Forbidden } from '#console/shell/forbidden.tsx';
import { Page } from '#console/shell/page.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import { STATUS_PATH } from '#resources/protocol/status/status.ts';
import { decodeStatus } from '#resources/protocol/status/status-answers.ts';
import { Facts } from './facts.tsx';
import classes from './status.module.css';

/** Between two looks at the server, ms. */
const REFRESH_MS = 30_000;

/** `/settings/status`: how the installation is, for administrators. */
export function StatusPage() {
  const translate = useTranslate();
  const isOpen = useAddition('status');
  const isKnown = useLevelsKnown();
  return (
    <Page
      title={translate('settings.status')}
      selector="none"
      actions={<ActionButton to="/settings/company-profile">{translate('status.back')}</ActionButton>}
    >
      {isOpen ? <Current /> : isKnown ? <Forbidden /> : null}
    </Page>
  );
}

/** The last answer of the server, refreshed every 30 s while the page is visible. */
function Current() {
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['status'],
    queryFn: ({ signal }) => ask(STATUS_PATH, decodeStatus, { signal }),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
    retry: false,
  });
  // An old answer would look current while the server is silent.
  if (data && !error) {
    return (
      <>
        <LastSeenNote of={['status']} />
        <Facts status={data} at={dataUpdatedAt} isFetching={isFetching} onRefresh={() => void refetch()} />
      </>
    );
  }
  return (
    <Unloaded error={error} onRetry={() => void refetch()}>
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
    </Unloaded>
  );
}
