import { createContext } from 'react';
import type { Levels } from '#resources/language/access.ts';
import type { Features } from '#resources/language/features.ts';

/** Rights and features of previewed pages, instead of those of the session. */
export interface Preview {
  levels: Levels;
  features: Features;
  /** Rendered with the phone layout regardless of the window width. */
  isPhone?: boolean;
}

/** Set inside a preview, whose pages set no document title, store no drafts and show no tools of the frame; null elsewhere. */
export const PreviewContext = createContext<Preview | null>(null);
