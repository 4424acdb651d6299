import { buildingSettingsPath } from '#resources/protocol/paths/buildings.ts';
import '#i18n/building-plan-texts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import { buildingLabel } from '#console/data/buildings/buildings.ts';
import { companyZone } from '#console/data/company-clock.ts';
import { request } from '#console/data/http/http.ts';
import { useOwnServerFeature } from '#console/data/session/features.ts';
import { useAction } from '#console/data/use-action.ts';
import { LoadingOrFailed } from '#console/engine/list/states.tsx';
import { Page } from '#console/shell/page.tsx';
import { RecordNotFound } from '#console/shell/record-not-found.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import { invalidateBuildings, useClosed } from './structure-calls.ts';
import classes from './structure-page.module.css';

const BACK_PATH = '/settings/buildings';

/** `/settings/closed-buildings`: list of closed buildings, which can be reopened. */
export function ClosedPage() {
  const translate = useTranslate();
  const hasAddition = useOwnServerFeature('buildings');
  if (!hasAddition) return <RecordNotFound backTo={BACK_PATH} />;
  return (
    <Page
      title={translate('buildingPlan.closed.title')}
      selector="none"
      actions={<ActionButton to={BACK_PATH}>{translate('resources.settings-buildings.action.back')}</ActionButton>}
    >
      <ClosedList />
    </Page>
  );
}

function ClosedList() {
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useClosed();
  const [busy, run] = useAction();
  const dayFormat = new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeZone: companyZone() });
  if (!data) {
    return (
      <LoadingOrFailed error={error} onRetry={() => void refetch()}>
        <Delayed>
          <div className={classes.page}>
            <Skeleton height={120} radius={12} />
          </div>
        </Delayed>
      </LoadingOrFailed>
    );
  }
  const reopen = (id: number) =>
    run(async () => {
      await request(buildingSettingsPath(id, 'reopen/'), { method: 'POST' });
      notify('buildingPlan.said.reopened');
      await invalidateBuildings(queryClient);
    });
  return (
    <div className={classes.page}>
      <h2>{translate('buildingPlan.closed.title')}</h2>
      {data.length ? (
        <ul className={classes.closed}>
          {data.map((building) => (
            <li key={building.id}>
              <b>{buildingLabel(building)}</b>
              <small>
                {translate('buildingPlan.closed.since', { day: dayFormat.format(new Date(building.closed_at)) })}
              </small>
              <ActionButton
                size="sm"
                busy={busy}
                name={`${translate('buildingPlan.closed.reopen')}: ${buildingLabel(building)}`}
                onClick={() => reopen(building.id)}
              >
                {translate('buildingPlan.closed.reopen')}
              </ActionButton>
            </li>
          ))}
        </ul>
      ) : (
        <p className={classes.line}>{translate('buildingPlan.closed.none')}</p>
      )}
    </div>
  );
}
