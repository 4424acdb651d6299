import '#i18n/webhook-card-texts.ts';
import ReplayOutlined from '@mui/icons-material/ReplayOutlined';
import { useQuery } from '@tanstack/react-query';
import { Fragment, lazy, Suspense, useContext, useState } from 'react';
import { useNotify, useRecordContext } from 'react-admin';
import { ask, request } from '#console/data/http/http.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { CardLines } from '#console/engine/card-lines.tsx';
import cardPart from '#console/engine/card-part.module.css';
import { PartLoadingOrFailed } from '#console/engine/list/states.tsx';
import { useResource } from '#console/engine/resource-context.tsx';
import { KnownDefinitions } from '#console/fields/known-definitions.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { Moment, shortMomentText } from '#console/ui/display/moment.tsx';
import { CopyField } from '#console/ui/inputs/copy-field.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import { text } from '#i18n/console-text.ts';
import { sectionTitle } from '#resources/language/words.ts';
import { decodeDeliveries, decodeSecret } from '#resources/protocol/webhooks/webhook-answers.ts';
import type { WebhookDelivery } from '#resources/protocol/webhooks/webhooks.ts';
import classes from './webhook-card.module.css';

const ConfirmDialog = lazy(() => import('#console/ui/dialogs/confirm-dialog.tsx'));

/** Polling interval while deliveries are pending, ms. */
const POLL_INTERVAL_MS = 2_000;

/** Card of a webhook: fields, key, test message and deliveries. Slot `webhook-card`. */
export default function WebhookCard() {
  const record = useRecordContext<{ id: number }>();
  const resource = useResource();
  if (!record) return null;
  const path = `${resource.api.path}${record.id}/`;
  return (
    <Fragment key={record.id}>
      <CardLines resource={resource} record={record} />
      <WebhookKey path={path} />
      <Deliveries path={path} />
    </Fragment>
  );
}

/** Creates a new key and shows it; it cannot be shown again. */
function WebhookKey({ path }: { path: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const makeSecret = async () => {
    try {
      setSecret(await ask(`${path}secret/`, decodeSecret, { method: 'POST', body: {} }));
    } catch (error) {
      // A RequestError is already shown in an alert.
      if (!(error instanceof RequestError)) throw error;
    }
    setIsAsking(false);
  };
  return (
    <section className={cardPart.part}>
      <h3 className={cardPart.title}>{text('webhookCard.key')}</h3>
      <p className={classes.note}>{text('webhookCard.keyLine')}</p>
      {secret ? <CopyField label={text('webhookCard.keyLabel')} value={secret} /> : null}
      <ActionButton size="sm" onClick={() => setIsAsking(true)}>
        {text('webhookCard.makeKey')}
      </ActionButton>
      <Suspense>
        {isAsking ? (
          <ConfirmDialog
            question={text('webhookCard.makeKeyAsk')}
            yes={text('webhookCard.makeKeyYes')}
            onYes={makeSecret}
            onNo={() => setIsAsking(false)}
          />
        ) : null}
      </Suspense>
    </section>
  );
}

/** Makes a POST call. @returns whether it succeeded; a failure is already shown in an alert */
async function tryCall(path: string): Promise<boolean> {
  try {
    await request(path, { method: 'POST', body: {} });
    return true;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return false;
  }
}

function Deliveries({ path }: { path: string }) {
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['webhooks', path],
    queryFn: ({ signal }) => ask(`${path}deliveries/`, decodeDeliveries, { signal }),
    refetchInterval: ({ state }) => (state.data?.some(({ state }) => state === 'waiting') ? POLL_INTERVAL_MS : false),
    retry: false,
  });
  async function send(url: string, sentence: string): Promise<void> {
    setBusy(true);
    if (await tryCall(url)) {
      notify(text(sentence));
      await refetch();
    }
    setBusy(false);
  }
  return (
    <section className={cardPart.part}>
      <div className={cardPart.head}>
        <h3 className={cardPart.title}>{text('webhookCard.deliveries')}</h3>
        <ActionButton
          size="sm"
          busy={busy}
          onClick={() => void (busy ? undefined : send(`${path}ping/`, 'webhookCard.pinged'))}
        >
          {text('webhookCard.ping')}
        </ActionButton>
      </div>
      {data ? null : (
        <PartLoadingOrFailed error={error} onRetry={() => void refetch()}>
          <Delayed>
            <Skeleton height={40} />
          </Delayed>
        </PartLoadingOrFailed>
      )}
      {data?.length === 0 ? <p className={classes.note}>{text('webhookCard.none')}</p> : null}
      <ul className={classes.list}>
        {data?.map((delivery) => (
          <Delivery
            key={delivery.id}
            delivery={delivery}
            onResend={() => void send(`${path}deliveries/${delivery.id}/resend/`, 'webhookCard.resent')}
          />
        ))}
      </ul>
    </section>
  );
}

/** State of a delivery as a sentence. */
function stateText({ state, status, failure, attempts, next }: WebhookDelivery): string {
  if (state === 'delivered') return text('webhookCard.delivered', { status });
  if (state === 'waiting' && !status && !failure) return text('webhookCard.queued');
  const reason = failure ? text(`webhookCard.failure.${failure}`) : text('webhookCard.answered', { status });
  if (state === 'givenUp' || !next) return text('webhookCard.givenUp', { why: reason });
  return text('webhookCard.again', { why: reason, next: shortMomentText(next), attempts });
}

function Delivery({ delivery, onResend }: { delivery: WebhookDelivery; onResend: () => void }) {
  const title = useEventTitle(delivery.event);
  return (
    <li className={classes.delivery} data-state={delivery.state}>
      <span className={classes.words}>
        <span>{title}</span>
        <small>
          <Moment at={delivery.at} />
        </small>
        <small className={classes.state}>{stateText(delivery)}</small>
      </span>
      {delivery.attempts > 0 ? (
        <IconButton label={text('webhookCard.resend')} onClick={onResend}>
          <ReplayOutlined />
        </IconButton>
      ) : null}
    </li>
  );
}

/** Title of an event, «Пропуска: новая запись»; the event's name if the section no longer exists. */
function useEventTitle(event: string): string {
  const definitions = useContext(KnownDefinitions);
  if (event === 'ping') return text('webhookCard.trial');
  const [name = '', eventKind = ''] = event.split('.');
  const resource = definitions.find((one) => one.name === name);
  return resource ? `${sectionTitle(resource.words)}: ${text(`webhookCard.event.${eventKind}`)}` : event;
}
