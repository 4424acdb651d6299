import { DragDropContext } from '@hello-pangea/dnd';
import { type CSSProperties, useMemo, useRef } from 'react';
import { useTranslate } from 'react-admin';
import '#i18n/board-texts.ts';
import { useWidth } from '#console/shell/width.ts';
import { TabBar, tabId } from '#console/ui/navigation/tab-bar.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import classes from './board.module.css';
import type { BoardLook, ColumnLook } from './board-look.ts';
import { CarriedIntoView, useBoardSensors } from './board-scroll.ts';
import { ColumnView } from './column.tsx';
import type { Columns, PlacedCard } from './columns.ts';
import { type DragTexts, useDragging } from './use-dragging.ts';

interface Props<Card extends PlacedCard, State extends string> {
  look: BoardLook<Card, State>;
  /** The column that a phone shows. */
  chosenState: State;
  onChosen: (state: State) => void;
  /** Undefined while it is loaded for the first time. */
  columns: Columns<Card, State> | undefined;
  /** Of all cards by column, loaded or not; null where it is unknown. */
  counts: Readonly<Record<State, number | null>>;
  /** Id of the card with open details. */
  selected: number | null;
  onEnd: (state: State) => void;
}

/** Id of what the tabs switch. */
const PANEL = 'column-panel';

/** The columns as tabs, one shown at a time: on a phone. */
function ColumnTabs<Card extends PlacedCard, State extends string>({
  look,
  chosenState,
  counts,
  onChosen,
}: Pick<Props<Card, State>, 'look' | 'chosenState' | 'counts' | 'onChosen'>) {
  const tabs = look.columns.map(({ state, title }, at) => ({
    value: String(at),
    label: (
      <>
        <span className={classes.tabTitle}>{title}</span>
        <span className={`${classes.count} ${classes.tabCount}`}>{counts[state]}</span>
      </>
    ),
  }));
  return (
    <TabBar
      label={look.label}
      tabs={tabs}
      current={tabValue(look, chosenState)}
      panel={PANEL}
      onChoose={(at) => {
        const column = look.columns[Number(at)];
        if (column) onChosen(column.state);
      }}
    />
  );
}

/** Tabs have numbers as values: a state may contain characters that an id must not. */
const tabValue = <Card extends PlacedCard, State extends string>(look: BoardLook<Card, State>, state: State): string =>
  String(look.columns.findIndex((column) => column.state === state));

/** Announcements of a drag for screen readers. */
function useDragTexts<Card extends PlacedCard, State extends string>(look: BoardLook<Card, State>): DragTexts<State> {
  const translate = useTranslate();
  return useMemo(
    () => ({
      help: look.help,
      column: (state) => look.columns.find((column) => column.state === state)?.title ?? state,
      outcome: (move) => look.outcome(move)?.text ?? '',
      lifted: (place) => translate('board.drag.lifted', place),
      over: (place) => translate('board.drag.over', place),
      nowhere: translate('board.drag.nowhere'),
      back: (place) => translate('board.drag.back', place),
      dropped: (place) => translate('board.drag.dropped', place),
      conflict: look.conflict,
    }),
    [look, translate],
  );
}

/** The columns of a board side by side, or on a phone the chosen one (TASK-01). */
export function BoardView<Card extends PlacedCard, State extends string>({
  look,
  chosenState,
  onChosen,
  columns,
  counts,
  selected,
  onEnd,
}: Props<Card, State>) {
  const phone = useWidth() === 'mobile';
  const { shownColumns, handlers } = useDragging(look.store, columns, counts, useDragTexts(look));
  const frame = useRef<HTMLDivElement>(null);
  const sensors = useBoardSensors(frame);
  const shownLooks = phone ? look.columns.filter(({ state }) => state === chosenState) : look.columns;
  const compact = selected !== null && !phone;
  return (
    <>
      {phone ? <ColumnTabs look={look} chosenState={chosenState} counts={counts} onChosen={onChosen} /> : null}
      <DragDropContext {...handlers} enableDefaultSensors={false} sensors={sensors}>
        <CarriedIntoView store={look.store} frame={frame} />
        <div
          ref={frame}
          className={compact ? `${classes.board} ${classes.tight}` : classes.board}
          style={{ '--columns': look.columns.length, '--column-min': `${look.minWidth}px` } as CSSProperties}
          {...(phone
            ? { id: PANEL, role: 'tabpanel', 'aria-labelledby': tabId(PANEL, tabValue(look, chosenState)) }
            : {})}
        >
          {shownLooks.map((columnLook) =>
            shownColumns ? (
              <ColumnView
                key={columnLook.state}
                look={look}
                columnLook={columnLook}
                column={shownColumns[columnLook.state]}
                count={counts[columnLook.state]}
                selected={selected}
                compact={compact}
                onEnd={onEnd}
              />
            ) : (
              <EmptyColumn key={columnLook.state} look={columnLook} />
            ),
          )}
        </div>
      </DragDropContext>
    </>
  );
}

/** A column that is being loaded: its title, grey cards. */
function EmptyColumn<State extends string>({ look: { title, sign, bones } }: { look: ColumnLook<State> }) {
  return (
    <section className={classes.column} aria-label={title}>
      <h2 className={classes.head} title={title}>
        {sign}
        <span className={classes.title}>{title}</span>
      </h2>
      <Delayed>
        <div className={classes.bones}>
          {bones.map((width) => (
            <div key={width} className={classes.bone}>
              <Skeleton width="44%" height={14} />
              <Skeleton width={width} />
              <Skeleton width="58%" />
              <Skeleton width="56%" height={18} />
            </div>
          ))}
        </div>
      </Delayed>
    </section>
  );
}
