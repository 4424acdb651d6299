import { createContext } from 'react';

/**
 * Whether the server deletes what a record no longer shows when the form is saved, and not before. Else a file that the record
 * shows is deleted as soon as it is removed (ATT-06).
 */
export const SavingDeletesContext = createContext(false);
