import { type ComponentType, createContext } from 'react';
import type { RaRecord } from 'react-admin';

/** Extra menu item that the surrounding list adds to the record menus beyond those of the definition. */
export const RecordMenuExtra = createContext<ComponentType<{ record: RaRecord }> | null>(null);
