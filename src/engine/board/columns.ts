/** The values that decide a card's place in its column. */
export interface PlacedCard {
  readonly id: number;
  /** A smaller one stands higher. */
  readonly order: number;
  /** Grows with every write; left out where the server does not tell. */
  readonly version?: number | undefined;
  /** Version of the move that pushed it to its order; may be newer than the rest of the card. */
  readonly pushedBy?: number | undefined;
}

/** A card as it came, at the order to which a later move has pushed it already. */
export function withLaterPush<Card extends PlacedCard>(card: Card, loaded: PlacedCard | undefined): Card {
  const { order, pushedBy } = loaded ?? {};
  if (order === undefined || pushedBy === undefined || card.version === undefined) return card;
  return pushedBy > card.version ? { ...card, order, pushedBy } : card;
}

/** The loaded cards of a column, from its beginning, by (order, id). */
export interface Column<Card extends PlacedCard> {
  readonly cards: readonly Card[];
  /** Order of the last card that a page brought; the next page is asked for from here on. Null before the first. */
  readonly until: number | null;
  /** Whether there is nothing behind what is loaded. */
  readonly complete: boolean;
}

/** A board as far as it is loaded: a column for each value of the field that makes the columns. */
export type Columns<Card extends PlacedCard, State extends string> = Readonly<Record<State, Column<Card>>>;

const statesIn = <State extends string>(columns: Readonly<Record<State, unknown>>) => Object.keys(columns) as State[];

/** Order of two cards of a column; the id parts equal orders, so that all clients see the same. */
export function inOrder(a: PlacedCard, b: PlacedCard): number {
  return a.order - b.order || a.id - b.id;
}

/**
 * A column with one more page of it: no card twice, by order (TASK-13).
 * @param requestedCount how many cards the page was asked for
 * @param size how many entries the page had, unreadable ones included, and the order of the last
 */
export function withPage<Card extends PlacedCard>(
  column: Column<Card> | undefined,
  page: readonly Card[],
  requestedCount: number,
  size: { entries: number; until: number | null } = { entries: page.length, until: page.at(-1)?.order ?? null },
): Column<Card> {
  const byId = new Map((column?.cards ?? []).map((card) => [card.id, card]));
  for (const card of page) byId.set(card.id, card);
  const last = size.until ?? page.at(-1)?.order ?? null;
  const until = column?.until ?? null;
  // A page that leads no further is the last, whatever it holds: the server does not go by `from_order`.
  const isFurther = last !== null && (until === null || last > until);
  return {
    cards: [...byId.values()].sort(inOrder),
    until: isFurther ? last : until,
    complete: size.entries < requestedCount || !isFurther,
  };
}

/** Index for a card among others that are in order. */
function placeFor(cards: readonly PlacedCard[], card: PlacedCard): number {
  let [low, high] = [0, cards.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = cards[middle];
    if (other && inOrder(other, card) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A column without a card; the same object when it is not there. */
function without<Card extends PlacedCard>(column: Column<Card>, id: number): Column<Card> {
  const index = column.cards.findIndex((card) => card.id === id);
  return index < 0 ? column : { ...column, cards: column.cards.toSpliced(index, 1) };
}

/** The board without a card; columns that did not have it stay the same objects. */
export function withoutCard<Card extends PlacedCard, State extends string>(
  columns: Columns<Card, State>,
  id: number,
): Columns<Card, State> {
  const next = statesIn(columns).map((state) => [state, without(columns[state], id)] as const);
  return next.every(([state, column]) => column === columns[state])
    ? columns
    : (Object.fromEntries(next) as Columns<Card, State>);
}

/**
 * The board with a card where its state and order put it. A card that belongs behind the loaded part of its column is left
 * out: its page will bring it.
 * @param anyway shows it even then: the person has just put it there
 */
export function withCard<Card extends PlacedCard, State extends string>(
  columns: Columns<Card, State>,
  state: NoInfer<State>,
  card: Card,
  anyway = false,
): Columns<Card, State> {
  const cleared = withoutCard(columns, card.id);
  const column = cleared[state];
  const isLoaded = column.complete || (column.until !== null && card.order <= column.until);
  if (!isLoaded && !anyway) return cleared;
  const cards = column.cards.toSpliced(placeFor(column.cards, card), 0, card);
  return { ...cleared, [state]: { ...column, cards } };
}

/** The card of an id; undefined when it is not loaded. */
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
 * A board that keeps its places while a card is dragged: each card shows its newest content at its old place, except the
 * dragged one, which stays as it was; cards loaded behind the last one are added.
 * @param liftedColumns the board as it stood when the card was lifted
 * @param now the board as it is
 * @param draggedId id of the dragged card
 */
export function keepPlaces<Card extends PlacedCard, State extends string>(
  liftedColumns: Columns<Card, State>,
  now: Columns<Card, State>,
  draggedId: number,
): Columns<Card, State> {
  const states = statesIn(now);
  const current = new Map(states.flatMap((state) => now[state].cards.map((card) => [card.id, card] as const)));
  const liftedIds = new Set(states.flatMap((state) => liftedColumns[state].cards.map(({ id }) => id)));
  const keepColumn = (state: State): Column<Card> => {
    const before = liftedColumns[state].cards;
    const last = before.at(-1);
    const behind = now[state].cards.filter((card) => !liftedIds.has(card.id) && last && inOrder(last, card) < 0);
    const same = before.map((card) => (card.id === draggedId ? card : (current.get(card.id) ?? card)));
    return { ...now[state], cards: [...same, ...behind] };
  };
  return Object.fromEntries(states.map((state) => [state, keepColumn(state)])) as Columns<Card, State>;
}

/**
 * A board with a batch that was on its way while the board changed: a card that the board has already stays as and where it
 * is, unless the batch has a newer version of it.
 */
export function withBatch<Card extends PlacedCard, State extends string>(
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
    .map((card) => withLaterPush(card, loadedCards.get(card.id)));
  const cleared = freshCards.reduce((board, { id }) => (loadedCards.has(id) ? withoutCard(board, id) : board), columns);
  const all = [...cleared[state].cards, ...freshCards].sort(inOrder);
  return { ...cleared, [state]: { cards: all, until, complete } };
}
