import type { SvgIconComponent } from '@mui/icons-material';
import type { ComponentType, ReactNode } from 'react';
import type { RowColour } from '../list/list-context.tsx';
import type { BoardSource } from './board-store.ts';
import type { PlacedCard } from './columns.ts';

/** A column of a board without its cards. */
export interface ColumnConfig<State extends string> {
  state: State;
  title: string;
  /** Icon before the title. */
  icon: ReactNode;
  /** Widths of the skeleton lines while the cards load, CSS lengths. */
  skeletonWidths: readonly string[];
}

/** The effect of dropping a card, shown under it. */
interface Outcome {
  text: string;
  Icon: SvgIconComponent;
}

/** Modifier keys during a click. */
export type ModifierKeys = Pick<MouseEvent, 'ctrlKey' | 'metaKey'>;

/**
 * Configuration of a board: how it renders columns and cards and what can be done with them. Must keep its identity between
 * renders.
 */
export interface BoardConfig<Card extends PlacedCard, State extends string> {
  store: BoardSource<Card, State>;
  columns: readonly ColumnConfig<State>[];
  /** Accessible name of the row of columns. */
  label: string;
  /** Minimum column width, CSS pixels; the board scrolls where the columns do not fit. */
  minWidth: number;
  /** Instructions for moving a card by keyboard, for screen readers. */
  help: string;
  /** Announced when another person has moved the card while it was being dragged. */
  conflict: string;
  /** Accessible name of a card. */
  name: (card: Card) => string;
  /** Content of a card. */
  Face: ComponentType<{ card: Card; compact: boolean }>;
  /** Menu of a card; `place` is its position in the column (from 0) and the number of cards. */
  Menu: ComponentType<{ card: Card; place: { index: number; total: number } }>;
  /** Marker at the edge of a card that colleagues are viewing. */
  Mark?: ComponentType<{ id: number }>;
  /** Whether a card cannot be dragged. */
  isFixed: (card: Card) => boolean;
  /** Colour of a card; omitted where cards have no colours. */
  colour?: ((card: Card) => RowColour | undefined) | null;
  /** Text and icon for a move into another column; null when there is nothing to show. */
  outcome: (move: string) => Outcome | null;
  /** Opens a card; null where a card has no details. */
  open: ((id: number) => void) | null;
  /** Opens a card in a new browser tab. */
  openInTab?: (id: number) => void;
}
