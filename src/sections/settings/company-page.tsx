import ChecklistOutlined from '@mui/icons-material/ChecklistOutlined';
import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import LockOutlined from '@mui/icons-material/LockOutlined';
import MonitorHeartOutlined from '@mui/icons-material/MonitorHeartOutlined';
import PrivacyTipOutlined from '@mui/icons-material/PrivacyTipOutlined';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { ask } from '#console/data/http/http.ts';
import { useServerFeature } from '#console/data/session/features.ts';
import { LastSeenNote } from '#console/engine/list/last-seen-note.tsx';
import { LoadingOrFailed } from '#console/engine/list/states.tsx';
import { Page } from '#console/shell/page.tsx';
import { FIRST_STEPS_PAGE } from '#console/shell/page-links.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import { decodeCompanyProfile } from '#resources/protocol/buildings/settings-answers.ts';
import { COMPANY_PROFILE_PATH } from '#resources/protocol/paths/buildings.ts';
import classes from './company.module.css';
import { CompanyCard } from './company-card.tsx';
import { Directories } from './directories.tsx';

const KEY = ['company-profile'] as const;

/** `/settings/company-profile`: the user's company (SET-44). */
export function CompanyPage() {
  const translate = useTranslate();
  const hasFirstSteps = useServerFeature('firstSteps');
  const [hasStatus, hasJournal, hasPersonalData, hasPolicy] = [
    useServerFeature('status'),
    useServerFeature('journal'),
    useServerFeature('personalData'),
    useServerFeature('secondFactorPolicy'),
  ];
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => ask(COMPANY_PROFILE_PATH, decodeCompanyProfile, { signal }),
    retry: false,
  });
  return (
    <Page
      title={translate('settings.company')}
      selector="off"
      actions={
        <>
          {hasFirstSteps ? (
            <ActionButton compact icon={<ChecklistOutlined aria-hidden />} to={FIRST_STEPS_PAGE}>
              {translate('shell.firstSteps')}
            </ActionButton>
          ) : null}
          {hasStatus ? (
            <ActionButton compact icon={<MonitorHeartOutlined aria-hidden />} to="/settings/status">
              {translate('settings.status')}
            </ActionButton>
          ) : null}
          {hasPolicy ? (
            <ActionButton compact icon={<LockOutlined aria-hidden />} to="/settings/second-factor">
              {translate('settings.secondFactor')}
            </ActionButton>
          ) : null}
          {hasPersonalData ? (
            <ActionButton compact icon={<PrivacyTipOutlined aria-hidden />} to="/settings/personal-data">
              {translate('settings.personalData')}
            </ActionButton>
          ) : null}
          {hasJournal ? (
            <ActionButton compact icon={<HistoryOutlined aria-hidden />} to="/settings/journal">
              {translate('settings.journal')}
            </ActionButton>
          ) : null}
        </>
      }
    >
      <LastSeenNote queryKey={KEY} />
      {data ? (
        <>
          <CompanyCard company={data} />
          <Directories company={data.id} />
        </>
      ) : (
        <LoadingOrFailed error={error} onRetry={() => void refetch()}>
          <Delayed>
            <div className={classes.page}>
              <div className={classes.head}>
                <Skeleton width={88} height={88} radius={20} />
                <Skeleton width="50%" height={24} />
              </div>
              <div className={classes.facts}>
                {['70%', '62%', '66%', '58%'].map((width) => (
                  <Skeleton key={width} width={width} height={20} />
                ))}
              </div>
            </div>
          </Delayed>
        </LoadingOrFailed>
      )}
    </Page>
  );
}
