import { type ComponentType, createContext } from 'react';
import type { RaRecord } from 'react-admin';

/** An item of the menus of records that the list around them adds to what the definition names. */
export const RecordMenuExtra = createContext<ComponentType<{ record: RaRecord }> | null>(null);
