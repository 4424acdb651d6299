import type { BeforeCapture, DragDropContextProps, DragStart, DragUpdate, DropResult } from '@hello-pangea/dnd';
import { useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { TaskCard } from '#resources/protocol/requests/tasks.ts';
import type { TaskStage } from '#resources/rules/requests/constants.ts';
import { TASK_MOVES } from '#resources/rules/requests/moves.ts';
import { focusCard } from '../focus-card.ts';
import { type Columns, heldStill, taskOf } from '../model/columns.ts';
import type { Where } from '../model/plan.ts';
import { useTellHeld } from '../model/use-live-board.ts';
import { type DragState, type DragStore, makeDragStore } from './drag-state.ts';
import { flyCard } from './fly-card.ts';

/** The board as it stood when a card was lifted. */
interface Kept {
  id: number;
  columns: Columns<TaskCard>;
}

/** What a card counts as high where it cannot be measured, CSS pixels. */
const GUESS = 120;

/** Heights of a loaded card that one which is not loaded may have. */
const TALLEST = 1.5;

/**
 * Gives columns the height that they will have once all of their cards are loaded. The library measures a column when a card is
 * lifted, and carries a card by the keyboard no further than it reached then.
 * @param counts of all cards by column, null where it is not known
 * @returns how to take the height away again
 */
function reserveHeight(columns: Columns<TaskCard>, counts: Readonly<Record<TaskStage, number | null>>): () => void {
  const grown = Object.entries(columns).flatMap(([stage, { tasks, complete }]) => {
    const box = document.querySelector<HTMLElement>(`[data-stage="${stage}"] [data-rfd-droppable-id]`);
    const rows = box?.firstElementChild;
    const left = (counts[stage as TaskStage] ?? 0) - tasks.length;
    if (!(rows instanceof HTMLElement) || complete || left <= 0) return [];
    const height = tasks.length ? rows.offsetHeight / tasks.length : GUESS;
    rows.style.marginBottom = `${Math.ceil(left * height * TALLEST)}px`;
    return [rows];
  });
  return () => {
    for (const rows of grown) rows.style.marginBottom = '';
  };
}

type Handlers = Pick<
  DragDropContextProps,
  'onBeforeCapture' | 'onDragStart' | 'onDragUpdate' | 'onDragEnd' | 'dragHandleUsageInstructions'
>;

/** Height of a card with the gap below it, CSS pixels. */
function heightOf(id: number): number {
  const card = document.querySelector<HTMLElement>(`[data-task="${id}"]`);
  if (!card?.offsetHeight) return GUESS;
  return card.offsetHeight + Number.parseFloat(getComputedStyle(card).marginBottom || '0');
}

/**
 * Lifting, carrying and dropping cards, with what a screen reader is told of it. While a card is in the hand the board keeps
 * its places.
 * @param now the board as it is
 * @param counts of all cards by column, loaded or not
 * @param onDrop a card was dropped at a place of a column
 */
export function useDragging(
  now: Columns<TaskCard> | undefined,
  counts: Readonly<Record<TaskStage, number | null>>,
  onDrop: (columns: Columns<TaskCard>, task: TaskCard, to: TaskStage, where: Where) => void,
): { shown: Columns<TaskCard> | undefined; store: DragStore; handlers: Handlers } {
  const translate = useTranslate();
  const [kept, setKept] = useState<Kept | null>(null);
  const [store] = useState(makeDragStore);
  useTellHeld(kept?.id ?? null);
  const shown = useMemo(() => (kept && now ? heldStill(kept.columns, now, kept.id) : now), [kept, now]);
  /** Measured before the card leaves its place. */
  const height = useRef(GUESS);
  const release = useRef<() => void>(() => undefined);
  const latest = useRef({ now, shown, counts, onDrop });
  latest.current = { now, shown, counts, onDrop };

  const handlers = useMemo((): Handlers => {
    const named = (stage: TaskStage, index: number) => ({
      column: translate(`tasks.stages.${stage}`),
      place: index + 1,
      total: latest.current.shown?.[stage].tasks.length ?? 0,
    });
    const outcome = ({ from, over }: DragState) => {
      const move = over && over.stage !== from ? TASK_MOVES[from][over.stage] : 'reorder';
      return move === 'reorder' || move === 'forbidden' ? '' : translate(`tasks.slot.${move}`);
    };
    const stateOf = ({ draggableId, source, destination, mode }: DragUpdate): DragState => {
      const from = source.droppableId as TaskStage;
      const isByKeys = mode === 'SNAP';
      const over = destination ? { stage: destination.droppableId as TaskStage, index: destination.index } : null;
      const id = Number(draggableId);
      return { id, from, over, move: over && TASK_MOVES[from][over.stage], height: height.current, isByKeys };
    };
    return {
      dragHandleUsageInstructions: translate('tasks.drag.help'),
      onBeforeCapture: ({ draggableId, mode }: BeforeCapture) => {
        const { shown: columns, counts: all } = latest.current;
        height.current = heightOf(Number(draggableId));
        if (columns && mode === 'SNAP') release.current = reserveHeight(columns, all);
        if (columns) setKept({ id: Number(draggableId), columns });
      },
      onDragStart: (start: DragStart, { announce }) => {
        const state = stateOf({ ...start, destination: start.source, combine: null });
        store.set(state);
        announce(translate('tasks.drag.lifted', named(state.from, start.source.index)));
      },
      onDragUpdate: (update: DragUpdate, { announce }) => {
        const state = stateOf(update);
        store.set(state);
        if (!state.over) announce(translate('tasks.drag.nowhere'));
        else {
          const where = named(state.over.stage, state.over.index);
          const total = where.total + (state.over.stage === state.from ? 0 : 1);
          announce(translate('tasks.drag.over', { ...where, total, outcome: outcome(state) }).trim());
        }
      },
      onDragEnd: ({ draggableId, source, destination, reason, mode }: DropResult, { announce }) => {
        const { shown: columns, now: current } = latest.current;
        const { released } = store;
        release.current();
        release.current = () => undefined;
        store.released = null;
        store.set(null);
        setKept(null);
        // In a column that draws only what is seen the card is another element now, which the library does not know.
        if (mode === 'SNAP') focusCard(Number(draggableId));
        const from = source.droppableId as TaskStage;
        // The card may have become another one while it was in the hand.
        const task = current && taskOf(current, Number(draggableId));
        if (!columns || !task || !destination || reason === 'CANCEL') {
          announce(translate('tasks.drag.back', named(from, source.index)));
          return;
        }
        flyCard(task.id, released);
        // What the drop means was seen in the column the card was lifted from: with another one now it would mean another thing.
        if (task.stage !== from) {
          announce(translate('tasks.said.conflict'));
          return;
        }
        const to = destination.droppableId as TaskStage;
        announce(translate('tasks.drag.dropped', named(to, destination.index)));
        latest.current.onDrop(columns, task, to, destination.index);
      },
    };
  }, [store, translate]);
  return { shown, store, handlers };
}
