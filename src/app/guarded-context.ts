import { createContext } from 'react';
import type { GuardedPage } from './sections.ts';

/** Pages of this installation that show only an access message without the right to see their section. */
export const GuardedContext = createContext<readonly GuardedPage[]>([]);
