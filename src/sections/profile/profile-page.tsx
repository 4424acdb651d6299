import { useTranslate } from 'react-admin';
import { Page } from '#console/shell/page.tsx';
import { ActionButton } from '#console/ui/action-button.tsx';
import { EmptyState } from '#console/ui/empty-state.tsx';
import { Delayed, Skeleton } from '#console/ui/skeleton.tsx';
import { ObjectList } from './object-list.tsx';
import { useOwnProfile } from './own-profile.ts';
import { PersonCard } from './person-card.tsx';
import classes from './profile.module.css';
import { SessionList } from './session-list.tsx';

/** `/profile`: who one is, what one may open, one's buildings (B§2.10, PROF-01…07). */
export function ProfilePage() {
  const translate = useTranslate();
  const { profile, error, retry } = useOwnProfile();
  return (
    <Page title={translate('profile.title')} selector="off">
      {profile ? (
        <div className={classes.page}>
          <div>
            <PersonCard profile={profile} />
            <SessionList />
          </div>
          <ObjectList profile={profile} />
        </div>
      ) : error ? (
        <EmptyState
          title={translate('profile.failed')}
          action={<ActionButton onClick={retry}>{translate('profile.retry')}</ActionButton>}
        />
      ) : (
        <Delayed>
          <div className={classes.page}>
            <Skeleton height={420} radius={12} />
            <Skeleton height={520} radius={12} />
          </div>
        </Delayed>
      )}
    </Page>
  );
}
