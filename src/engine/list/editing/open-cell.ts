import { createContext } from 'react';

/** Whether a cell of the list is being edited; meanwhile the table must stay mounted, or typed text would be lost. */
interface OpenCell {
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
}

/** Provided around the records of a list. */
export const OpenCellContext = createContext<OpenCell>({ isOpen: false, setOpen: () => undefined });
