import '#i18n/first-steps-texts.ts';
import CheckCircle from '@mui/icons-material/CheckCircle';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { ask } from '#console/data/http/http.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { useLevelsKnown } from '#console/data/session/access.ts';
import { featuresNow, useOwnAddition } from '#console/data/session/features.ts';
import { session } from '#console/data/session/session.ts';
import { useAction } from '#console/data/use-action.ts';
import { Unloaded } from '#console/engine/list/states.tsx';
import { Forbidden } from '#console/shell/forbidden.tsx';
import { Page } from '#console/shell/page.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import {
  FIRST_STEPS_PATH,
  type FirstStepsAnswer,
  type FirstStepsBody,
} from '#resources/protocol/first-steps/first-steps.ts';
import { areLeft, decodeFirstSteps, type FirstStep } from '#resources/protocol/first-steps/first-steps-answers.ts';
import classes from './first-steps.module.css';

const KEY = ['first-steps'] as const;

/** `/first-steps`: the set-up steps still open, each with a link to its page; for administrators. */
export function FirstStepsPage() {
  const translate = useTranslate();
  const isOpen = useOwnAddition('firstSteps');
  const isKnown = useLevelsKnown();
  return (
    <Page title={translate('shell.firstSteps')} selector="none">
      {isOpen ? <Steps /> : isKnown ? <Forbidden /> : null}
    </Page>
  );
}

/** Tells the menu whether something is left, which the server said when the console was opened. */
function useMenuEntry(steps: FirstStepsAnswer | undefined): void {
  const isLeft = steps && areLeft(steps);
  useEffect(() => {
    const features = featuresNow();
    if (isLeft === undefined || features?.firstStepsLeft === isLeft) return;
    session.features.set({ ...features, firstStepsLeft: isLeft });
  }, [isLeft]);
}

function Steps() {
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [busy, run] = useAction();
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => ask(FIRST_STEPS_PATH, decodeFirstSteps, { signal }),
    staleTime: 0,
    retry: false,
  });
  useMenuEntry(data);
  const note = (body: FirstStepsBody, message?: string) =>
    run(async () => {
      try {
        queryClient.setQueryData(KEY, await ask(FIRST_STEPS_PATH, decodeFirstSteps, { method: 'PUT', body }));
        if (message) notify(message);
      } catch (failure) {
        // The alert has told it.
        if (!(failure instanceof RequestError)) throw failure;
      }
    });
  if (!data) {
    return (
      <Unloaded error={error} onRetry={() => void refetch()}>
        <Delayed>
          <div className={classes.page}>
            {['one', 'two', 'three', 'four'].map((name) => (
              <Skeleton key={name} height={84} radius={12} />
            ))}
          </div>
        </Delayed>
      </Unloaded>
    );
  }
  const doneCount = data.steps.filter((step) => step.done).length;
  const isAll = doneCount === data.steps.length;
  return (
    <div className={classes.page}>
      <p className={classes.lead}>{translate(isAll ? 'firstSteps.done' : 'firstSteps.lead')}</p>
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
            onByHand={() => note({ by_hand: true })}
          />
        ))}
      </ol>
      {isAll ? null : (
        <div className={classes.foot}>
          {data.hidden ? <span>{translate('firstSteps.hidden')}</span> : null}
          <ActionButton
            variant="ghost"
            busy={busy}
            onClick={() => note({ hidden: !data.hidden }, `firstSteps.${data.hidden ? 'shownSaid' : 'hiddenSaid'}`)}
          >
            {translate(data.hidden ? 'firstSteps.show' : 'firstSteps.hide')}
          </ActionButton>
        </div>
      )}
    </div>
  );
}

/** Where each step is made. */
const PLACES: Readonly<Record<FirstStep, ((company: number | null) => string) | null>> = {
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
  const place = PLACES[name];
  const words = `firstSteps.step.${name}`;
  return (
    <li className={classes.step} data-done={isDone}>
      {isDone ? <CheckCircle aria-hidden /> : <RadioButtonUnchecked aria-hidden />}
      <div className={classes.words}>
        <h2 className={classes.title}>
          {translate(`${words}.title`)}
          <span className={classes.state}>{translate(isDone ? 'firstSteps.isDone' : 'firstSteps.isLeft')}</span>
        </h2>
        <p>{isDone && count ? translate(`${words}.count`, { smart_count: count }) : translate(`${words}.line`)}</p>
      </div>
      {place ? (
        <ActionButton variant={isDone ? 'ghost' : 'secondary'} to={place(company)}>
          {translate(`${words}.go`)}
        </ActionButton>
      ) : isDone ? null : (
        <ActionButton busy={busy} onClick={onByHand}>
          {translate('firstSteps.byHand')}
        </ActionButton>
      )}
    </li>
  );
}
