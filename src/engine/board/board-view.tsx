import { DragDropContext } from '@hello-pangea/dnd';
import { type CSSProperties, useMemo, useRef } from 'react';
import { useTranslate } from 'react-admin';
import '#i18n/board-texts.ts';
import { useWidth } from '#console/shell/width.ts';
import { TabBar, tabId } from '#console/ui/navigation/tab-bar.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import classes from './board.module.css';
import type { BoardConfig, ColumnConfig } from './board-config.ts';
import { RevealKeyboardTarget, useBoardSensors } from './board-scroll.ts';
import { ColumnView } from './column.tsx';
import type { Columns, PlacedCard } from './columns.ts';
import { type DragTexts, useDragging } from './use-dragging.ts';

interface Props<Card extends PlacedCard, State extends string> {
  config: BoardConfig<Card, State>;
  /** The column shown on a phone. */
  chosenState: State;
  onChosen: (state: State) => void;
  /** Undefined until first loaded. */
  columns: Columns<Card, State> | undefined;
  /** Number of cards by column, loaded or not; null where unknown. */
  counts: Readonly<Record<State, number | null>>;
  /** Id of the card whose details are open. */
  selected: number | null;
  onEnd: (state: State) => void;
}

/** DOM id of the tab panel. */
const PANEL_ID = 'column-panel';

/** On a phone: the columns as tabs, one shown at a time. */
function ColumnTabs<Card extends PlacedCard, State extends string>({
  config,
  chosenState,
  counts,
  onChosen,
}: Pick<Props<Card, State>, 'config' | 'chosenState' | 'counts' | 'onChosen'>) {
  const tabs = config.columns.map(({ state, title }, at) => ({
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
      label={config.label}
      tabs={tabs}
      current={tabValue(config, chosenState)}
      panel={PANEL_ID}
      onChoose={(at) => {
        const column = config.columns[Number(at)];
        if (column) onChosen(column.state);
      }}
    />
  );
}

/** Tab values are indexes, because a state may contain characters that a DOM id must not. */
const tabValue = <Card extends PlacedCard, State extends string>(
  config: BoardConfig<Card, State>,
  state: State,
): string => String(config.columns.findIndex((column) => column.state === state));

/** Announcements of a drag for screen readers. */
function useDragTexts<Card extends PlacedCard, State extends string>(
  config: BoardConfig<Card, State>,
): DragTexts<State> {
  const translate = useTranslate();
  return useMemo(
    () => ({
      help: config.help,
      column: (state) => config.columns.find((column) => column.state === state)?.title ?? state,
      outcome: (move) => config.outcome(move)?.text ?? '',
      lifted: (place) => translate('board.drag.lifted', place),
      over: (place) => translate('board.drag.over', place),
      nowhere: translate('board.drag.nowhere'),
      back: (place) => translate('board.drag.back', place),
      dropped: (place) => translate('board.drag.dropped', place),
      conflict: config.conflict,
    }),
    [config, translate],
  );
}

/** The columns of a board side by side, or on a phone the selected one (TASK-01). */
export function BoardView<Card extends PlacedCard, State extends string>({
  config,
  chosenState,
  onChosen,
  columns,
  counts,
  selected,
  onEnd,
}: Props<Card, State>) {
  const isPhone = useWidth() === 'mobile';
  const { shownColumns, handlers } = useDragging(config.store, columns, counts, useDragTexts(config));
  const frameRef = useRef<HTMLDivElement>(null);
  const sensors = useBoardSensors(frameRef);
  const shownColumnConfigs = isPhone ? config.columns.filter(({ state }) => state === chosenState) : config.columns;
  const isCompact = selected !== null && !isPhone;
  return (
    <>
      {isPhone ? <ColumnTabs config={config} chosenState={chosenState} counts={counts} onChosen={onChosen} /> : null}
      <DragDropContext {...handlers} enableDefaultSensors={false} sensors={sensors}>
        <RevealKeyboardTarget store={config.store} frame={frameRef} />
        <div
          ref={frameRef}
          className={isCompact ? `${classes.board} ${classes.tight}` : classes.board}
          style={{ '--columns': config.columns.length, '--column-min': `${config.minWidth}px` } as CSSProperties}
          {...(isPhone
            ? { id: PANEL_ID, role: 'tabpanel', 'aria-labelledby': tabId(PANEL_ID, tabValue(config, chosenState)) }
            : {})}
        >
          {shownColumnConfigs.map((columnConfig) =>
            shownColumns ? (
              <ColumnView
                key={columnConfig.state}
                config={config}
                columnConfig={columnConfig}
                column={shownColumns[columnConfig.state]}
                count={counts[columnConfig.state]}
                selected={selected}
                compact={isCompact}
                onEnd={onEnd}
              />
            ) : (
              <EmptyColumn key={columnConfig.state} config={columnConfig} />
            ),
          )}
        </div>
      </DragDropContext>
    </>
  );
}

/** A column that is loading: title and skeleton cards. */
function EmptyColumn<State extends string>({
  config: { title, icon, skeletonWidths },
}: {
  config: ColumnConfig<State>;
}) {
  return (
    <section className={classes.column} aria-label={title}>
      <h2 className={classes.head} title={title}>
        {icon}
        <span className={classes.title}>{title}</span>
      </h2>
      <Delayed>
        <div className={classes.bones}>
          {skeletonWidths.map((width) => (
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
