import { createContext } from 'react';

/** Whether a cell of the list is being edited. What draws the table stays meanwhile, or what is typed would be lost. */
interface OpenCell {
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
}

/** Given around the records of a list. */
export const OpenCellContext = createContext<OpenCell>({ isOpen: false, setOpen: () => undefined });
