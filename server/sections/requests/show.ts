import { text } from '#i18n/text.ts';
import type { TaskCard, TaskPerson } from '#resources/protocol/requests/tasks.ts';
import { mayMoveRequest } from '#resources/rules/requests/rights.ts';
import type { Db } from '#server/db/tables.ts';
import { type ShownFile, shownFile } from '#server/files/addresses.ts';
import { filesById } from '#server/files/queries.ts';
import type { CardRow } from './card-queries.ts';
import { requestSubject, type Viewer } from './viewer.ts';

/** Files by id, as they can be shown. */
export type Files = ReadonlyMap<number, ShownFile>;
type Names = { id: number; first_name: string; last_name: string; position: string | null; avatar: number | null };

/** A person with the address of their portrait for this session. */
export function showPerson(viewer: Viewer, files: Files, { id, avatar, ...names }: Names): TaskPerson {
  const portrait = avatar === null ? undefined : files.get(avatar);
  const shown = portrait && shownFile(viewer, portrait);
  return { user: id, ...names, avatar: shown ? (shown.medium ?? shown.s3_file).file : null };
}

/** Ids of the portraits on cards. */
export const portraitsOn = (rows: readonly CardRow[]): number[] => [
  ...new Set(
    rows.flatMap((row) => [row.creator_avatar ?? [], row.caller_avatar ?? [], row.performer_avatar ?? []].flat()),
  ),
];

/** A card as this viewer sees it. */
export function showCard(viewer: Viewer, files: Files, row: CardRow): TaskCard {
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
    may_move: mayMoveRequest(requestSubject(viewer), { stage: row.stage, performer: row.performer_id }),
    version: row.version,
    files: Number(row.files),
  };
}

const callerHome = ({ unit, unit_id }: CardRow) => ({ unit, unit_id });

function showCaller(viewer: Viewer, files: Files, row: CardRow): TaskCard['caller'] {
  const { caller_id: id, caller_first_name: first_name, caller_last_name: last_name, caller_avatar: avatar } = row;
  if (id === null || first_name === null || last_name === null) return null;
  return { ...showPerson(viewer, files, { id, first_name, last_name, position: null, avatar }), ...callerHome(row) };
}

function showPerformer(viewer: Viewer, files: Files, row: CardRow): TaskPerson | null {
  const { performer_id: id, performer_first_name: first_name, performer_last_name: last_name } = row;
  if (id === null || first_name === null || last_name === null) return null;
  const { performer_position: position, performer_avatar: avatar } = row;
  return showPerson(viewer, files, { id, first_name, last_name, position, avatar });
}

/** Cards as they stand on the wire; their portraits are looked up at once. */
export async function showCards(db: Db, viewer: Viewer, rows: readonly CardRow[]): Promise<TaskCard[]> {
  const files = await filesById(db, portraitsOn(rows));
  return rows.map((row) => showCard(viewer, files, row));
}
