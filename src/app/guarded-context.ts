import { createContext } from 'react';
import type { GuardedPage } from './sections.ts';

/** The pages of every section of this installation that are closed as a whole without the right to see it. */
export const GuardedContext = createContext<readonly GuardedPage[]>([]);
