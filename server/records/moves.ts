import { isDeepStrictEqual } from 'node:util';
import { text } from '#i18n/text.ts';
import { can } from '#resources/language/access.ts';
import { RECORD_AUTHOR } from '#resources/language/complete-definition.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { findUnmetConditionHint } from '#resources/language/expressions/conditions.ts';
import { withComputed } from '#resources/language/expressions/fields.ts';
import type { ReaderLevel } from '#resources/language/field-levels.ts';
import {
  canMakeMove,
  describeMovers,
  type FieldMove,
  findMove,
  listMoves,
  stateLabel,
} from '#resources/language/moves.ts';
import { capitalise } from '#resources/language/words.ts';
import type { RecordMove } from '#resources/protocol/definitions/record-moves.ts';
import { auditEntriesOn } from '#server/access/audit.ts';
import type { Reader } from '#server/access/reader.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { placeMovedRecord, restorePlace } from './board-places.ts';
import { type ChangeContext, createReadContext, loadToChange, log, refuseOutdated } from './changes.ts';
import { lowestVisibleLevel, readerView } from './field-rights.ts';
import { lockRestorableFiles, setLostFilesAside } from './files-set-aside.ts';
import { restorableSince } from './kit/undo.ts';
import { type StoredRecord, updateRecord } from './queries.ts';
import { refersToMissing } from './restore-deleted.ts';
import { treeErrors } from './trees.ts';
import {
  expressionContext,
  linkedBuildingIds,
  refuseDuplicates,
  requireRecordAction,
  storedFileIds,
  validateMove,
} from './write.ts';

/** Outcome of a move, or of its undo. */
interface MoveResult {
  before: StoredRecord;
  after: StoredRecord;
  /** Whether the record has lost files (`setLostFilesAside`). */
  hasLostFiles: boolean;
  /** Lowest access level that sees the change. */
  level: ReaderLevel;
}

/** The reader with write access: a move may be allowed to people who may not change records otherwise. */
const asMover = (reader: Reader, { section }: Resource): Reader => ({
  ...reader,
  levels: { ...reader.levels, [section]: 'write' },
});

/**
 * Checks that the reader may make the move.
 * @throws ApiError if not
 */
async function refuseMover({ trx, reader, resource }: ChangeContext, { move }: FieldMove, record: StoredRecord) {
  await requireRecordAction(trx, reader, resource, record.data, 'see');
  const facts = { ...record.data, [RECORD_AUTHOR]: record.created_by };
  const view = readerView(reader, resource);
  if (!canMakeMove(reader, view, move, facts)) {
    if (!move.who && !can(reader.levels, resource.section, 'change'))
      throw new ApiError('no_right', { section: capitalise(resource.words.plural) });
    throw new ApiError('not_mover', { who: describeMovers(view, move, text) });
  }
  await requireRecordAction(trx, asMover(reader, resource), resource, record.data);
}

/**
 * Moves a record to another state and stores the values that the move asks for.
 * @throws ApiError not_mover, record_changed, move_closed, move_waits
 * @throws FieldsError for invalid values
 */
export async function moveRecord(changing: ChangeContext, id: number, call: RecordMove): Promise<MoveResult> {
  const { trx, resource, reader, now } = changing;
  const namedMove = findMove(readerView(reader, resource), call.move);
  if (!namedMove) throw new FieldsError({ move: ['validation.unknown'] });
  const before = await loadToChange(changing, id);
  await refuseMover(changing, namedMove, before);
  await refuseOutdated(changing, before, call.record_version);
  const state = before.data[namedMove.state.wire];
  if (!namedMove.move.from.includes(String(state)))
    throw new ApiError('move_closed', { state: stateLabel(namedMove.state.process.states, state) });
  const readContext = createReadContext(changing);
  const hint = findUnmetConditionHint(resource, namedMove.move, before.data, expressionContext(readContext));
  if (hint !== null) throw new ApiError('move_waits', { hint });
  const validated = await validateMove(readContext, resource, namedMove, call.values, before);
  await requireRecordAction(trx, asMover(reader, resource), resource, validated.data);
  const after = { ...validated, id, created_by: before.created_by };
  await updateRecord(trx, after, now);
  await placeMovedRecord(changing, id, { field: namedMove.state.name, state: namedMove.move.to }, call.order);
  await log(changing, { action: 'move', record: id, before: before.data, after: after.data });
  const level = lowestVisibleLevel(resource, before.data, after.data);
  const hasLostFiles = await setLostFilesAside(changing, id, before.data, after.data);
  return { before, after, hasLostFiles, level };
}

/** All moves that lead from one version of a record to the other; the audit log does not say which of them was made. */
const candidateMoves = (resource: Resource, earlier: StoredRecord, later: StoredRecord): FieldMove[] =>
  listMoves(resource).filter(
    ({ state: { wire }, move }) => move.to === later.data[wire] && move.from.includes(String(earlier.data[wire])),
  );

/**
 * Undoes the reader's own recent move: restores the former values and the files that it removed.
 * @returns also the names of all moves that the undone one may have been
 * @throws ApiError too_late_to_undo if the record was changed since, or moved by somebody else
 */
export async function undoRecordMove(
  changing: ChangeContext,
  id: number,
): Promise<MoveResult & { moves: readonly string[] }> {
  const { trx, resource, reader, now } = changing;
  const { updated_at, deleted_at: _, ...before } = await loadToChange(changing, id);
  const [auditEntry] = await auditEntriesOn(trx, resource.name, id, null, 1);
  const isOwn = auditEntry?.action === 'move' && auditEntry.user === reader.user && updated_at > restorableSince(now);
  if (!isOwn || !isDeepStrictEqual(auditEntry.after, before.data)) throw new ApiError('too_late_to_undo');
  const data = withComputed(resource, auditEntry.before as StoredRecord['data']);
  const after = { id, data, building_ids: linkedBuildingIds(resource, data), created_by: before.created_by };
  const availableFiles = new Set([
    ...storedFileIds(resource, before.data),
    ...(await lockRestorableFiles(trx, resource, id, now)),
  ]);
  const hasAllFiles = storedFileIds(resource, data).every((file) => availableFiles.has(file));
  const view = readerView(reader, resource);
  const facts = { ...data, [RECORD_AUTHOR]: after.created_by };
  const undoneMove = candidateMoves(view, after, before).find(({ move }) => canMakeMove(reader, view, move, facts));
  if (!hasAllFiles || !undoneMove) throw new ApiError('too_late_to_undo');
  // A referenced record may have been deleted since, or moved below this one in a tree.
  const hasMissingTarget = await refersToMissing(trx, resource, before.data, data);
  const errors = await treeErrors(trx, resource, id, data, before.data);
  if (hasMissingTarget || Object.keys(errors).length) throw new ApiError('too_late_to_undo');
  await requireRecordAction(trx, asMover(reader, resource), resource, before.data);
  await refuseDuplicates(trx, resource, after);
  await updateRecord(trx, after, now);
  const { name: field, wire } = undoneMove.state;
  await restorePlace(changing, id, { field, state: String(data[wire]) });
  await log(changing, { action: 'unmove', record: id, before: before.data, after: data });
  const level = lowestVisibleLevel(resource, before.data, data);
  const hasLostFiles = await setLostFilesAside(changing, id, before.data, data);
  const moves = candidateMoves(resource, after, before).map(({ move }) => move.name);
  return { before, after, moves, hasLostFiles, level };
}
