import type { RaRecord } from 'react-admin';
import { idOf } from '#resources/language/kinds/ids.ts';
import { MS } from '#resources/limits.ts';
import type { BoardPlace } from '#resources/protocol/definitions/board-order.ts';
import { orderBetween } from '#resources/rules/board/order.ts';
import type { BoardPages } from '../list/rows.ts';
import { asksFirst } from '../moves/move-flow.tsx';
import type { OfferedMove } from '../moves/offered.ts';
import { BoardStore, FORBIDDEN, type MovePlan, type Where } from './board-store.ts';
import type { Columns, PlacedCard } from './columns.ts';

/** A record of a generated section as a card of its board. */
export interface RecordBoardCard extends PlacedCard {
  readonly state: string;
  readonly record: RaRecord;
}

/** The records of a board, column by column. */
export type RecordColumns = Columns<RecordBoardCard, string>;

/** A planned move of a card; `offer` is null where the card only changes its place in its column. */
export interface RecordPlan extends MovePlan<RecordBoardCard> {
  readonly offer: OfferedMove | null;
  /** Where it goes in its column; null on a board that people do not order by hand. */
  readonly place: BoardPlace | null;
}

/** The board of a generated section. */
export interface RecordBoard {
  store: BoardStore<RecordBoardCard, string, RecordPlan, never>;
  /** Key of a record that holds its state; told by the page. */
  wire: string;
  /** States of its columns; set by the page, like the moves, because rights and definitions may change. */
  states: readonly string[];
  /** Finds the moves of a record. */
  findMoves: (record: RaRecord) => readonly OfferedMove[];
  /** Whether people order the cards of a column by hand. */
  isOrdered: boolean;
  /** Whether the person may give a record another place in its column. */
  mayPlace: (record: RaRecord) => boolean;
}

/** Stands for a drop within the card's own column: it changes the order only, and only on a board ordered by hand. */
const STAY = 'stay';

/** The move of a record into a column, if the person may make it. */
const moveInto = (board: RecordBoard, { record }: RecordBoardCard, to: string): OfferedMove | undefined =>
  board.findMoves(record).find(({ move, refusal }) => move.to === to && refusal === null);

/** The cards between which a card goes in a column. */
function neighboursAt(columns: RecordColumns, card: RecordBoardCard, to: string, where: Where) {
  const others = (columns[to]?.cards ?? []).filter(({ id }) => id !== card.id);
  const index = where === 'first' ? 0 : where;
  return { above: others[index - 1], below: others[index] };
}

/** Whether a card is dropped where it stands. */
const staysAt = (columns: RecordColumns, { id, state }: RecordBoardCard, where: Where): boolean =>
  columns[state]?.cards.findIndex((card) => card.id === id) === (where === 'first' ? 0 : where);

function makeBoard(): RecordBoard {
  const board: RecordBoard = {
    wire: '',
    states: [],
    findMoves: () => [],
    isOrdered: false,
    mayPlace: () => false,
    store: new BoardStore<RecordBoardCard, string, RecordPlan, never>({
      cardState: ({ state }) => state,
      moves: (card) =>
        Object.fromEntries(
          board.states.map((state) => {
            const name = state === card.state ? STAY : moveInto(board, card, state)?.move.name;
            return [state, name ?? FORBIDDEN];
          }),
        ),
      plan: (columns, card, to, where) => {
        const isReorder = to === card.state;
        const offer = (isReorder ? null : moveInto(board, card, to)) ?? null;
        if (isReorder ? staysAt(columns, card, where) || !board.mayPlace(card.record) : !offer) return null;
        const { above, below } = neighboursAt(columns, card, to, where);
        // On these boards the `order` of a card is its index in the list.
        const change = { state: to, order: orderBetween(above?.order ?? null, below?.order ?? null) };
        const place = board.isOrdered ? { after: above?.id ?? null, before: below?.id ?? null } : null;
        return { asks: offer && asksFirst(offer) ? 'move' : null, change, offer, place };
      },
      undoTime: MS.undo,
      waitsToAsk: true,
      // The moves of a card that is on its way are those of the state that it goes to.
      layOver: (card, change) => ({
        ...card,
        ...change,
        record: { ...card.record, [board.wire]: change.state ?? card.state },
      }),
    }),
  };
  return board;
}

const boards = new Map<string, RecordBoard>();

/** The board of a section, for as long as the console is open. @param name of its definition */
export function recordBoard(name: string): RecordBoard {
  const board = boards.get(name) ?? makeBoard();
  boards.set(name, board);
  return board;
}

/**
 * The loaded records of a board, column by column, each as the list has it.
 * @param states of the columns, in order
 * @param wire key of a record that holds its state
 */
export function recordColumns(
  records: readonly RaRecord[],
  states: readonly string[],
  wire: string,
  pages: BoardPages['columns'],
): RecordColumns {
  const cards = records.flatMap((record, order): RecordBoardCard[] => {
    const id = idOf(record.id);
    return id === null ? [] : [{ id, order, state: String(record[wire]), record }];
  });
  return Object.fromEntries(
    states.map((state) => {
      const own = cards.filter((card) => card.state === state);
      return [state, { cards: own, until: own.at(-1)?.order ?? null, complete: pages[state]?.isComplete ?? true }];
    }),
  );
}
