import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router';
import { request, unwrap } from '#console/data/http.ts';
import { RequestError } from '#console/data/request-error.ts';
import { Page } from '#console/shell/page.tsx';
import { WrongPlace } from '#console/shell/wrong-place.tsx';
import { ActionButton } from '#console/ui/action-button.tsx';
import { EmptyState } from '#console/ui/empty-state.tsx';
import { Plate } from '#console/ui/plate.tsx';
import { Delayed, Skeleton } from '#console/ui/skeleton.tsx';
import type { BuildingOne } from '#resources/protocol/buildings.ts';
import classes from './building-card.module.css';
import frame from './company.module.css';

const BACK = '/settings/buildings';

/** `/settings/building-passport?id=…`: reads the building and shows its address under the word «Паспорт» (SET-43). */
export function PassportPage() {
  const translate = useTranslate();
  const [params] = useSearchParams();
  const id = params.get('id')?.trim();
  const { data, error, refetch } = useQuery({
    queryKey: ['building-passport', id],
    queryFn: async ({ signal }) =>
      unwrap(await request(`/api/crm/buildings/${encodeURIComponent(id ?? '')}/`, { signal })) as BuildingOne,
    enabled: Boolean(id),
    retry: false,
  });
  if (!id || (error instanceof RequestError && error.status === 404)) return <WrongPlace backTo={BACK} />;
  return (
    <Page title={translate('settings.passport')} selector="off">
      {data ? (
        <div className={frame.page}>
          <h2 className={frame.name}>{translate('settings.passport')}</h2>
          <p className={classes.address}>
            <Plate number={data.number} solid size="lg" />
            <span className={classes.street}>{data.street}</span>
          </p>
        </div>
      ) : error ? (
        <EmptyState
          picture="lift"
          title={translate('engine.list.failed')}
          action={<ActionButton onClick={() => void refetch()}>{translate('engine.list.retry')}</ActionButton>}
        />
      ) : (
        <Delayed>
          <div className={frame.page}>
            <Skeleton height={40} radius={8} />
          </div>
        </Delayed>
      )}
    </Page>
  );
}
