import { buildingPath } from '#resources/protocol/paths/buildings.ts';
import '#i18n/settings-pages-texts.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router';
import { ask } from '#console/data/http/http.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { LastSeenNote } from '#console/engine/list/last-seen-note.tsx';
import { LoadingOrFailed } from '#console/engine/list/states.tsx';
import { Page } from '#console/shell/page.tsx';
import { RecordNotFound } from '#console/shell/record-not-found.tsx';
import { Plate } from '#console/ui/display/plate.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import { typeset } from '#i18n/typeset.ts';
import { decodeWholeBuilding } from '#resources/protocol/buildings/whole-building-answers.ts';
import classes from './building-card.module.css';
import frame from './company.module.css';

const BACK_PATH = '/settings/buildings';

/** `/settings/building-passport?id=…`: address of a building under the heading «Паспорт» (SET-43). */
export function PassportPage() {
  const translate = useTranslate();
  const [params] = useSearchParams();
  const id = params.get('id')?.trim();
  const { data, error, refetch } = useQuery({
    queryKey: ['building-passport', id],
    queryFn: ({ signal }) => ask(buildingPath(id ?? ''), decodeWholeBuilding, { signal }),
    enabled: Boolean(id),
    retry: false,
  });
  if (!id || (error instanceof RequestError && error.status === 404)) return <RecordNotFound backTo={BACK_PATH} />;
  return (
    <Page title={translate('settingsPages.passport')} selector="off">
      <LastSeenNote queryKey={['building-passport', id]} />
      {data ? (
        <div className={frame.page}>
          <h2 className={frame.name}>{translate('settingsPages.passport')}</h2>
          <p className={classes.address}>
            <Plate number={data.number} solid size="lg" />
            <span className={classes.street}>{typeset(data.street)}</span>
          </p>
        </div>
      ) : (
        <LoadingOrFailed error={error} onRetry={() => void refetch()}>
          <Delayed>
            <div className={frame.page}>
              <Skeleton height={40} radius={8} />
            </div>
          </Delayed>
        </LoadingOrFailed>
      )}
    </Page>
  );
}
