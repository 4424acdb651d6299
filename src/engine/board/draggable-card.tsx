import { Draggable, type DraggableProvided, type DraggableStateSnapshot } from '@hello-pangea/dnd';
import { type CSSProperties, memo } from 'react';
import type { BoardLook, HeldKeys } from './board-look.ts';
import { useBoardState } from './board-store.ts';
import type { PlacedCard } from './columns.ts';
import classes from './held-card.module.css';
import { useRelease } from './use-dragging.ts';

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

interface Props<Card extends PlacedCard, State extends string> {
  look: BoardLook<Card, State>;
  card: Card;
  index: number;
  total: number;
  selected: boolean;
  compact: boolean;
}

/** The card itself, in its column or while it is dragged. */
export function HeldCard<Card extends PlacedCard, State extends string>({
  look,
  card,
  provided,
  motion,
  dragging,
  selected,
  compact,
  place,
}: Omit<Props<Card, State>, 'index' | 'total'> & {
  provided: DraggableProvided;
  motion: Motion;
  dragging: boolean;
  place?: { index: number; total: number };
}) {
  const { store, Face, Menu, Mark, openInTab } = look;
  const show = ({ ctrlKey, metaKey }: HeldKeys) => {
    if ((ctrlKey || metaKey) && openInTab) openInTab(card.id);
    else look.open?.(card.id);
  };
  const colour = look.colour?.(card);
  const hold = useRelease(store, provided, motion.isDropAnimating);
  const touched = useBoardState(store, ({ marks }) => marks.has(card.id));
  const column = store.rules.cardState(card);
  const isStill = useBoardState(store, ({ drag }) => drag?.from === column && drag.target?.state !== column);
  const states = [dragging && classes.dragging, selected && classes.selected, touched && classes.touched];
  return (
    <article
      {...provided.draggableProps}
      ref={hold}
      className={classes.holder}
      style={cardStyle(provided, motion, isStill && !dragging)}
      data-card-id={dragging ? undefined : card.id}
      data-held={dragging || undefined}
      aria-label={look.name(card)}
    >
      <div className={[classes.card, ...states].filter(Boolean).join(' ')} data-card-frame {...colour?.props}>
        {colour?.mark}
        {/* biome-ignore lint/a11y/useSemanticElements: a card holds paragraphs, which a button may not */}
        <div
          {...provided.dragHandleProps}
          role="button"
          tabIndex={0}
          aria-current={selected || undefined}
          className={classes.body}
          data-card
          onClick={show}
          // The middle button, as on a link.
          onAuxClick={(event) => {
            if (event.button === 1) openInTab?.(card.id);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.defaultPrevented) show(event);
          }}
        >
          <Face card={card} compact={compact} />
        </div>
        {place && !dragging ? (
          <div className={classes.menu}>
            <Menu card={card} place={place} />
          </div>
        ) : null}
        {Mark ? <Mark id={card.id} /> : null}
        {dragging ? <OutcomeTag look={look} /> : null}
      </div>
    </article>
  );
}

/** The effect of dropping the dragged card here, above it; the empty place under it says the same. */
function OutcomeTag<Card extends PlacedCard, State extends string>({ look }: Pick<Props<Card, State>, 'look'>) {
  const move = useBoardState(look.store, ({ drag }) =>
    drag?.target && drag.target.state !== drag.from ? drag.move : null,
  );
  const promise = move === null ? null : look.outcome(move);
  if (!promise) return null;
  return (
    <span className={classes.promise} aria-hidden>
      {promise.text}
    </span>
  );
}

/** The place a card has left stays visible while it is over another column (TASK-31). */
function Ghost<Card extends PlacedCard, State extends string>({
  look: { store, Face },
  card,
  compact,
}: Pick<Props<Card, State>, 'look' | 'card' | 'compact'>) {
  const away = useBoardState(store, ({ drag }) => drag?.id === card.id && drag.target?.state !== drag.from);
  if (!away) return null;
  return (
    <div className={classes.holder} aria-hidden data-ghost={card.id}>
      <div className={`${classes.card} ${classes.ghost}`}>
        <div className={classes.body}>
          <Face card={card} compact={compact} />
        </div>
      </div>
    </div>
  );
}

function CardInColumn<Card extends PlacedCard, State extends string>({
  look,
  card,
  index,
  total,
  selected,
  compact,
}: Props<Card, State>) {
  return (
    <>
      <Draggable draggableId={String(card.id)} index={index} isDragDisabled={look.isFixed(card)}>
        {(provided, snapshot) => (
          <HeldCard
            look={look}
            card={card}
            provided={provided}
            motion={snapshot}
            dragging={snapshot.isDragging}
            selected={selected}
            compact={compact}
            place={{ index, total }}
          />
        )}
      </Draggable>
      <Ghost look={look} card={card} compact={compact} />
    </>
  );
}

/** A card in its column that can be lifted, by pointer or by keyboard. */
export const DraggableCard = memo(CardInColumn) as typeof CardInColumn;
