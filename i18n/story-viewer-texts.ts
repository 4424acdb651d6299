import { addTexts } from './console-text.ts';
import { storyViewer } from './ru/story-viewer.ts';

/** The texts of the viewer of stories: imported by its widgets. */
addTexts({ stories: storyViewer });
