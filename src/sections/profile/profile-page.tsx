import '#i18n/profile-texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslate } from 'react-admin';
import { useOnline } from '#console/data/http/online.ts';
import { loadProfile } from '#console/data/session/auth-provider.ts';
import { useOwnServerFeature } from '#console/data/session/features.ts';
import { LastSeenNote } from '#console/engine/list/last-seen-note.tsx';
import { OfflineState } from '#console/engine/list/states.tsx';
import { PERSON_KEY } from '#console/shell/menu/person.ts';
import { Page } from '#console/shell/page.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import { lazyOptional } from '#console/ui/timing/lazy-optional.ts';
import type { Profile } from '#resources/protocol/people/profile-answers.ts';
import { FirstPageChoice } from './first-page-choice.tsx';
import { ObjectList } from './object-list.tsx';
import { PersonCard } from './person-card.tsx';
import classes from './profile.module.css';
import { SessionList } from './session-list.tsx';

const SecondFactorCard = lazyOptional(() => import('./second-factor-card.tsx'));

/** The signed-in user's profile, refetched whenever the page is opened (PROF-01). */
function useOwnProfile() {
  const { data, error, refetch } = useQuery({
    queryKey: PERSON_KEY,
    queryFn: ({ signal }) => loadProfile(signal),
    staleTime: 0,
    retry: false,
  });
  // The response is the whole profile; the type of `loadProfile` names only the fields that the shell uses.
  return { profile: data as Profile | undefined, error, retry: () => void refetch() };
}

/** `/profile`: the reader's own name, rights, sessions and buildings (PROF-01…07). */
export function ProfilePage() {
  const translate = useTranslate();
  const { profile, error, retry } = useOwnProfile();
  const online = useOnline();
  const hasSecondFactor = useOwnServerFeature('secondFactor');
  return (
    <Page title={translate('profile.title')} selector="off">
      <LastSeenNote queryKey={PERSON_KEY} />
      {profile ? (
        <div className={classes.page}>
          <div>
            <PersonCard profile={profile} />
            <FirstPageChoice profile={profile} />
            {hasSecondFactor ? (
              <Suspense>
                <SecondFactorCard />
              </Suspense>
            ) : null}
            <SessionList />
          </div>
          <ObjectList profile={profile} />
        </div>
      ) : !online ? (
        <OfflineState line="engine.list.offlinePage" onRetry={retry} />
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
