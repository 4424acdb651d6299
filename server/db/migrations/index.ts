import type { Migration } from 'kysely/migration';
import { language } from './0001-language.ts';
import { people } from './0002-people.ts';
import { places } from './0003-places.ts';
import { news } from './0004-news.ts';
import { tasks } from './0005-tasks.ts';
import { operations } from './0006-operations.ts';
import { chat } from './0007-chat.ts';
import { system } from './0008-system.ts';
import { sessions } from './0009-sessions.ts';
import { newsUndo } from './0010-news-undo.ts';
import { accessTold } from './0011-access-told.ts';

/**
 * Every migration by its name, in the order they run. A migration that has been released is never edited: add the next one.
 * Forward only: the way back is a backup.
 */
export const migrations: Record<string, Migration> = {
  '0001-language': language,
  '0002-people': people,
  '0003-places': places,
  '0004-news': news,
  '0005-tasks': tasks,
  '0006-operations': operations,
  '0007-chat': chat,
  '0008-system': system,
  '0009-sessions': sessions,
  '0010-news-undo': newsUndo,
  '0011-access-told': accessTold,
};
