/** The values that determine a card's place in its column. */
export interface PlacedCard {
  readonly id: number;
  /** A smaller value is higher up. */
  readonly order: number;
  /** Grows with every write; omitted where the server does not send it. */
  readonly version?: number | undefined;
  /** Version of the move that pushed the card to its order; may be newer than the rest of the card. */
  readonly pushedBy?: number | undefined;
}

/** A loaded card with the order that a later move has already pushed it to. */
export function applyLaterPush<Card extends PlacedCard>(card: Card, loaded: PlacedCard | undefined): Card {
  const { order, pushedBy } = loaded ?? {};
  if (order === undefined || pushedBy === undefined || card.version === undefined) return card;
  return pushedBy > card.version ? { ...card, order, pushedBy } : card;
}

/** The loaded cards of a column, from its beginning, sorted by (order, id). */
export interface Column<Card extends PlacedCard> {
  readonly cards: readonly Card[];
  /** Order of the last card of the loaded pages, from which the next page is requested. Null before the first page. */
  readonly until: number | null;
  /** Whether all cards are loaded. */
  readonly complete: boolean;
}

/** The loaded part of a board: a column for each value of its state field. */
export type Columns<Card extends PlacedCard, State extends string> = Readonly<Record<State, Column<Card>>>;

const statesIn = <State extends string>(columns: Readonly<Record<State, unknown>>) => Object.keys(columns) as State[];

/** Compares two cards of a column; equal orders are sorted by id, so that all clients agree. */
export function compareCards(a: PlacedCard, b: PlacedCard): number {
  return a.order - b.order || a.id - b.id;
}

/**
 * Adds a page to a column, sorted and without duplicates (TASK-13).
 * @param requestedCount number of cards requested
 * @param size number of entries in the page, unreadable ones included, and the order of the last one
 */
export function addPage<Card extends PlacedCard>(
  column: Column<Card> | undefined,
  page: readonly Card[],
  requestedCount: number,
  size: { entries: number; until: number | null } = { entries: page.length, until: page.at(-1)?.order ?? null },
): Column<Card> {
  const byId = new Map((column?.cards ?? []).map((card) => [card.id, card]));
  for (const card of page) byId.set(card.id, card);
  const last = size.until ?? page.at(-1)?.order ?? null;
  const until = column?.until ?? null;
  // A page that does not advance must be the last, whatever it contains: the server ignores `from_order`.
  const isFurther = last !== null && (until === null || last > until);
  return {
    cards: [...byId.values()].sort(compareCards),
    until: isFurther ? last : until,
    complete: size.entries < requestedCount || !isFurther,
  };
}

/** Index at which to insert a card into sorted cards. */
function insertionIndex(cards: readonly PlacedCard[], card: PlacedCard): number {
  let [low, high] = [0, cards.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = cards[middle];
    if (other && compareCards(other, card) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A column without a card; the same object if the card is not in it. */
function removeFromColumn<Card extends PlacedCard>(column: Column<Card>, id: number): Column<Card> {
  const index = column.cards.findIndex((card) => card.id === id);
  return index < 0 ? column : { ...column, cards: column.cards.toSpliced(index, 1) };
}

/** The board without a card; columns that did not contain it keep their identity. */
export function removeCard<Card extends PlacedCard, State extends string>(
  columns: Columns<Card, State>,
  id: number,
): Columns<Card, State> {
  const next = statesIn(columns).map((state) => [state, removeFromColumn(columns[state], id)] as const);
  return next.every(([state, column]) => column === columns[state])
    ? columns
    : (Object.fromEntries(next) as Columns<Card, State>);
}

/**
 * The board with a card at the place of its state and order. A card that belongs behind the loaded part of its column is left
 * out, because its page will contain it.
 * @param isForced inserts it even then, because the person has just put it there
 */
export function insertCard<Card extends PlacedCard, State extends string>(
  columns: Columns<Card, State>,
  state: NoInfer<State>,
  card: Card,
  isForced = false,
): Columns<Card, State> {
  const remaining = removeCard(columns, card.id);
  const column = remaining[state];
  const isLoaded = column.complete || (column.until !== null && card.order <= column.until);
  if (!isLoaded && !isForced) return remaining;
  const cards = column.cards.toSpliced(insertionIndex(column.cards, card), 0, card);
  return { ...remaining, [state]: { ...column, cards } };
}

/** The card with an id; undefined when it is not loaded. */
export function findCard<Card extends PlacedCard, State extends string>(
  columns: Columns<Card, State>,
  id: number,
): Card | undefined {
  for (const state of statesIn(columns)) {
    const card = columns[state].cards.find((one) => one.id === id);
    if (card) return card;
  }
  return undefined;
}

/**
 * Keeps the positions of a board while a card is dragged: each card shows its newest content at its old place, except the dragged
 * one, which stays unchanged; newly loaded cards are appended.
 * @param liftedColumns the board at the start of the drag
 * @param latestColumns the current board
 * @param draggedId id of the dragged card
 */
export function keepPositions<Card extends PlacedCard, State extends string>(
  liftedColumns: Columns<Card, State>,
  latestColumns: Columns<Card, State>,
  draggedId: number,
): Columns<Card, State> {
  const states = statesIn(latestColumns);
  const latestCards = new Map(
    states.flatMap((state) => latestColumns[state].cards.map((card) => [card.id, card] as const)),
  );
  const liftedIds = new Set(states.flatMap((state) => liftedColumns[state].cards.map(({ id }) => id)));
  const keepColumn = (state: State): Column<Card> => {
    const before = liftedColumns[state].cards;
    const last = before.at(-1);
    const appended = latestColumns[state].cards.filter(
      (card) => !liftedIds.has(card.id) && last && compareCards(last, card) < 0,
    );
    const kept = before.map((card) => (card.id === draggedId ? card : (latestCards.get(card.id) ?? card)));
    return { ...latestColumns[state], cards: [...kept, ...appended] };
  };
  return Object.fromEntries(states.map((state) => [state, keepColumn(state)])) as Columns<Card, State>;
}

/**
 * Adds a batch that was loading while the board changed: a card that the board already has is kept, unless the batch has a newer
 * version.
 */
export function mergeBatch<Card extends PlacedCard, State extends string>(
  columns: Columns<Card, State>,
  state: NoInfer<State>,
  { cards, until, complete }: Column<Card>,
): Columns<Card, State> {
  const loadedCards = new Map(
    statesIn(columns).flatMap((other) => columns[other].cards.map((card) => [card.id, card] as const)),
  );
  const freshCards = cards
    .filter((card) => {
      const before = loadedCards.get(card.id);
      return !before || (card.version ?? 0) > (before.version ?? Number.POSITIVE_INFINITY);
    })
    .map((card) => applyLaterPush(card, loadedCards.get(card.id)));
  const remaining = freshCards.reduce(
    (board, { id }) => (loadedCards.has(id) ? removeCard(board, id) : board),
    columns,
  );
  const all = [...remaining[state].cards, ...freshCards].sort(compareCards);
  return { ...remaining, [state]: { cards: all, until, complete } };
}
