import { buildingSettingsPath } from '#resources/protocol/paths/buildings.ts';
import '#i18n/building-plan-texts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import { buildingLabel } from '#console/data/buildings/buildings.ts';
import { companyZone } from '#console/data/company-clock.ts';
import { request } from '#console/data/http/http.ts';
import { useOwnAddition } from '#console/data/session/features.ts';
import { useAction } from '#console/data/use-action.ts';
import { Unloaded } from '#console/engine/list/states.tsx';
import { Page } from '#console/shell/page.tsx';
import { WrongPlace } from '#console/shell/wrong-place.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import { changedBuildings, useClosed } from './structure-calls.ts';
import classes from './structure-page.module.css';

const BACK = '/settings/buildings';

/** `/settings/closed-buildings`: closed buildings, which can be opened again. */
export function ClosedPage() {
  const translate = useTranslate();
  const isOffered = useOwnAddition('buildings');
  if (!isOffered) return <WrongPlace backTo={BACK} />;
  return (
    <Page
      title={translate('buildingPlan.closed.title')}
      selector="none"
      actions={<ActionButton to={BACK}>{translate('resources.settings-buildings.action.back')}</ActionButton>}
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
  const day = new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeZone: companyZone() });
  if (!data) {
    return (
      <Unloaded error={error} onRetry={() => void refetch()}>
        <Delayed>
          <div className={classes.page}>
            <Skeleton height={120} radius={12} />
          </div>
        </Delayed>
      </Unloaded>
    );
  }
  const reopen = (id: number) =>
    run(async () => {
      await request(buildingSettingsPath(id, 'reopen/'), { method: 'POST' });
      notify('buildingPlan.said.reopened');
      await changedBuildings(queryClient);
    });
  return (
    <div className={classes.page}>
      <h2>{translate('buildingPlan.closed.title')}</h2>
      {data.length ? (
        <ul className={classes.closed}>
          {data.map((building) => (
            <li key={building.id}>
              <b>{buildingLabel(building)}</b>
              <small>{translate('buildingPlan.closed.since', { day: day.format(new Date(building.closed_at)) })}</small>
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
