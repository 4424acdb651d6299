import ArrowForward from '@mui/icons-material/ArrowForward';
import { lazy, Suspense, useCallback, useContext, useEffect, useLayoutEffect, useMemo } from 'react';
import { type RaRecord, RecordContextProvider, useListContext, useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router';
import '#i18n/board-texts.ts';
import '#console/ui/display/colours.css';
import { boardField, type StateField } from '#resources/language/moves.ts';
import type { BoardLook } from '../../board/board-look.ts';
import { useBoardState } from '../../board/board-store.ts';
import { BoardView } from '../../board/board-view.tsx';
import {
  type RecordBoard,
  type RecordBoardCard,
  type RecordPlan,
  recordBoard,
  recordColumns,
} from '../../board/record-board.ts';
import { RecordFace } from '../../board/record-face.tsx';
import { useIsOrdered, useMayPlace, usePlace } from '../../board/use-place.ts';
import { useUndoKey } from '../../board/use-undo-key.ts';
import { useFindMoves } from '../../moves/offered.ts';
import { type MadeMove, useMove } from '../../moves/use-move.ts';
import { RecordMenu } from '../../record-menu.tsx';
import { recordTitle, useResource } from '../../resource-context.tsx';
import { RowColourContext, useRowsContext } from '../list-context.tsx';
import classes from './board.module.css';
import { useListChoice } from './list-choice.ts';

const MoveDialog = lazy(() => import('../../moves/move-dialog.tsx'));

/** Key of the address that names the column a phone shows, by its state. */
const COLUMN = 'column';

/** Narrowest column, CSS pixels. */
const MIN_WIDTH = 240;

/** Widths of the grey lines in a column that is being loaded. */
const BONES = ['94%', '80%', '88%'];

const Menu = ({ card: { record } }: { card: RecordBoardCard }) => (
  <RecordContextProvider value={record}>
    <RecordMenu />
  </RecordContextProvider>
);

/** How the board of the section draws its cards. */
function useLook(board: RecordBoard, { process }: StateField): BoardLook<RecordBoardCard, string> {
  const resource = useResource();
  const translate = useTranslate();
  const choice = useListChoice();
  const findMoves = useFindMoves(resource);
  const mayPlace = useMayPlace(resource, useIsOrdered(resource));
  const findColour = useContext(RowColourContext);
  const choose = choice?.choose;
  return useMemo(
    () => ({
      store: board.store,
      columns: process.states.map(({ value, label, colour = 'neutral' }) => ({
        state: value,
        title: label,
        sign: <span aria-hidden className={classes.sign} data-colour={colour} />,
        bones: BONES,
      })),
      label: translate('board.columns', { name: translate(`resources.${resource.name}.page.list`) }),
      minWidth: MIN_WIDTH,
      help: translate('board.dragHelp'),
      conflict: translate('board.conflict'),
      name: ({ record }) => recordTitle(resource, record, translate(`resources.${resource.name}.forcedCaseName`)),
      Face: RecordFace,
      Menu,
      isFixed: ({ record }) => !mayPlace(record) && findMoves(record).every(({ refusal }) => refusal !== null),
      colour: findColour && (({ record }) => findColour(record)),
      outcome: (name) => {
        const move = process.moves.find((one) => one.name === name);
        return move ? { text: move.label, Sign: ArrowForward } : null;
      },
      open: choose ? (id) => choose({ id }) : null,
    }),
    [board, process, resource, translate, findMoves, mayPlace, findColour, choose],
  );
}

/** Tells the board how its moves are found and sent. */
function useBoardMoves(board: RecordBoard, wire: string, states: readonly string[]) {
  const resource = useResource();
  const { refetch } = useListContext();
  const run = useMove();
  const place = usePlace();
  const { store } = board;
  const findMoves = useFindMoves(resource);
  const isOrdered = useIsOrdered(resource);
  const mayPlace = useMayPlace(resource, isOrdered);
  const remember = useCallback(({ undo, kind }: MadeMove) => store.rememberUndo(undo, kind), [store]);
  useEffect(() => store.open(), [store]);
  useUndoKey(store);
  useLayoutEffect(() => {
    board.findMoves = findMoves;
    board.wire = wire;
    board.states = states;
    board.isOrdered = isOrdered;
    board.mayPlace = mayPlace;
    store.setSender({
      send: async ({ record, state }, plan) => {
        const move = plan.offer
          ? await run(record, plan.offer, {}, plan.place)
          : await place(record, state, plan.place ?? { after: null, before: null });
        remember(move);
        // The dropped card stays where it is until the list is loaded again.
        await move.shown;
        return { record: move.record };
      },
      // An alert says so, and the loaded cards stay.
      didNotArrive: () => false,
      refresh: async () => void (await refetch()),
    });
  });
  return remember;
}

/** The dialog of a move that a card was dropped for. */
function DropDialog({ store, onMoved }: Pick<RecordBoard, 'store'> & { onMoved: (made: MadeMove) => void }) {
  const question = useBoardState(store, (state) => state.question);
  // A move of the same card that is still on its way makes another record of it.
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

/** The records of a section in columns by their state; a card is carried to another column by a move that leads there. */
export function BoardLayout() {
  const resource = useResource();
  const field = boardField(resource);
  if (!field) throw new Error(`The board of ${resource.name} has no states`);
  const { data } = useListContext<RaRecord>();
  const { board: pages } = useRowsContext();
  const choice = useListChoice();
  const [params, setParams] = useSearchParams();
  const board = recordBoard(resource.name);
  const { wire, process } = field;
  const states = useMemo(() => process.states.map(({ value }) => value), [process]);
  const look = useLook(board, field);
  const remember = useBoardMoves(board, wire, states);
  const pending = useBoardState(board.store, (state) => state.pending);
  const loadedColumns = useMemo(
    () => data && pages && recordColumns(data, states, wire, pages.columns),
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
  const named = params.get(COLUMN);
  const chosenState = states.find((state) => state === named) ?? states[0] ?? '';
  const choose = (state: string) =>
    setParams(
      (query) => {
        query.set(COLUMN, state);
        return query;
      },
      { replace: true },
    );
  return (
    <div className={classes.frame}>
      <BoardView
        look={look}
        chosenState={chosenState}
        onChosen={choose}
        columns={columns}
        counts={counts}
        selected={choice?.id ? Number(choice.id) : null}
        onEnd={(state) => pages?.loadMore(state)}
      />
      <DropDialog store={board.store} onMoved={remember} />
    </div>
  );
}
