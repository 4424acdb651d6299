import type { BeforeCapture, DragDropContextProps, DropResult, ResponderProvided } from '@hello-pangea/dnd';
import { act } from '@testing-library/react';

/** Handlers of the board that is shown. */
const shown: { props?: DragDropContextProps } = {};

/** The drag library for `jest.mock`: jsdom lays nothing out, so that no hand finds another column, and a test calls the handlers. */
export function dragLibrary(): typeof import('@hello-pangea/dnd') {
  const real = jest.requireActual<typeof import('@hello-pangea/dnd')>('@hello-pangea/dnd');
  return {
    ...real,
    DragDropContext: (props: DragDropContextProps) => {
      shown.props = props;
      return <real.DragDropContext {...props} />;
    },
  };
}

/** The handlers of the board that is shown. */
export const boardHandlers = (): DragDropContextProps | undefined => shown.props;

/** Lifts a card by the keyboard. */
export function lift(id: number): void {
  const before: BeforeCapture = { draggableId: String(id), mode: 'SNAP' };
  act(() => shown.props?.onBeforeCapture?.(before));
}

/** Drops a card in a column, at the top unless an index among its other cards is named. @returns what a screen reader is told */
export function drop(id: number, from: string, to: string, index = 0): string[] {
  const said: string[] = [];
  const provided: ResponderProvided = { announce: (sentence) => said.push(sentence) };
  const result: DropResult = {
    ...{ draggableId: String(id), type: 'DEFAULT', mode: 'SNAP', reason: 'DROP', combine: null },
    source: { droppableId: from, index: 0 },
    destination: { droppableId: to, index },
  };
  act(() => shown.props?.onDragEnd(result, provided));
  return said;
}
