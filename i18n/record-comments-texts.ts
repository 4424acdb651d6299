import { addTexts } from './console-text.ts';
import { recordComments } from './ru/record-comments.ts';

/** The texts of comments on a record: imported by them. */
addTexts({ engine: { comments: recordComments } });
