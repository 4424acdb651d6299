import TuneOutlined from '@mui/icons-material/TuneOutlined';
import { lazy, Suspense } from 'react';
import { type RaRecord, RecordContextProvider, useGetOne, useTranslate } from 'react-admin';
import { useOnline } from '#console/data/http/online.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { refusalText, useRefusal } from '#console/data/session/access.ts';
import { useServerFeature } from '#console/data/session/features.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { SideCard } from '#console/ui/dialogs/side-card.tsx';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import { typeset } from '#i18n/typeset.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { CardLines } from '../card-lines.tsx';
import { useHasMoves } from '../moves/has-moves.ts';
import cardClasses from '../record-card.module.css';
import { RecordMenu } from '../record-menu.tsx';
import { recordTitle } from '../resource-context.tsx';
import { useSlot } from '../slots.tsx';
import { FailedState, OfflineState } from './states.tsx';

const RecordHistory = lazy(() => import('../record-history.tsx'));
const RecordComments = lazy(() => import('../comments/record-comments.tsx'));
const RelatedLists = lazy(() => import('../related/related-lists.tsx'));
const MoveButtons = lazy(() => import('../moves/move-buttons.tsx'));

const noop = () => undefined;
/** Skeleton lines of a card whose fields are rendered by a widget. */
const SKELETON_LINES = ['1', '2', '3', '4', '5', '6'] as const;

/**
 * Side card of the selected record: its title, the fields of the definition's `card` or its widgets, its menu.
 * @param row the record from the list, shown until the full one is loaded
 */
export function SideRecord({
  resource,
  card,
  id,
  row,
  onClose,
}: {
  resource: Resource;
  card: NonNullable<Resource['card']>;
  id: string;
  row: RaRecord | undefined;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const noun = translate(`resources.${resource.name}.forcedCaseName`);
  const { data, error, refetch } = useGetOne<RaRecord>(
    resource.name,
    { id, meta: { card: true } },
    { onError: noop, retry: false },
  );
  const online = useOnline();
  const isMissing = error instanceof RequestError && [400, 404].includes(error.status);
  // It was loaded before, and has been deleted or put out of reach since.
  const isGone = isMissing && data !== undefined;
  // The list row supplies fields that the detail call omits.
  const record = isGone ? undefined : data && row ? { ...row, ...data } : (data ?? row);
  const hasMoves = useHasMoves(resource);
  const hasComments = useServerFeature('comments') && resource.generic && resource.comments === true;
  const Head = useSlot(card.head);
  const Body = useSlot(card.body);
  const Foot = useSlot(card.foot);
  // A body widget may need more fields than the list row has.
  const shownRecord = Body && !isGone ? data : record;
  return (
    <RecordContextProvider value={record}>
      <SideCard
        title={record ? typeset(recordTitle(resource, record, noun)) : noun}
        heading={
          Head && record ? (
            <Suspense>
              <Head />
            </Suspense>
          ) : undefined
        }
        actions={record ? <RecordMenu /> : undefined}
        onClose={onClose}
        footer={
          Foot && record ? (
            <Suspense>
              <Foot />
            </Suspense>
          ) : card.edit && record ? (
            <EditLink resource={resource} record={record} />
          ) : undefined
        }
      >
        {error && !shownRecord && (online || isMissing) ? (
          <FailedCard isMissing={isMissing} onRetry={() => void refetch()} />
        ) : null}
        {record && hasMoves ? (
          <Suspense>
            <MoveButtons />
          </Suspense>
        ) : null}
        {Body && shownRecord ? (
          <Suspense fallback={<CardSkeleton card={card} />}>
            <Body />
          </Suspense>
        ) : null}
        {record && !Body ? <CardLines resource={resource} record={record} /> : null}
        {shownRecord ? (
          <Suspense>
            <RelatedLists
              subject={{ to: 'records', section: resource.name }}
              id={Number(id)}
              label={recordTitle(resource, shownRecord, noun)}
            />
          </Suspense>
        ) : null}
        {record && hasComments ? (
          <Suspense>
            <RecordComments resource={resource} id={id} />
          </Suspense>
        ) : null}
        {record && resource.generic ? (
          <Suspense>
            <RecordHistory resource={resource} id={id} />
          </Suspense>
        ) : null}
        {shownRecord || (error && online) || isMissing ? null : online ? (
          <CardSkeleton card={card} />
        ) : (
          <OfflineState line="engine.list.offlinePage" onRetry={() => void refetch()} />
        )}
      </SideCard>
    </RecordContextProvider>
  );
}

/** A missing or inaccessible record gets an explanation; any other failure a retry button. */
function FailedCard({ isMissing, onRetry }: { isMissing: boolean; onRetry: () => void }) {
  const translate = useTranslate();
  if (!isMissing) return <FailedState onRetry={onRetry} />;
  return (
    <EmptyState
      picture="lost"
      title={translate('shell.wrongPlace.title')}
      description={translate('shell.wrongPlace.line')}
    />
  );
}

/** Skeleton of the card while the record loads (SET-20). */
function CardSkeleton({ card }: { card: NonNullable<Resource['card']> }) {
  const translate = useTranslate();
  const lines = card.fields.length ? card.fields : SKELETON_LINES;
  return (
    <div aria-busy>
      <span className="sr-only" role="status">
        {translate('engine.list.loadingCard')}
      </span>
      <Delayed>
        {lines.map((name) => (
          <div key={name} className={cardClasses.waiting}>
            <Skeleton height={20} />
          </div>
        ))}
      </Delayed>
    </div>
  );
}

/** Link to the edit form; disabled with the reason if the right is missing (SET-24, PERM-20). */
function EditLink({ resource, record }: { resource: Resource; record: RaRecord }) {
  const translate = useTranslate();
  const refusal = useRefusal(resource.section, 'change', resource.record, record);
  return (
    <ActionButton
      grow
      icon={<TuneOutlined aria-hidden />}
      to={`${resource.routes.edit}?id=${encodeURIComponent(String(record.id))}`}
      refusal={refusal ? refusalText(refusal, translate, 'access.ownEdit') : null}
    >
      {translate(`resources.${resource.name}.action.change`, { _: translate('engine.menu.edit') })}
    </ActionButton>
  );
}
