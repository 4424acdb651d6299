import '#i18n/second-factor-texts.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useOnline } from '#console/data/http/online.ts';
import { createRecoveryCodes, loadSecondFactor } from '#console/data/second-factor/calls.ts';
import { supportsPasskeys } from '#console/data/second-factor/passkey.ts';
import { useAction } from '#console/data/use-action.ts';
import { PartLoadingOrFailed } from '#console/engine/list/states.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import type { OwnFactor } from '#resources/protocol/access/second-factor-answers.ts';
import type { RemovedFactor } from './remove-factor-dialog.tsx';
import classes from './session-list.module.css';

const SetUpDialog = lazy(() => import('./set-up-dialog.tsx'));
const RemoveFactorDialog = lazy(() => import('./remove-factor-dialog.tsx'));
const CodesDialog = lazy(() => import('./codes-dialog.tsx'));

const SECOND_FACTOR_KEY = ['own-second-factor'];
const DAY = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', year: 'numeric' });
const formatDay = (iso: string) => DAY.format(new Date(iso)).replace(/г\.$/, '').trimEnd();

/** Card «Двухэтапный вход» of the profile: the reader's second factors and their set-up. */
export default function SecondFactorCard() {
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: SECOND_FACTOR_KEY,
    queryFn: ({ signal }) => loadSecondFactor(signal),
    staleTime: 0,
    retry: false,
  });
  const [addedFactor, setAddedFactor] = useState<'app' | 'passkey' | null>(null);
  const [removedFactor, setRemovedFactor] = useState<RemovedFactor | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const online = useOnline();
  if (!data) {
    if (online && !error) return null;
    return (
      <section className={classes.card} aria-labelledby="second-factor">
        <h2 id="second-factor" className={classes.title}>
          {translate('secondFactor.title')}
        </h2>
        <PartLoadingOrFailed error={error} onRetry={() => void refetch()} />
      </section>
    );
  }
  const hasFactors = data.totp !== null || data.passkeys.length > 0;
  const refetchFactors = () => queryClient.invalidateQueries({ queryKey: SECOND_FACTOR_KEY });
  const isLast = (data.totp === null ? 0 : 1) + data.passkeys.length === 1;
  return (
    <section className={classes.card} aria-labelledby="second-factor">
      <h2 id="second-factor" className={classes.title}>
        {translate('secondFactor.title')}
      </h2>
      <p className={classes.hint}>
        {translate(`secondFactor.own.${hasFactors ? 'on' : 'off'}`)}
        {data.required ? ` ${translate('secondFactor.own.required')}` : ''}
      </p>
      <Factors factor={data} isLast={isLast} onRemove={setRemovedFactor} onCodes={setCodes} />
      <AddFactorButtons factor={data} onAdd={setAddedFactor} />
      <Suspense>
        {addedFactor ? (
          <SetUpDialog
            factorKind={addedFactor}
            onClose={() => setAddedFactor(null)}
            onDone={(newCodes) => {
              setAddedFactor(null);
              if (newCodes.length) setCodes(newCodes);
              else notify('secondFactor.own.added');
              void refetchFactors();
            }}
          />
        ) : null}
        {removedFactor ? (
          <RemoveFactorDialog
            removed={removedFactor}
            onClose={() => setRemovedFactor(null)}
            onDone={() => {
              setRemovedFactor(null);
              notify('secondFactor.own.removed');
              void refetchFactors();
            }}
          />
        ) : null}
        {codes ? (
          <CodesDialog
            codes={codes}
            onDone={() => {
              setCodes(null);
              void refetchFactors();
            }}
          />
        ) : null}
      </Suspense>
    </section>
  );
}

/** The active factors: the app, the passkeys, and the number of remaining recovery codes. */
function Factors({
  factor,
  isLast,
  onRemove,
  onCodes,
}: {
  factor: OwnFactor;
  isLast: boolean;
  onRemove: (removed: RemovedFactor) => void;
  onCodes: (codes: readonly string[]) => void;
}) {
  const translate = useTranslate();
  const [busy, run] = useAction();
  if (factor.totp === null && !factor.passkeys.length) return null;
  return (
    <ul>
      {factor.totp === null ? null : (
        <li className={classes.row}>
          <div className={classes.about}>
            <b>{translate('secondFactor.own.app')}</b>
            <small>{translate('secondFactor.own.since', { when: formatDay(factor.totp) })}</small>
          </div>
          <ActionButton size="sm" variant="ghost" onClick={() => onRemove({ passkey: null, name: '', isLast })}>
            {translate('secondFactor.own.turnOff')}
          </ActionButton>
        </li>
      )}
      {factor.passkeys.map(({ id, name, created, used }) => (
        <li key={id} className={classes.row}>
          <div className={classes.about}>
            <b>{name}</b>
            <small>
              {[
                translate('secondFactor.own.created', { when: formatDay(created) }),
                used ? translate('secondFactor.own.used', { when: formatDay(used) }) : '',
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </div>
          <ActionButton
            size="sm"
            variant="ghost"
            name={translate('secondFactor.own.removeOf', { name })}
            onClick={() => onRemove({ passkey: id, name, isLast })}
          >
            {translate('secondFactor.own.remove')}
          </ActionButton>
        </li>
      ))}
      <li className={classes.row}>
        <div className={classes.about}>
          <b>{translate('secondFactor.own.codes')}</b>
          <small>{translate('secondFactor.own.left', { smart_count: factor.left })}</small>
        </div>
        <ActionButton
          size="sm"
          variant="ghost"
          busy={busy}
          onClick={() => run(async () => onCodes((await createRecoveryCodes()).codes))}
        >
          {translate('secondFactor.own.newCodes')}
        </ActionButton>
      </li>
    </ul>
  );
}

/** Buttons for the factors that can be added. */
function AddFactorButtons({ factor, onAdd }: { factor: OwnFactor; onAdd: (way: 'app' | 'passkey') => void }) {
  const translate = useTranslate();
  const canAddPasskey = factor.passkeysPossible && supportsPasskeys();
  return (
    <>
      <div className={classes.buttons}>
        {factor.totp === null ? (
          <ActionButton onClick={() => onAdd('app')}>{translate('secondFactor.own.addApp')}</ActionButton>
        ) : null}
        {canAddPasskey ? (
          <ActionButton onClick={() => onAdd('passkey')}>{translate('secondFactor.own.addPasskey')}</ActionButton>
        ) : null}
      </div>
      {canAddPasskey ? null : <p className={classes.hint}>{translate('secondFactor.own.noPasskeys')}</p>}
    </>
  );
}
