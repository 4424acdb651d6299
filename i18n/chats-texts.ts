import { addTexts } from './console-text.ts';
import { chats } from './ru/chats.ts';

/** The texts of the chat: imported by its page. */
addTexts({ chats });
