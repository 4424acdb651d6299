import ArrowForward from '@mui/icons-material/ArrowForward';
import { lazy, Suspense, useCallback, useContext, useEffect, useLayoutEffect, useMemo } from 'react';
import { type RaRecord, RecordContextProvider, useListContext, useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router';
import '#i18n/board-texts.ts';
import '#console/ui/display/colours.css';
import { boardField, type StateField } from '#resources/language/moves.ts';
import type { BoardConfig } from '../../board/board-config.ts';
import { useBoardState } from '../../board/board-store.ts';
import { BoardView } from '../../board/board-view.tsx';
import {
  boardColumns,
  type RecordBoard,
  type RecordBoardCard,
  type RecordPlan,
  recordBoard,
} from '../../board/record-board.ts';
import { RecordFace } from '../../board/record-face.tsx';
import { useCanReorder, useIsOrdered, usePlaceRecord } from '../../board/use-place.ts';
import { useUndoKey } from '../../board/use-undo-key.ts';
import { useFindMoves } from '../../moves/offered.ts';
import { type MadeMove, useMove } from '../../moves/use-move.ts';
import { RecordMenu } from '../../record-menu.tsx';
import { recordTitle, useResource } from '../../resource-context.tsx';
import { RowColourContext, useRowsContext } from '../list-context.tsx';
import classes from './board.module.css';
import { useListChoice } from './list-choice.ts';

const MoveDialog = lazy(() => import('../../moves/move-dialog.tsx'));

/** URL query parameter with the state of the column shown on a phone. */
const COLUMN_PARAM = 'column';

/** Minimum column width, CSS pixels. */
const MIN_WIDTH = 240;

/** Widths of the skeleton lines in a column that is loading. */
const SKELETON_WIDTHS = ['94%', '80%', '88%'];

const Menu = ({ card: { record } }: { card: RecordBoardCard }) => (
  <RecordContextProvider value={record}>
    <RecordMenu />
  </RecordContextProvider>
);

/** Configuration of the board of a section. */
function useBoardConfig(board: RecordBoard, { process }: StateField): BoardConfig<RecordBoardCard, string> {
  const resource = useResource();
  const translate = useTranslate();
  const sideCard = useListChoice();
  const findMoves = useFindMoves(resource);
  const canReorder = useCanReorder(resource, useIsOrdered(resource));
  const findColour = useContext(RowColourContext);
  const openCard = sideCard?.choose;
  return useMemo(
    () => ({
      store: board.store,
      columns: process.states.map(({ value, label, colour = 'neutral' }) => ({
        state: value,
        title: label,
        icon: <span aria-hidden className={classes.sign} data-colour={colour} />,
        skeletonWidths: SKELETON_WIDTHS,
      })),
      label: translate('board.columns', { name: translate(`resources.${resource.name}.page.list`) }),
      minWidth: MIN_WIDTH,
      help: translate('board.dragHelp'),
      conflict: translate('board.conflict'),
      name: ({ record }) => recordTitle(resource, record, translate(`resources.${resource.name}.forcedCaseName`)),
      Face: RecordFace,
      Menu,
      isFixed: ({ record }) => !canReorder(record) && findMoves(record).every(({ refusal }) => refusal !== null),
      colour: findColour && (({ record }) => findColour(record)),
      outcome: (name) => {
        const move = process.moves.find((one) => one.name === name);
        return move ? { text: move.label, Icon: ArrowForward } : null;
      },
      open: openCard ? (id) => openCard({ id }) : null,
    }),
    [board, process, resource, translate, findMoves, canReorder, findColour, openCard],
  );
}

/** Gives the board its rights and the function that sends its moves; returns how to remember an undo. */
function useBoardMoves(board: RecordBoard, wire: string, states: readonly string[]) {
  const resource = useResource();
  const { refetch } = useListContext();
  const makeMove = useMove();
  const placeRecord = usePlaceRecord();
  const { store } = board;
  const findMoves = useFindMoves(resource);
  const isOrdered = useIsOrdered(resource);
  const canReorder = useCanReorder(resource, isOrdered);
  const rememberUndo = useCallback(({ undo, kind }: MadeMove) => store.rememberUndo(undo, kind), [store]);
  useEffect(() => store.open(), [store]);
  useUndoKey(store);
  useLayoutEffect(() => {
    board.findMoves = findMoves;
    board.wire = wire;
    board.states = states;
    board.isOrdered = isOrdered;
    board.mayPlace = canReorder;
    store.setSender({
      send: async ({ record, state }, plan) => {
        const move = plan.offer
          ? await makeMove(record, plan.offer, {}, plan.place)
          : await placeRecord(record, state, plan.place ?? { after: null, before: null });
        rememberUndo(move);
        // The dropped card stays in place until the list is refetched.
        await move.shown;
        return { record: move.record };
      },
      // Failures are shown in an alert; the loaded cards are left as they are.
      didNotArrive: () => false,
      refresh: async () => void (await refetch()),
    });
  });
  return rememberUndo;
}

/** Dialog that a move asks for after a card is dropped on a column. */
function DropDialog({ store, onMoved }: Pick<RecordBoard, 'store'> & { onMoved: (made: MadeMove) => void }) {
  const question = useBoardState(store, (state) => state.question);
  // An earlier move of the same card is still being saved and will change the record.
  const isWaiting = useBoardState(store, ({ pending, question }) =>
    pending.some(({ id, key }) => id === question?.card.id && key !== question.pendingKey),
  );
  const { data } = useListContext<RaRecord>();
  if (!question || isWaiting) return null;
  const { card, plan } = question as { card: RecordBoardCard; plan: RecordPlan };
  if (!plan.offer) return null;
  const record = data?.find(({ id }) => String(id) === String(card.id)) ?? card.record;
  return (
    <Suspense>
      <MoveDialog
        record={record}
        offer={plan.offer}
        place={plan.place}
        onMoved={onMoved}
        onClose={() => store.dismiss()}
      />
    </Suspense>
  );
}

/** The records of a section in columns by state; dragging a card to another column makes the move that leads there. */
export function BoardLayout() {
  const resource = useResource();
  const field = boardField(resource);
  if (!field) throw new Error(`The board of ${resource.name} has no states`);
  const { data } = useListContext<RaRecord>();
  const { board: pages } = useRowsContext();
  const sideCard = useListChoice();
  const [params, setParams] = useSearchParams();
  const board = recordBoard(resource.name);
  const { wire, process } = field;
  const states = useMemo(() => process.states.map(({ value }) => value), [process]);
  const boardConfig = useBoardConfig(board, field);
  const rememberUndo = useBoardMoves(board, wire, states);
  const pending = useBoardState(board.store, (state) => state.pending);
  const loadedColumns = useMemo(
    () => data && pages && boardColumns(data, states, wire, pages.columns),
    [data, pages, states, wire],
  );
  const columns = useMemo(
    () => loadedColumns && board.store.withPending(loadedColumns, pending),
    [board, loadedColumns, pending],
  );
  const counts = useMemo(
    () => Object.fromEntries(states.map((state) => [state, pages?.columns[state]?.count ?? (data ? 0 : null)])),
    [states, pages, data],
  );
  const columnParam = params.get(COLUMN_PARAM);
  const chosenState = states.find((state) => state === columnParam) ?? states[0] ?? '';
  const selectColumn = (state: string) =>
    setParams(
      (query) => {
        query.set(COLUMN_PARAM, state);
        return query;
      },
      { replace: true },
    );
  return (
    <div className={classes.frame}>
      <BoardView
        config={boardConfig}
        chosenState={chosenState}
        onChosen={selectColumn}
        columns={columns}
        counts={counts}
        selected={sideCard?.id ? Number(sideCard.id) : null}
        onEnd={(state) => pages?.loadMore(state)}
      />
      <DropDialog store={board.store} onMoved={rememberUndo} />
    </div>
  );
}
