import '#i18n/tables-texts.ts';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { hashKey } from '@tanstack/react-query';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useContext, useState } from 'react';
import { useListContext, useStore, useTranslate } from 'react-admin';
import { useCheckedBuildings } from '#console/data/buildings/buildings.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import shared from '#console/ui/navigation/data-table.module.css';
import { useKeptScroll } from '#console/ui/navigation/kept-scroll.ts';
import { TableSkeleton } from '#console/ui/states/table-skeleton.tsx';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { GROUPS_MAX, groupedBy } from '#resources/language/groups.ts';
import { idOf, labelIn } from '#resources/language/kinds/ids.ts';
import { pointerTo } from '#resources/language/kinds/traits.ts';
import { totalledFields } from '#resources/language/totals.ts';
import { FieldCell, useFieldLabel } from '../../field-part.tsx';
import { useHasMoves } from '../../moves/has-moves.ts';
import { useResource } from '../../resource-context.tsx';
import { useOffersChoice } from '../bulk/offers-choice.ts';
import { type RowChoice, useRowChoice } from '../bulk/row-choice.ts';
import { RowEditingContext } from '../editing/row-editing.ts';
import type { Column } from '../layouts/columns.ts';
import { type ListChoice, useListChoice } from '../layouts/list-choice.ts';
import tableClasses from '../layouts/table.module.css';
import { TableHead } from '../layouts/table-head.tsx';
import { cellClass, TableRow } from '../layouts/table-row.tsx';
import { useColumns } from '../list-frame.ts';
import { UnloadedPart } from '../states.tsx';
import { Figures } from '../totals/figures.tsx';
import { useHasTotals } from '../totals/has-totals.ts';
import classes from './groups.module.css';
import {
  GROUP_PAGE,
  type GroupRows,
  groupKey,
  groupSample,
  type RecordGroup,
  useGroupRows,
  useGroups,
} from './use-groups.ts';

const TotalsRow = lazy(() => import('../totals/totals-row.tsx'));

interface Look {
  columns: readonly Column[];
  choice: ListChoice | null;
  boxes: RowChoice | null;
  hasMenu: boolean;
}

/** Groups that are open again on another visit, the last to be opened, and pages of each: each page is a call. */
const REOPENED = 10;
const REOPENED_PAGES = 2;

/** How many pages of each group are open, by its key; the last ones are open on the next visit too. */
function useOpenGroups(name: string, by: string) {
  const [stored, store] = useStore<Record<string, number>>(`${name}.groups.${by}`, {});
  const [pages, setPages] = useState<ReadonlyMap<string, number>>(() => new Map(Object.entries(stored)));
  const set = (next: ReadonlyMap<string, number>) => {
    setPages(next);
    const last = [...next].slice(-REOPENED).map(([key, count]) => [key, Math.min(count, REOPENED_PAGES)] as const);
    store(Object.fromEntries(last));
  };
  return {
    pages,
    toggle: (key: string, isOpen: boolean) => {
      const next = new Map(pages);
      next.delete(key);
      set(isOpen ? next.set(key, 1) : next);
    },
    more: (key: string) => set(new Map(pages).set(key, (pages.get(key) ?? 0) + 1)),
  };
}

/**
 * Records as a table in groups by what they hold in a field; a group is opened and closed by its heading, and asks for its rows then.
 * Its own chunk.
 */
export default function GroupedTable({ by }: { by: string }) {
  const resource = useResource();
  const { selectedIds, onSelect, filterValues } = useListContext();
  const [checkedBuildings] = useCheckedBuildings();
  const translate = useTranslate();
  const scroll = useKeptScroll('table');
  const columns = useColumns(resource);
  const isGrid = useContext(RowEditingContext) !== null;
  const choice = useListChoice();
  const hasTotals = useHasTotals(resource);
  const hasMenu = useHasMoves(resource) || resource.list.menu.length > 0;
  const { data, error, isFetching, refetch } = useGroups(resource, by, filterValues, false);
  const { pages, toggle, more: loadMore } = useOpenGroups(resource.name, by);
  const groups = data?.groups ?? [];
  const field = resource.fields[by] as FieldInput;
  const rows = useGroupRows(resource, by, groups, pages);
  const rowChoice = useRowChoice(
    groups.flatMap((group) => rows.get(groupKey(field, group))?.records.map(({ id }) => id) ?? []),
    selectedIds,
    onSelect,
    hashKey([by, filterValues, resource.api.scope ? checkedBuildings : null]),
  );
  const boxes = useOffersChoice(resource) ? rowChoice : null;
  const look: Look = { columns, choice, boxes, hasMenu };
  if (!data) {
    return (
      <UnloadedPart error={error} onRetry={() => void refetch()}>
        <TableSkeleton columns={columns.length} above={null} />
      </UnloadedPart>
    );
  }
  return (
    <div className={tableClasses.frame}>
      <div className={`${shared.scroll} ${tableClasses.scroll}`} ref={scroll}>
        <table
          role={isGrid ? 'grid' : undefined}
          className={`${shared.table} ${tableClasses.table}`}
          aria-busy={isFetching}
        >
          <TableHead columns={columns} boxes={boxes} />
          {groups.map((group) => {
            const key = groupKey(field, group);
            return (
              <Group
                key={key}
                by={by}
                group={group}
                look={look}
                rows={rows.get(key) ?? null}
                onToggle={(isOpen) => toggle(key, isOpen)}
                onMore={() => loadMore(key)}
              />
            );
          })}
          {hasTotals ? (
            <Suspense>
              <TotalsRow columns={columns} hasBoxes={boxes !== null} hasMenu={hasMenu} index={undefined} />
            </Suspense>
          ) : null}
        </table>
      </div>
      {data.isWhole ? null : <p className={classes.note}>{translate('tables.groups.tooMany', { max: GROUPS_MAX })}</p>}
    </div>
  );
}

