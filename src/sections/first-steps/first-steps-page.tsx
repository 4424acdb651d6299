import '#i18n/first-steps-texts.ts';
import CheckCircle from '@mui/icons-material/CheckCircle';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { ask } from '#console/data/http/http.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { useAreLevelsLoaded } from '#console/data/session/access.ts';
import { currentFeatures, useOwnServerFeature } from '#console/data/session/features.ts';
import { session } from '#console/data/session/session.ts';
import { useAction } from '#console/data/use-action.ts';
import { LoadingOrFailed } from '#console/engine/list/states.tsx';
import { Forbidden } from '#console/shell/forbidden.tsx';
import { Page } from '#console/shell/page.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import {
  FIRST_STEPS_PATH,
  type FirstStepsAnswer,
  type FirstStepsBody,
} from '#resources/protocol/first-steps/first-steps.ts';
import { areStepsLeft, decodeFirstSteps, type FirstStep } from '#resources/protocol/first-steps/first-steps-answers.ts';
import classes from './first-steps.module.css';

const FIRST_STEPS_KEY = ['first-steps'] as const;

/** `/first-steps`: checklist of the set-up steps with links to their pages; for administrators. */
export function FirstStepsPage() {
  const translate = useTranslate();
  const hasFirstSteps = useOwnServerFeature('firstSteps');
  const areLevelsKnown = useAreLevelsLoaded();
  return (
    <Page title={translate('shell.firstSteps')} selector="none">
      {hasFirstSteps ? <Steps /> : areLevelsKnown ? <Forbidden /> : null}
    </Page>
  );
}

/** Updates the flag that shows this page in the menu, which the server sent only once, when the console was opened. */
function useMenuEntry(steps: FirstStepsAnswer | undefined): void {
  const hasStepsLeft = steps && areStepsLeft(steps);
  useEffect(() => {
    const features = currentFeatures();
    if (hasStepsLeft === undefined || features?.firstStepsLeft === hasStepsLeft) return;
    session.features.set({ ...features, firstStepsLeft: hasStepsLeft });
  }, [hasStepsLeft]);
}

function Steps() {
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [busy, run] = useAction();
  const { data, error, refetch } = useQuery({
    queryKey: FIRST_STEPS_KEY,
    queryFn: ({ signal }) => ask(FIRST_STEPS_PATH, decodeFirstSteps, { signal }),
    staleTime: 0,
    retry: false,
  });
  useMenuEntry(data);
  const update = (body: FirstStepsBody, message?: string) =>
    run(async () => {
      try {
        queryClient.setQueryData(
          FIRST_STEPS_KEY,
          await ask(FIRST_STEPS_PATH, decodeFirstSteps, { method: 'PUT', body }),
        );
        if (message) notify(message);
      } catch (failure) {
        // A RequestError is already shown in an alert.
        if (!(failure instanceof RequestError)) throw failure;
      }
    });
  if (!data) {
    return (
      <LoadingOrFailed error={error} onRetry={() => void refetch()}>
        <Delayed>
          <div className={classes.page}>
            {['one', 'two', 'three', 'four'].map((name) => (
              <Skeleton key={name} height={84} radius={12} />
            ))}
          </div>
        </Delayed>
      </LoadingOrFailed>
    );
  }
  const doneCount = data.steps.filter((step) => step.done).length;
  const isAllDone = doneCount === data.steps.length;
  return (
    <div className={classes.page}>
      <p className={classes.lead}>{translate(isAllDone ? 'firstSteps.done' : 'firstSteps.lead')}</p>
      <div className={classes.progress}>
        <progress value={doneCount} max={data.steps.length} aria-hidden />
        <span role="status">{translate('firstSteps.progress', { done: doneCount, total: data.steps.length })}</span>
      </div>
      <ol className={classes.steps}>
        {data.steps.map((step) => (
          <Step
            key={step.name}
            step={step}
            company={data.company}
            busy={busy}
            onByHand={() => update({ by_hand: true })}
          />
        ))}
      </ol>
      {isAllDone ? null : (
        <div className={classes.foot}>
          {data.hidden ? <span>{translate('firstSteps.hidden')}</span> : null}
          <ActionButton
            variant="ghost"
            busy={busy}
            onClick={() => update({ hidden: !data.hidden }, `firstSteps.${data.hidden ? 'shownSaid' : 'hiddenSaid'}`)}
          >
            {translate(data.hidden ? 'firstSteps.show' : 'firstSteps.hide')}
          </ActionButton>
        </div>
      )}
    </div>
  );
}

/** Path of the page for each step; null if the step is confirmed by hand. */
const STEP_PATHS: Readonly<Record<FirstStep, ((company: number | null) => string) | null>> = {
  company: (company) => `/settings/edit-organisation?id=${company}`,
  buildings: () => '/settings/buildings',
  services: () => '/settings/services',
  organisations: () => '/settings/organisations',
  readings: () => '/settings/meters-readings',
  employees: () => '/settings/add-employee',
  sms: null,
};

function Step({
  step: { name, count, done: isDone },
  company,
  busy,
  onByHand,
}: {
  step: FirstStepsAnswer['steps'][number];
  company: number | null;
  busy: boolean;
  onByHand: () => void;
}) {
  const translate = useTranslate();
  const stepPath = STEP_PATHS[name];
  const textKey = `firstSteps.step.${name}`;
  return (
    <li className={classes.step} data-done={isDone}>
      {isDone ? <CheckCircle aria-hidden /> : <RadioButtonUnchecked aria-hidden />}
      <div className={classes.words}>
        <h2 className={classes.title}>
          {translate(`${textKey}.title`)}
          <span className={classes.state}>{translate(isDone ? 'firstSteps.isDone' : 'firstSteps.isLeft')}</span>
        </h2>
        <p>{isDone && count ? translate(`${textKey}.count`, { smart_count: count }) : translate(`${textKey}.line`)}</p>
      </div>
      {stepPath ? (
        <ActionButton variant={isDone ? 'ghost' : 'secondary'} to={stepPath(company)}>
          {translate(`${textKey}.go`)}
        </ActionButton>
      ) : isDone ? null : (
        <ActionButton busy={busy} onClick={onByHand}>
          {translate('firstSteps.byHand')}
        </ActionButton>
      )}
    </li>
  );
}
