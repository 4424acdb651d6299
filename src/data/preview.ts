import { createContext } from 'react';
import type { Levels } from '#resources/language/access.ts';
import type { Features } from '#resources/language/features.ts';

/** Rights and settings of pages of a preview, in place of the session's. */
export interface Preview {
  levels: Levels;
  features: Features;
  /** It is drawn as on a phone, however wide the window is. */
  isPhone?: boolean;
}

/** Context of previewed pages: they title no tab, keep no draft and have no tools of the frame. Null elsewhere. */
export const PreviewContext = createContext<Preview | null>(null);
