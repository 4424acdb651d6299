import type { TaskDetails, TaskHistoryEntry } from '#resources/protocol/requests/tasks.ts';
import type { Db } from '#server/db/tables.ts';
import { shownFiles } from '#server/files/addresses.ts';
import { filesById } from '#server/files/queries.ts';
import type { CardRow } from './card-queries.ts';
import { findAuthorContact } from './contact-queries.ts';
import { type HistoryRow, historyRows, selectTaskFileIds } from './history-queries.ts';
import { listPortraitIds, type ShownFiles, showCard, showPerson } from './show.ts';
import { findSource } from './source-queries.ts';
import type { Viewer } from './viewer.ts';

/** Ids of portraits and files in a history. */
const filesIn = (rows: readonly HistoryRow[]): number[] =>
  rows.flatMap((row) => [...row.files, row.avatar ?? [], row.performer_avatar ?? []].flat());

function showEntry(viewer: Viewer, files: ShownFiles, row: HistoryRow): TaskHistoryEntry {
  const { performer_id, performer_first_name, performer_last_name } = row;
  const hasPerformer = performer_id !== null && performer_first_name !== null && performer_last_name !== null;
  return {
    id: row.id,
    date: row.at.toISOString(),
    type: row.type,
    action: {
      user: showPerson(viewer, files, {
        id: row.user_id,
        first_name: row.first_name,
        last_name: row.last_name,
        position: row.position,
        avatar: row.avatar,
      }),
      message: row.message,
      ...shownFiles(viewer, row.files, files),
      new_performer: hasPerformer
        ? showPerson(viewer, files, {
            id: performer_id,
            first_name: performer_first_name,
            last_name: performer_last_name,
            position: row.performer_position,
            avatar: row.performer_avatar,
          })
        : null,
      field_name: row.field_name,
      new_value: row.new_value,
      description: row.description,
    },
  };
}

/** A request with its history and files (TASK-19, TASK-20, API-16). */
export async function showDetails(db: Db, viewer: Viewer, row: CardRow): Promise<TaskDetails> {
  const history = await historyRows(db, row.id);
  const fileIds = await selectTaskFileIds(db, row.id);
  const source = await findSource(db, viewer, row.id);
  const author = await findAuthorContact(db, viewer, row.caller_id ?? row.creator_id);
  const files = await filesById(db, [...new Set([...listPortraitIds([row]), ...filesIn(history), ...fileIds])]);
  return {
    ...showCard(viewer, files, row),
    history: history.map((entry) => showEntry(viewer, files, entry)),
    ...shownFiles(viewer, fileIds, files),
    source,
    author,
  };
}

/** One entry of a request's history. */
export async function showHistoryEntry(db: Db, viewer: Viewer, task: number, id: number): Promise<TaskHistoryEntry> {
  const [row] = await historyRows(db, task, id);
  if (!row) throw new Error(`The history of request ${task} has no entry ${id}`);
  return showEntry(viewer, await filesById(db, [...new Set(filesIn([row]))]), row);
}
