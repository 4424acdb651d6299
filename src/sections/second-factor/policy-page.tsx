import '#i18n/settings-pages-texts.ts';
import '#i18n/second-factor-texts.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { RequestError } from '#console/data/http/request-error.ts';
import { loadSecondFactorPolicy, saveSecondFactorPolicy } from '#console/data/second-factor/calls.ts';
import { useAreLevelsLoaded } from '#console/data/session/access.ts';
import { useOwnServerFeature } from '#console/data/session/features.ts';
import { useAction } from '#console/data/use-action.ts';
import { LastSeenNote } from '#console/engine/list/last-seen-note.tsx';
import { LoadingOrFailed } from '#console/engine/list/states.tsx';
import { Forbidden } from '#console/shell/forbidden.tsx';
import { Page } from '#console/shell/page.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { Checkbox } from '#console/ui/inputs/checkbox.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import type { SecondFactorLevel } from '#resources/protocol/access/second-factor.ts';
import type { FactorPolicy } from '#resources/protocol/access/second-factor-answers.ts';
import classes from './policy.module.css';

const KEY = ['second-factor-policy'];
const LEVELS: readonly SecondFactorLevel[] = ['administrator', 'write', 'performer', 'read'];

/** `/settings/second-factor`: the levels that must have a second factor, for administrators. */
export function PolicyPage() {
  const translate = useTranslate();
  const hasAddition = useOwnServerFeature('secondFactorPolicy');
  const areLevelsKnown = useAreLevelsLoaded();
  return (
    <Page
      title={translate('settings.secondFactor')}
      selector="none"
      actions={<ActionButton to="/settings/company-profile">{translate('settingsPages.backToCompany')}</ActionButton>}
    >
      {hasAddition ? <Policy /> : areLevelsKnown ? <Forbidden /> : null}
    </Page>
  );
}

function Policy() {
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => loadSecondFactorPolicy(signal),
    staleTime: 0,
    retry: false,
  });
  if (!data) {
    return (
      <LoadingOrFailed error={error} onRetry={() => void refetch()}>
        <Delayed>
          <Skeleton height={260} radius={12} />
        </Delayed>
      </LoadingOrFailed>
    );
  }
  return (
    <>
      <LastSeenNote queryKey={KEY} />
      <PolicyForm policy={data} />
    </>
  );
}

function PolicyForm({ policy: { levels: savedLevels, without, version } }: { policy: FactorPolicy }) {
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [chosenLevels, setChosenLevels] = useState<readonly SecondFactorLevel[] | null>(null);
  const [busy, run] = useAction();
  const levels = chosenLevels ?? savedLevels;

  function save(event: FormEvent): void {
    event.preventDefault();
    run(async () => {
      try {
        queryClient.setQueryData(KEY, await saveSecondFactorPolicy(levels, version));
        setChosenLevels(null);
        notify('secondFactor.policy.saved');
      } catch (error) {
        if (error instanceof RequestError && error.body?.code === 'record_changed') {
          // Another person saved first, so their choice is shown.
          await queryClient.invalidateQueries({ queryKey: KEY });
          setChosenLevels(null);
        }
        throw error;
      }
    });
  }
  return (
    <form className={classes.card} onSubmit={save} aria-busy={busy}>
      <p className={classes.lead}>{translate('secondFactor.policy.lead')}</p>
      <fieldset className={classes.levels} aria-label={translate('secondFactor.policy.levels')}>
        {LEVELS.map((level) => (
          <Checkbox
            key={level}
            checked={levels.includes(level)}
            onChange={(on) => setChosenLevels(LEVELS.filter((one) => (one === level ? on : levels.includes(one))))}
          >
            {translate(`secondFactor.policy.${level}`)}
          </Checkbox>
        ))}
      </fieldset>
      <p className={classes.state} role="status">
        {savedLevels.length === 0
          ? translate('secondFactor.policy.nobody')
          : without > 0
            ? translate('secondFactor.policy.without', { smart_count: without })
            : translate('secondFactor.policy.all')}
      </p>
      <div>
        <ActionButton variant="primary" type="submit" busy={busy} unready={chosenLevels === null}>
          {translate('secondFactor.policy.save')}
        </ActionButton>
      </div>
    </form>
  );
}
