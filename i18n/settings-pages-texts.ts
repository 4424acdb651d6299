import { addTexts } from './console-text.ts';
import { settingsPages } from './ru/settings-pages.ts';

/** The texts of pages of the settings: imported by them. */
addTexts({ settingsPages });
