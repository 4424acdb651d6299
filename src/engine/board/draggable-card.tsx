import { Draggable, type DraggableProvided, type DraggableStateSnapshot } from '@hello-pangea/dnd';
import { type CSSProperties, memo } from 'react';
import type { BoardConfig, ModifierKeys } from './board-config.ts';
import { useBoardState } from './board-store.ts';
import type { PlacedCard } from './columns.ts';
import classes from './dragged-card.module.css';
import { useRelease } from './use-dragging.ts';

/**
 * Duration of the library's drop animation, ms. It reports a drop only afterwards, so a dropped card skips the animation: the
 * change is sent at once, and `flyCard` animates the card. A cancelled drag animates back to its column.
 */
const FALL_MS = { dropped: 1, cancelled: 120 } as const;

/** The part of the library's snapshot that affects the card's motion. */
type Motion = Pick<DraggableStateSnapshot, 'isDropAnimating' | 'draggingOver'>;

/** The library's style with a faster drop animation; `isStill` keeps a card from closing the gap with the ghost. */
function cardStyle(provided: DraggableProvided, motion: Motion, isStill: boolean): CSSProperties | undefined {
  const { style } = provided.draggableProps;
  if (motion.isDropAnimating) {
    const duration = motion.draggingOver === null ? FALL_MS.cancelled : FALL_MS.dropped;
    return { ...style, transitionDuration: `${duration}ms` };
  }
  return isStill ? { ...style, transform: 'none' } : style;
}

interface Props<Card extends PlacedCard, State extends string> {
  config: BoardConfig<Card, State>;
  card: Card;
  index: number;
  total: number;
  selected: boolean;
  compact: boolean;
}

/** The card itself, in its column or while it is dragged. */
export function CardContent<Card extends PlacedCard, State extends string>({
  config,
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
  const { store, Face, Menu, Mark, openInTab } = config;
  const openCard = ({ ctrlKey, metaKey }: ModifierKeys) => {
    if ((ctrlKey || metaKey) && openInTab) openInTab(card.id);
    else config.open?.(card.id);
  };
  const colour = config.colour?.(card);
  const releaseRef = useRelease(store, provided, motion.isDropAnimating);
  const isMarked = useBoardState(store, ({ marks }) => marks.has(card.id));
  const column = store.rules.cardState(card);
  const isStill = useBoardState(store, ({ drag }) => drag?.from === column && drag.target?.state !== column);
  const states = [dragging && classes.dragging, selected && classes.selected, isMarked && classes.touched];
  return (
    <article
      {...provided.draggableProps}
      ref={releaseRef}
      className={classes.holder}
      style={cardStyle(provided, motion, isStill && !dragging)}
      data-card-id={dragging ? undefined : card.id}
      data-held={dragging || undefined}
      aria-label={config.name(card)}
    >
      <div className={[classes.card, ...states].filter(Boolean).join(' ')} data-card-frame {...colour?.props}>
        {colour?.mark}
        {/* biome-ignore lint/a11y/useSemanticElements: a card contains paragraphs, which a button may not */}
        <div
          {...provided.dragHandleProps}
          role="button"
          tabIndex={0}
          aria-current={selected || undefined}
          className={classes.body}
          data-card
          onClick={openCard}
          // The middle mouse button opens a tab, as on a link.
          onAuxClick={(event) => {
            if (event.button === 1) openInTab?.(card.id);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.defaultPrevented) openCard(event);
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
        {dragging ? <OutcomeTag config={config} /> : null}
      </div>
    </article>
  );
}

/** Outcome of dropping the dragged card here, above the card; the drop slot under it shows the same. */
function OutcomeTag<Card extends PlacedCard, State extends string>({ config }: Pick<Props<Card, State>, 'config'>) {
  const move = useBoardState(config.store, ({ drag }) =>
    drag?.target && drag.target.state !== drag.from ? drag.move : null,
  );
  const moveOutcome = move === null ? null : config.outcome(move);
  if (!moveOutcome) return null;
  return (
    <span className={classes.promise} aria-hidden>
      {moveOutcome.text}
    </span>
  );
}

/** Copy of a card at its old place while it is over another column (TASK-31). */
function Ghost<Card extends PlacedCard, State extends string>({
  config: { store, Face },
  card,
  compact,
}: Pick<Props<Card, State>, 'config' | 'card' | 'compact'>) {
  const isAway = useBoardState(store, ({ drag }) => drag?.id === card.id && drag.target?.state !== drag.from);
  if (!isAway) return null;
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
  config,
  card,
  index,
  total,
  selected,
  compact,
}: Props<Card, State>) {
  return (
    <>
      <Draggable draggableId={String(card.id)} index={index} isDragDisabled={config.isFixed(card)}>
        {(provided, snapshot) => (
          <CardContent
            config={config}
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
      <Ghost config={config} card={card} compact={compact} />
    </>
  );
}

/** A card in its column that can be dragged by pointer or keyboard. */
export const DraggableCard = memo(CardInColumn) as typeof CardInColumn;
