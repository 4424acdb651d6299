import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { loadProfile } from '#console/data/auth-provider.ts';
import { Page } from '#console/shell/page.tsx';
import { PERSON_KEY } from '#console/shell/person.ts';
import { ActionButton } from '#console/ui/action-button.tsx';
import { EmptyState } from '#console/ui/empty-state.tsx';
import { Delayed, Skeleton } from '#console/ui/skeleton.tsx';
import type { CurrentProfile } from '#resources/protocol/profile.ts';
import { ObjectList } from './object-list.tsx';
import { PersonCard } from './person-card.tsx';
import classes from './profile.module.css';
import { SessionList } from './session-list.tsx';

/** The signed-in person as the server knows him, asked for anew whenever the page is opened (PROF-01). */
function useOwnProfile() {
  const { data, error, refetch } = useQuery({
    queryKey: PERSON_KEY,
    queryFn: ({ signal }) => loadProfile(signal),
    staleTime: 0,
    retry: false,
  });
  // The call answers the whole profile; the shell's own type names what the shell shows of it.
  return { profile: data as CurrentProfile | undefined, error, retry: () => void refetch() };
}

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
