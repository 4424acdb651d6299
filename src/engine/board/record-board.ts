import type { RaRecord } from 'react-admin';
import { toId } from '#resources/language/kinds/ids.ts';
import { MS } from '#resources/limits.ts';
import type { BoardPlace } from '#resources/protocol/definitions/board-order.ts';
import { orderBetween } from '#resources/rules/board/order.ts';
import type { BoardPages } from '../list/rows.ts';
import { needsDialog } from '../moves/move-flow.tsx';
import type { OfferedMove } from '../moves/offered.ts';
import { BoardStore, FORBIDDEN_MOVE, type MovePlan, type Where } from './board-store.ts';
import type { Columns, PlacedCard } from './columns.ts';

/** A record of an added section as a card of its board. */
export interface RecordBoardCard extends PlacedCard {
  readonly state: string;
  readonly record: RaRecord;
}

/** The records of a board, by column. */
export type RecordColumns = Columns<RecordBoardCard, string>;

/** A planned move of a card; `offer` is null if the card only changes its position within its column. */
export interface RecordPlan extends MovePlan<RecordBoardCard> {
  readonly offer: OfferedMove | null;
  /** Position in the target column; null on a board that is not ordered by hand. */
  readonly place: BoardPlace | null;
}

/** The board of an added section. */
export interface RecordBoard {
  store: BoardStore<RecordBoardCard, string, RecordPlan, never>;
  /** Wire name of the state field; set by the page. */
  wire: string;
  /** States of its columns; set by the page, like the moves, because rights and definitions may change. */
  states: readonly string[];
  /** Returns the moves of a record. */
  findMoves: (record: RaRecord) => readonly OfferedMove[];
  /** Whether people order the cards of a column by hand. */
  isOrdered: boolean;
  /** Whether the person may reorder a record within its column. */
  mayPlace: (record: RaRecord) => boolean;
}

/** Stands for a drop within the card's own column, which changes only the order, and only on a board ordered by hand. */
const WITHIN_COLUMN = 'stay';

/** The move of a record into a column, if the person may make it. */
const findMoveTo = (board: RecordBoard, { record }: RecordBoardCard, to: string): OfferedMove | undefined =>
  board.findMoves(record).find(({ move, refusal }) => move.to === to && refusal === null);

/** The cards above and below a position in a column. */
function findNeighbours(columns: RecordColumns, card: RecordBoardCard, to: string, position: Where) {
  const others = (columns[to]?.cards ?? []).filter(({ id }) => id !== card.id);
  const index = position === 'first' ? 0 : position;
  return { above: others[index - 1], below: others[index] };
}

/** Whether a card is dropped at its current position. */
const isSamePosition = (columns: RecordColumns, { id, state }: RecordBoardCard, position: Where): boolean =>
  columns[state]?.cards.findIndex((card) => card.id === id) === (position === 'first' ? 0 : position);

function createBoard(): RecordBoard {
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
            const name = state === card.state ? WITHIN_COLUMN : findMoveTo(board, card, state)?.move.name;
            return [state, name ?? FORBIDDEN_MOVE];
          }),
        ),
      plan: (columns, card, to, position) => {
        const isReorder = to === card.state;
        const offer = (isReorder ? null : findMoveTo(board, card, to)) ?? null;
        if (isReorder ? isSamePosition(columns, card, position) || !board.mayPlace(card.record) : !offer) return null;
        const { above, below } = findNeighbours(columns, card, to, position);
        // On these boards the `order` of a card is its index in the list.
        const change = { state: to, order: orderBetween(above?.order ?? null, below?.order ?? null) };
        const place = board.isOrdered ? { after: above?.id ?? null, before: below?.id ?? null } : null;
        return { asks: offer && needsDialog(offer) ? 'move' : null, change, offer, place };
      },
      undoTime: MS.undo,
      waitsToAsk: true,
      // While a move is pending, the card has the moves of its target state.
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

/** The board of a section; created once and kept until the page is reloaded. @param name name of its definition */
export function recordBoard(name: string): RecordBoard {
  const board = boards.get(name) ?? createBoard();
  boards.set(name, board);
  return board;
}

/**
 * Sorts the loaded records of a list into columns.
 * @param states states of the columns, in order
 * @param wire wire name of the state field
 */
export function boardColumns(
  records: readonly RaRecord[],
  states: readonly string[],
  wire: string,
  pages: BoardPages['columns'],
): RecordColumns {
  const cards = records.flatMap((record, order): RecordBoardCard[] => {
    const id = toId(record.id);
    return id === null ? [] : [{ id, order, state: String(record[wire]), record }];
  });
  return Object.fromEntries(
    states.map((state) => {
      const columnCards = cards.filter((card) => card.state === state);
      return [
        state,
        { cards: columnCards, until: columnCards.at(-1)?.order ?? null, complete: pages[state]?.isComplete ?? true },
      ];
    }),
  );
}
