import { Draggable, type DraggableProvided, type DraggableStateSnapshot } from '@hello-pangea/dnd';
import { type CSSProperties, memo } from 'react';
import { useTranslate } from 'react-admin';
import { useRelease } from '#console/engine/board/use-dragging.ts';
import type { TaskCard } from '#resources/protocol/requests/tasks.ts';
import { CardMenu } from '../card-menu.tsx';
import { useBoardActions } from '../model/board-context.ts';
import { openInTab } from '../model/places.ts';
import { requestBoard, useRequestBoard } from '../model/request-board.ts';
import classes from './card.module.css';
import { isPromised } from './drop-slot.tsx';
import { CardFace, CardMark } from './request-card.tsx';

/**
 * How long the library lets a card fall, ms. It tells of a drop only after that, so a dropped card does not fall at all: the
 * intent goes out at once, and the card flies into its place by itself (`flyCard`). A cancelled
 * drag falls back to its own column.
 */
const FALL = { dropped: 1, cancelled: 120 } as const;

/** How a card moves, of what the library knows. */
type Motion = Pick<DraggableStateSnapshot, 'isDropAnimating' | 'draggingOver'>;

/** The library's style, with a faster fall; `still` keeps a card from closing the gap that the ghost stands in. */
function cardStyle(provided: DraggableProvided, motion: Motion, isStill: boolean): CSSProperties | undefined {
  const { style } = provided.draggableProps;
  if (motion.isDropAnimating) {
    const duration = motion.draggingOver === null ? FALL.cancelled : FALL.dropped;
    return { ...style, transitionDuration: `${duration}ms` };
  }
  return isStill ? { ...style, transform: 'none' } : style;
}

interface Props {
  request: TaskCard;
  index: number;
  total: number;
  selected: boolean;
  compact: boolean;
}

/** The card itself, in its column or while it is dragged. */
export function HeldCard({
  request,
  provided,
  motion,
  dragging,
  selected,
  compact,
  place,
}: Omit<Props, 'index' | 'total'> & {
  provided: DraggableProvided;
  motion: Motion;
  dragging: boolean;
  place?: { index: number; total: number };
}) {
  const { open } = useBoardActions();
  const show = (id: number, { ctrlKey, metaKey }: Pick<MouseEvent, 'ctrlKey' | 'metaKey'>) =>
    (ctrlKey || metaKey ? openInTab : open)(id);
  const hold = useRelease(requestBoard, provided, motion.isDropAnimating);
  const touched = useRequestBoard(({ marks }) => marks.has(request.id));
  const isStill = useRequestBoard(({ drag }) => drag?.from === request.stage && drag.target?.state !== request.stage);
  const states = [dragging && classes.dragging, selected && classes.selected, touched && classes.touched];
  return (
    <article
      {...provided.draggableProps}
      ref={hold}
      className={classes.holder}
      style={cardStyle(provided, motion, isStill && !dragging)}
      data-card-id={dragging ? undefined : request.id}
      aria-label={request.task_name}
    >
      <div className={[classes.card, ...states].filter(Boolean).join(' ')}>
        {/* biome-ignore lint/a11y/useSemanticElements: a card holds paragraphs, which a button may not */}
        <div
          {...provided.dragHandleProps}
          role="button"
          tabIndex={0}
          aria-current={selected || undefined}
          className={classes.body}
          data-card
          onClick={(event) => show(request.id, event)}
          // The middle button, as on a link.
          onAuxClick={(event) => {
            if (event.button === 1) openInTab(request.id);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.defaultPrevented) show(request.id, event);
          }}
        >
          <CardFace request={request} compact={compact} />
        </div>
        {place && !dragging ? (
          <div className={classes.menu}>
            <CardMenu request={request} place={place} />
          </div>
        ) : null}
        <CardMark id={request.id} />
        {dragging ? <OutcomeTag /> : null}
      </div>
    </article>
  );
}

/** What dropping the dragged card here does, above it; the empty place under it says the same. */
function OutcomeTag() {
  const translate = useTranslate();
  const move = useRequestBoard(({ drag }) => (drag?.target && drag.target.state !== drag.from ? drag.move : null));
  if (!isPromised(move)) return null;
  return (
    <span className={classes.promise} aria-hidden>
      {translate(`tasks.slot.${move}`)}
    </span>
  );
}

/** The place a card has left stays visible while it is over another column (TASK-31). */
function Ghost({ request, compact }: Pick<Props, 'request' | 'compact'>) {
  const away = useRequestBoard(({ drag }) => drag?.id === request.id && drag.target?.state !== drag.from);
  if (!away) return null;
  return (
    <div className={classes.holder} aria-hidden data-ghost={request.id}>
      <div className={`${classes.card} ${classes.ghost}`}>
        <div className={classes.body}>
          <CardFace request={request} compact={compact} />
        </div>
      </div>
    </div>
  );
}

/** A card in its column that can be lifted, by pointer or by keyboard. */
export const DraggableCard = memo(function DraggableCard({ request, index, total, selected, compact }: Props) {
  const { moveRefusal } = useBoardActions();
  return (
    <>
      <Draggable draggableId={String(request.id)} index={index} isDragDisabled={moveRefusal(request) !== null}>
        {(provided, snapshot) => (
          <HeldCard
            request={request}
            provided={provided}
            motion={snapshot}
            dragging={snapshot.isDragging}
            selected={selected}
            compact={compact}
            place={{ index, total }}
          />
        )}
      </Draggable>
      <Ghost request={request} compact={compact} />
    </>
  );
});
