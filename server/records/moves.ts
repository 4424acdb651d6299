import { isDeepStrictEqual } from 'node:util';
import { text } from '#i18n/text.ts';
import { can } from '#resources/language/access.ts';
import { RECORD_AUTHOR } from '#resources/language/complete-definition.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { waitingHint } from '#resources/language/expressions/conditions.ts';
import { withComputed } from '#resources/language/expressions/fields.ts';
import type { HeldLevel } from '#resources/language/field-levels.ts';
import {
  everyMove,
  type FieldMove,
  mayMakeMove,
  moveNamed,
  moversSaid,
  stateLabel,
} from '#resources/language/moves.ts';
import { capitalise } from '#resources/language/words.ts';
import type { RecordMove } from '#resources/protocol/definitions/record-moves.ts';
import { auditEntriesOn } from '#server/access/audit.ts';
import type { Reader } from '#server/access/reader.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { placeBack, placeMoved } from './board-places.ts';
import { refersToGone } from './bring-back.ts';
import { type Changing, createReadContext, log, refuseOutdated, toChange } from './changes.ts';
import { leastLevel, readerView } from './field-rights.ts';
import { filesSetAside, setLostFilesAside } from './files-set-aside.ts';
import { restorableSince } from './kit/undo.ts';
import { type StoredRecord, updateRecord } from './queries.ts';
import { treeMistakes } from './trees.ts';
import { expressionMoment, refuseRecord, refuseTaken, settleMove, storedFileIds, tiedTo } from './write.ts';

/** Outcome of a move, or of its undo. */
interface Moved {
  before: StoredRecord;
  after: StoredRecord;
  /** Whether the record has lost files (`setLostFilesAside`). */
  hasLostFiles: boolean;
  /** The lowest level of people who see it. */
  level: HeldLevel;
}

/** The reader with the right to change, for rules about single records: a move may be open to people who may change nothing else. */
const asMover = (reader: Reader, { section }: Resource): Reader => ({
  ...reader,
  levels: { ...reader.levels, [section]: 'write' },
});

/** @throws ApiError where the reader may not make the move */
async function refuseMover({ trx, reader, resource }: Changing, { move }: FieldMove, record: StoredRecord) {
  await refuseRecord(trx, reader, resource, record.data, 'see');
  const facts = { ...record.data, [RECORD_AUTHOR]: record.created_by };
  const view = readerView(reader, resource);
  if (!mayMakeMove(reader, view, move, facts)) {
    if (!move.who && !can(reader.levels, resource.section, 'change'))
      throw new ApiError('no_right', { section: capitalise(resource.words.plural) });
    throw new ApiError('not_mover', { who: moversSaid(view, move, text) });
  }
  await refuseRecord(trx, asMover(reader, resource), resource, record.data);
}

/**
 * Moves a record from one state to another, with what the move asks for.
 * @throws ApiError not_mover, record_changed, move_closed, move_waits; FieldsError for what is asked
 */
export async function moveRecord(changing: Changing, id: number, call: RecordMove): Promise<Moved> {
  const { trx, resource, reader, now } = changing;
  const namedMove = moveNamed(readerView(reader, resource), call.move);
  if (!namedMove) throw new FieldsError({ move: ['validation.unknown'] });
  const before = await toChange(changing, id);
  await refuseMover(changing, namedMove, before);
  await refuseOutdated(changing, before, call.record_version);
  const state = before.data[namedMove.state.wire];
  if (!namedMove.move.from.includes(String(state)))
    throw new ApiError('move_closed', { state: stateLabel(namedMove.state.process.states, state) });
  const readContext = createReadContext(changing);
  const hint = waitingHint(resource, namedMove.move, before.data, expressionMoment(readContext));
  if (hint !== null) throw new ApiError('move_waits', { hint });
  const settled = await settleMove(readContext, resource, namedMove, call.values, before);
  await refuseRecord(trx, asMover(reader, resource), resource, settled.data);
  const after = { ...settled, id, created_by: before.created_by };
  await updateRecord(trx, after, now);
  await placeMoved(changing, id, { field: namedMove.state.name, state: namedMove.move.to }, call.order);
  await log(changing, { action: 'move', record: id, before: before.data, after: after.data });
  const level = leastLevel(resource, before.data, after.data);
  const hasLostFiles = await setLostFilesAside(changing, id, before.data, after.data);
  return { before, after, hasLostFiles, level };
}

/** The moves between these states of a record: the log does not say which of them was made. */
const movesBetween = (resource: Resource, was: StoredRecord, is: StoredRecord): FieldMove[] =>
  everyMove(resource).filter(
    ({ state: { wire }, move }) => move.to === is.data[wire] && move.from.includes(String(was.data[wire])),
  );

/**
 * Undoes the reader's own recent move, with the values that it asked for, and restores files that it took away.
 * @returns also the names of the moves that it may have been
 * @throws ApiError too_late_to_undo where something else was done since, or by another person
 */
export async function takeMoveBack(changing: Changing, id: number): Promise<Moved & { moves: readonly string[] }> {
  const { trx, resource, reader, now } = changing;
  const { updated_at, deleted_at: _, ...before } = await toChange(changing, id);
  const [auditEntry] = await auditEntriesOn(trx, resource.name, id, null, 1);
  const isOwn = auditEntry?.action === 'move' && auditEntry.user === reader.user && updated_at > restorableSince(now);
  if (!isOwn || !isDeepStrictEqual(auditEntry.after, before.data)) throw new ApiError('too_late_to_undo');
  const data = withComputed(resource, auditEntry.before as StoredRecord['data']);
  const after = { id, data, building_ids: tiedTo(resource, data), created_by: before.created_by };
  const held = new Set([...storedFileIds(resource, before.data), ...(await filesSetAside(trx, resource, id, now))]);
  const isWhole = storedFileIds(resource, data).every((file) => held.has(file));
  const view = readerView(reader, resource);
  const facts = { ...data, [RECORD_AUTHOR]: after.created_by };
  const takenBack = movesBetween(view, after, before).find(({ move }) => mayMakeMove(reader, view, move, facts));
  if (!isWhole || !takenBack) throw new ApiError('too_late_to_undo');
  // A record referred to may have been deleted meanwhile, or moved below this one.
  const isLost = await refersToGone(trx, resource, before.data, data);
  const circles = await treeMistakes(trx, resource, id, data, before.data);
  if (isLost || Object.keys(circles).length) throw new ApiError('too_late_to_undo');
  await refuseRecord(trx, asMover(reader, resource), resource, before.data);
  await refuseTaken(trx, resource, after);
  await updateRecord(trx, after, now);
  const { name: field, wire } = takenBack.state;
  await placeBack(changing, id, { field, state: String(data[wire]) });
  await log(changing, { action: 'unmove', record: id, before: before.data, after: data });
  const level = leastLevel(resource, before.data, data);
  const hasLostFiles = await setLostFilesAside(changing, id, before.data, data);
  const moves = movesBetween(resource, after, before).map(({ move }) => move.name);
  return { before, after, moves, hasLostFiles, level };
}