/** A line of an open group across all columns. */
function Line({ look, children }: { look: Look; children: ReactNode }) {
  return (
    <tr>
      <td colSpan={look.columns.length + (look.boxes ? 1 : 0) + (look.hasMenu ? 1 : 0)}>{children}</td>
    </tr>
  );
}

interface GroupProps {
  by: string;
  group: RecordGroup;
  look: Look;
  /** Null for a closed group. */
  rows: GroupRows | null;
  onToggle: (isOpen: boolean) => void;
  onMore: () => void;
}

function Group({ by, group, look, rows, onToggle, onMore }: GroupProps) {
  const resource = useResource();
  const translate = useTranslate();
  const unloadedCount = group.count - (rows?.records.length ?? 0);
  const isLoading = rows !== null && !rows.error && rows.isFetching && rows.records.length === 0;
  return (
    <tbody>
      <GroupHeading by={by} group={group} look={look} isOpen={rows !== null} onToggle={onToggle} />
      {rows?.records.map((record) => (
        <TableRow
          key={record.id}
          resource={resource}
          columns={look.columns}
          record={record}
          choice={look.choice}
          boxes={look.boxes}
        />
      ))}
      {rows?.error ? (
        <Line look={look}>
          <span role="status">{translate('tables.groups.failed')}</span>{' '}
          <ActionButton size="sm" variant="ghost" onClick={rows.retry}>
            {translate('engine.list.again')}
          </ActionButton>
        </Line>
      ) : null}
      {isLoading ? (
        <Line look={look}>
          <span role="status" className={classes.waiting}>
            {translate('tables.groups.loading')}
          </span>
        </Line>
      ) : null}
      {rows && !rows.error && !isLoading && unloadedCount > 0 ? (
        <Line look={look}>
          <ActionButton size="sm" variant="ghost" busy={rows.isFetching} onClick={onMore}>
            {translate('tables.groups.more', { count: Math.min(unloadedCount, GROUP_PAGE) })}
          </ActionButton>
        </Line>
      ) : null}
    </tbody>
  );
}

/** The common value of a group as cells show it, but without a link: it is inside a button. */
function GroupLabel({ by, field, group }: Pick<GroupProps, 'by' | 'group'> & { field: FieldInput }) {
  const resource = useResource();
  const translate = useTranslate();
  if (group.value === null) return translate('tables.groups.nothing');
  if (pointerTo(field, 'records')) {
    const name = labelIn(group.value);
    return name === String(idOf(group.value)) ? translate('engine.fields.unknownRecord', { id: name }) : name;
  }
  const shownField: FieldInput = groupedBy(field) === 'month' ? { kind: 'month', wire: field.wire ?? by } : field;
  const record = groupSample(resource, by, field, group);
  return <FieldCell resource={resource} name={by} field={shownField} record={record} />;
}

/** The common value of a group, the number of its records, and their figures in the columns of their fields. */
function GroupHeading({
  by,
  group,
  look,
  isOpen,
  onToggle,
}: Omit<GroupProps, 'rows' | 'onMore'> & { isOpen: boolean }) {
  const resource = useResource();
  const translate = useTranslate();
  const label = useFieldLabel();
  const hasTotals = useHasTotals(resource);
  const { columns } = look;
  const field = resource.fields[by] as FieldInput;
  const fields = hasTotals ? totalledFields(resource) : [];
  const figures = (name: string) => {
    const totalled = fields.find((one) => one.name === name);
    return totalled ? <Figures field={totalled} totals={group} /> : null;
  };
  const turn = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight' && !isOpen) onToggle(true);
    if (key === 'ArrowLeft' && isOpen) onToggle(false);
  };
  const [first, ...columnsAfterFirst] = columns;
  return (
    <tr className={classes.heading}>
      {look.boxes ? <td /> : null}
      <th scope="rowgroup">
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          onClick={() => onToggle(!isOpen)}
          onKeyDown={turn}
        >
          <ChevronRight aria-hidden className={isOpen ? classes.open : undefined} />
          <span className={classes.label}>
            <GroupLabel by={by} field={field} group={group} />
          </span>
          <span className={classes.count}>
            {translate(`resources.${resource.name}.count`, { smart_count: group.count })}
          </span>
        </button>
        {first ? figures(first.name) : null}
        <span className={classes.ofPhone}>
          {fields.map((totalled) => (
            <Figures key={totalled.name} field={totalled} totals={group} label={label(resource, totalled.name)} />
          ))}
        </span>
      </th>
      {columnsAfterFirst.map((column, place) => (
        <td key={column.name} data-column={column.name} className={cellClass(column, place + 1)}>
          {figures(column.name)}
        </td>
      ))}
      {look.hasMenu ? <td /> : null}
    </tr>
  );
}
