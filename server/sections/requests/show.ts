import { text } from '#i18n/text.ts';
import type { TaskCard, TaskPerson } from '#resources/protocol/requests/tasks.ts';
import { canMoveRequest } from '#resources/rules/requests/rights.ts';
import type { Db } from '#server/db/tables.ts';
import { type ShownFile, shownFile } from '#server/files/addresses.ts';
import { filesById } from '#server/files/queries.ts';
import type { CardRow } from './card-queries.ts';
import { requestSubject, type Viewer } from './viewer.ts';

/** Files by id, with what their URLs are built from. */
export type ShownFiles = ReadonlyMap<number, ShownFile>;
type PersonRow = { id: number; first_name: string; last_name: string; position: string | null; avatar: number | null };

/** A person with the portrait URL for this session. */
export function showPerson(viewer: Viewer, files: ShownFiles, { id, avatar, ...names }: PersonRow): TaskPerson {
  const portrait = avatar === null ? undefined : files.get(avatar);
  const portraitFiles = portrait && shownFile(viewer, portrait);
  return { user: id, ...names, avatar: portraitFiles ? (portraitFiles.medium ?? portraitFiles.s3_file).file : null };
}

/** Ids of the portraits on cards. */
export const listPortraitIds = (rows: readonly CardRow[]): number[] => [
  ...new Set(
    rows.flatMap((row) => [row.creator_avatar ?? [], row.caller_avatar ?? [], row.performer_avatar ?? []].flat()),
  ),
];

/** A card as this viewer sees it. */
export function showCard(viewer: Viewer, files: ShownFiles, row: CardRow): TaskCard {
  return {
    id: row.id,
    stage: row.stage,
    resolution: row.resolution,
    resolution_description: row.resolution_description,
    order: row.board_order,
    performer: showPerformer(viewer, files, row),
    service: { id: row.service_id, name: row.service_name, icon: row.service_icon },
    information: { description: row.description },
    creator: {
      ...showPerson(viewer, files, {
        id: row.creator_id,
        first_name: row.creator_first_name,
        last_name: row.creator_last_name,
        position: row.creator_position,
        avatar: row.creator_avatar,
      }),
      ...(row.caller_id === null ? callerHome(row) : { unit: null, unit_id: null }),
    },
    caller: showCaller(viewer, files, row),
    creation_date: row.created_at.toISOString(),
    target_type: row.target_type,
    target: {
      building: row.building_id,
      street: row.street,
      number: row.number,
      porches: [...row.porches].sort((a, b) => a.number - b.number),
      floors: row.floors,
    },
    task_name: text('taskRules.name', { id: row.id }),
    deadline: row.deadline?.toISOString() ?? null,
    done_at: row.done_at?.toISOString() ?? null,
    may_move: canMoveRequest(requestSubject(viewer), { stage: row.stage, performer: row.performer_id }),
    version: row.version,
    files: Number(row.files),
  };
}

const callerHome = ({ unit, unit_id }: CardRow) => ({ unit, unit_id });

function showCaller(viewer: Viewer, files: ShownFiles, row: CardRow): TaskCard['caller'] {
  const { caller_id: id, caller_first_name: first_name, caller_last_name: last_name, caller_avatar: avatar } = row;
  if (id === null || first_name === null || last_name === null) return null;
  return { ...showPerson(viewer, files, { id, first_name, last_name, position: null, avatar }), ...callerHome(row) };
}

function showPerformer(viewer: Viewer, files: ShownFiles, row: CardRow): TaskPerson | null {
  const { performer_id: id, performer_first_name: first_name, performer_last_name: last_name } = row;
  if (id === null || first_name === null || last_name === null) return null;
  const { performer_position: position, performer_avatar: avatar } = row;
  return showPerson(viewer, files, { id, first_name, last_name, position, avatar });
}

/** Serialises cards; their portraits are fetched in one query. */
export async function showCards(db: Db, viewer: Viewer, rows: readonly CardRow[]): Promise<TaskCard[]> {
  const files = await filesById(db, listPortraitIds(rows));
  return rows.map((row) => showCard(viewer, files, row));
}
