import type { SvgIconComponent } from '@mui/icons-material';
import type { ComponentType, ReactNode } from 'react';
import type { RowColour } from '../list/list-context.tsx';
import type { BoardSource } from './board-store.ts';
import type { PlacedCard } from './columns.ts';

/** A column of a board, apart from its cards. */
export interface ColumnLook<State extends string> {
  state: State;
  title: string;
  /** Before the title. */
  sign: ReactNode;
  /** Widths of the grey lines in its place until its cards are there, CSS lengths. */
  bones: readonly string[];
}

/** The effect of dropping a card, as shown under it. */
interface Outcome {
  text: string;
  Sign: SvgIconComponent;
}

/** The keys held during a click. */
export type HeldKeys = Pick<MouseEvent, 'ctrlKey' | 'metaKey'>;

/** How a board draws its columns and cards, and what can be done with them; the same object from one rendering to the next. */
export interface BoardLook<Card extends PlacedCard, State extends string> {
  store: BoardSource<Card, State>;
  columns: readonly ColumnLook<State>[];
  /** Name of the row of columns, for screen readers. */
  label: string;
  /** Columns are at least this wide, CSS pixels: the board scrolls where they do not fit. */
  minWidth: number;
  /** Instructions for carrying a card by keyboard, for screen readers. */
  help: string;
  /** Announced when another person has moved the card while it was carried. */
  conflict: string;
  /** Name of a card for a screen reader. */
  name: (card: Card) => string;
  /** The content of a card. */
  Face: ComponentType<{ card: Card; compact: boolean }>;
  /** The three dots of a card; `place` in its column, from 0, and how many there are. */
  Menu: ComponentType<{ card: Card; place: { index: number; total: number } }>;
  /** Colleagues' marks at the edge of a card. */
  Mark?: ComponentType<{ id: number }>;
  /** Whether a card cannot be lifted. */
  isFixed: (card: Card) => boolean;
  /** How a card is coloured; left out where none is. */
  colour?: ((card: Card) => RowColour | undefined) | null;
  /** The effect of a move into another column; null when there is nothing to say. */
  outcome: (move: string) => Outcome | null;
  /** Null where there is nothing more to see of a card. */
  open: ((id: number) => void) | null;
  /** Opens a card in a tab of its own. */
  openInTab?: (id: number) => void;
}
