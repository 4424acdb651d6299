import type {
  BeforeCapture,
  DragDropContextProps,
  DraggableProvided,
  DragStart,
  DragUpdate,
  DropResult,
} from '@hello-pangea/dnd';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { type BoardSource, type DragState, useBoardState } from './board-store.ts';
import { CARD_HEIGHT, cardHeight, flyCard, focusCard } from './card-element.ts';
import { type Columns, findCard, keepPositions, type PlacedCard } from './columns.ts';

/** Safety factor for the height of cards that are not loaded yet. */
const HEIGHT_MARGIN = 1.5;

type Counts<State extends string> = Readonly<Record<State, number | null>>;

/**
 * Extends columns to the height they will have once all cards are loaded: the library measures a column when a card is lifted and
 * moves a card by keyboard no further than that.
 * @param counts number of cards by column, null where unknown
 * @returns restores the height
 */
function reserveHeight<Card extends PlacedCard, State extends string>(
  columns: Columns<Card, State>,
  counts: Counts<State>,
): () => void {
  const states = Object.keys(columns) as State[];
  const grownElements = states.flatMap((state) => {
    const { cards, complete } = columns[state];
    const box = document.querySelector<HTMLElement>(`[data-rfd-droppable-id="${CSS.escape(state)}"]`);
    const rows = box?.firstElementChild;
    const missingCount = (counts[state] ?? 0) - cards.length;
    if (!(rows instanceof HTMLElement) || complete || missingCount <= 0) return [];
    const height = cards.length ? rows.offsetHeight / cards.length : CARD_HEIGHT;
    rows.style.marginBottom = `${Math.ceil(missingCount * height * HEIGHT_MARGIN)}px`;
    return [rows];
  });
  return () => {
    for (const rows of grownElements) rows.style.marginBottom = '';
  };
}

/** Announcements of a drag for screen readers. */
export interface DragTexts<State extends string> {
  /** Instructions for dragging a card by keyboard. */
  help: string;
  column: (state: State) => string;
  /** Effect of dropping a card there; empty when only its position changes. */
  outcome: (move: string) => string;
  lifted: (place: Place) => string;
  over: (place: Place & { outcome: string }) => string;
  /** The card is over no column. */
  nowhere: string;
  /** The card is back at its old place. */
  back: (place: Place) => string;
  dropped: (place: Place) => string;
  /** Another person moved the card meanwhile. */
  conflict: string;
}

/** A place in a column, counted from one. */
interface Place {
  column: string;
  place: number;
  total: number;
}

type Handlers = Pick<
  DragDropContextProps,
  'onBeforeCapture' | 'onDragStart' | 'onDragUpdate' | 'onDragEnd' | 'dragHandleUsageInstructions'
>;

/**
 * Handles lifting, dragging and dropping the cards of a board, including announcements for screen readers. The board keeps its
 * positions while a card is dragged.
 * @param currentColumns the current board
 * @param counts number of cards by column, loaded or not
 * @returns the columns to show, and the handlers for the drag library
 */
export function useDragging<Card extends PlacedCard, State extends string>(
  store: BoardSource<Card, State>,
  currentColumns: Columns<Card, State> | undefined,
  counts: Counts<State>,
  texts: DragTexts<State>,
): { shownColumns: Columns<Card, State> | undefined; handlers: Handlers } {
  const lifted = useBoardState(store, (state) => state.lifted);
  const shownColumns = useMemo(
    () => (lifted && currentColumns ? keepPositions(lifted.columns, currentColumns, lifted.id) : currentColumns),
    [lifted, currentColumns],
  );
  /** Measured before the card leaves its place. */
  const height = useRef(CARD_HEIGHT);
  const restoreHeight = useRef<() => void>(() => undefined);
  const latest = useRef({ currentColumns, shownColumns, counts });
  latest.current = { currentColumns, shownColumns, counts };
  useEffect(() => () => void store.putDown(), [store]);

  const handlers = useMemo((): Handlers => {
    const describePlace = (state: State, index: number): Place => ({
      column: texts.column(state),
      place: index + 1,
      total: latest.current.shownColumns?.[state].cards.length ?? 0,
    });
    const toDragState = ({ draggableId, source, destination, mode }: DragUpdate): DragState<State> => {
      const from = source.droppableId as State;
      const target = destination ? { state: destination.droppableId as State, index: destination.index } : null;
      const { shownColumns: columns } = latest.current;
      const card = columns && findCard(columns, Number(draggableId));
      const moves = card ? store.rules.moves(card) : ({} as Readonly<Record<State, string>>);
      return {
        id: Number(draggableId),
        from,
        target,
        move: target && (moves[target.state] ?? null),
        moves,
        height: height.current,
        isByKeyboard: mode === 'SNAP',
      };
    };
    return {
      dragHandleUsageInstructions: texts.help,
      onBeforeCapture: ({ draggableId, mode }: BeforeCapture) => {
        const { shownColumns: columns, counts: all } = latest.current;
        height.current = cardHeight(Number(draggableId));
        if (columns && mode === 'SNAP') restoreHeight.current = reserveHeight(columns, all);
        if (columns) store.lift(Number(draggableId), columns);
      },
      onDragStart: (start: DragStart, { announce }) => {
        const drag = toDragState({ ...start, destination: start.source, combine: null });
        store.drag(drag);
        announce(texts.lifted(describePlace(drag.from, start.source.index)));
      },
      onDragUpdate: (update: DragUpdate, { announce }) => {
        const drag = toDragState(update);
        const { target, from, move } = drag;
        store.drag(drag);
        if (!target) announce(texts.nowhere);
        else {
          const place = describePlace(target.state, target.index);
          const isElsewhere = target.state !== from;
          const outcome = isElsewhere && move ? texts.outcome(move) : '';
          announce(texts.over({ ...place, total: place.total + (isElsewhere ? 1 : 0), outcome }).trim());
        }
      },
      onDragEnd: ({ draggableId, source, destination, reason, mode }: DropResult, { announce }) => {
        const { shownColumns: columns, currentColumns: current } = latest.current;
        restoreHeight.current();
        restoreHeight.current = () => undefined;
        const released = store.putDown();
        // The list is virtualised, so the card is now a new element, which the library does not know and cannot focus.
        if (mode === 'SNAP') focusCard(Number(draggableId));
        const from = source.droppableId as State;
        // The newest version of the card: a colleague may have changed it during the drag.
        const card = current && findCard(current, Number(draggableId));
        if (!columns || !card || !destination || reason === 'CANCEL') {
          announce(texts.back(describePlace(from, source.index)));
          return;
        }
        flyCard(card.id, released);
        // The announced outcome was that of the column where the card was lifted; from another column it would be a different
        // move.
        if (store.rules.cardState(card) !== from) {
          announce(texts.conflict);
          return;
        }
        const to = destination.droppableId as State;
        announce(texts.dropped(describePlace(to, destination.index)));
        store.move(columns, card, to, destination.index);
      },
    };
  }, [store, texts]);
  return { shownColumns, handlers };
}

/**
 * Records where a card is released, before the drop animation moves it.
 * @param isFalling whether the drop animation is running
 * @returns ref of the card
 */
export function useRelease(
  store: { released: DOMRect | null },
  { innerRef }: DraggableProvided,
  isFalling: boolean,
): (element: HTMLElement | null) => void {
  const element = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (isFalling) store.released = element.current?.getBoundingClientRect() ?? null;
  }, [isFalling, store]);
  return useCallback(
    (next: HTMLElement | null) => {
      element.current = next;
      innerRef(next);
    },
    [innerRef],
  );
}
