import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { request, unwrap } from '#console/data/http.ts';
import { Page } from '#console/shell/page.tsx';
import { ActionButton } from '#console/ui/action-button.tsx';
import { EmptyState } from '#console/ui/empty-state.tsx';
import { Delayed, Skeleton } from '#console/ui/skeleton.tsx';
import type { CompanyProfile } from '#resources/protocol/settings.ts';
import classes from './company.module.css';
import { CompanyCard } from './company-card.tsx';

const PATH = '/api/crm/settings/company-profile/';

/** `/settings/company-profile`: the company one works for (B§2.8, SET-44). */
export function CompanyPage() {
  const translate = useTranslate();
  const { data, error, refetch } = useQuery({
    queryKey: ['company-profile'],
    queryFn: async ({ signal }) => unwrap(await request(PATH, { signal })) as CompanyProfile,
    retry: false,
  });
  return (
    <Page title={translate('settings.company')} selector="off">
      {data ? (
        <CompanyCard company={data} />
      ) : error ? (
        <EmptyState
          picture="lift"
          title={translate('engine.list.failed')}
          action={<ActionButton onClick={() => void refetch()}>{translate('engine.list.retry')}</ActionButton>}
        />
      ) : (
        <Delayed>
          <div className={classes.page}>
            <Skeleton height={88} radius={20} />
            <Skeleton height={140} radius={10} />
          </div>
        </Delayed>
      )}
    </Page>
  );
}
