import '#i18n/tables-texts.ts';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { hashKey } from '@tanstack/react-query';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useContext, useState } from 'react';
import { useListContext, useStore, useTranslate } from 'react-admin';
import { useCheckedBuildings } from '#console/data/buildings/buildings.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import shared from '#console/ui/navigation/data-table.module.css';
import { useRestoredScroll } from '#console/ui/navigation/restored-scroll.ts';
import { TableSkeleton } from '#console/ui/states/table-skeleton.tsx';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { GROUPS_MAX, getGrouping } from '#resources/language/groups.ts';
import { formatLabel, toId } from '#resources/language/kinds/ids.ts';
import { getPointerTo } from '#resources/language/kinds/traits.ts';
import { totalledFields } from '#resources/language/totals.ts';
import { FieldCell, useFieldLabel } from '../../field-part.tsx';
import { useHasMoves } from '../../moves/has-moves.ts';
import { useResource } from '../../resource-context.tsx';
import { useHasBulkActions } from '../bulk/offers-choice.ts';
import { type RowSelection, useRowSelection } from '../bulk/row-choice.ts';
import { RowEditingContext } from '../editing/row-editing.ts';
import type { Column } from '../layouts/columns.ts';
import { type ListChoice, useListChoice } from '../layouts/list-choice.ts';
import tableClasses from '../layouts/table.module.css';
import { TableHead } from '../layouts/table-head.tsx';
import { cellClass, TableRow } from '../layouts/table-row.tsx';
import { useColumns } from '../list-frame.ts';
import { PartLoadingOrFailed } from '../states.tsx';
import { TotalsValues } from '../totals/figures.tsx';
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

interface TableConfig {
  columns: readonly Column[];
  sideCard: ListChoice | null;
  selection: RowSelection | null;
  hasMenu: boolean;
}

/** Groups that are reopened on the next visit (the last ones opened), and pages of each; limited, because each page is a call. */
const REOPENED_GROUPS = 10;
const REOPENED_PAGES = 2;

/** Number of open pages per group, by its key; the last groups are reopened on the next visit. */
function useOpenGroups(name: string, groupBy: string) {
  const [stored, store] = useStore<Record<string, number>>(`${name}.groups.${groupBy}`, {});
  const [pages, setPages] = useState<ReadonlyMap<string, number>>(() => new Map(Object.entries(stored)));
  const updatePages = (next: ReadonlyMap<string, number>) => {
    setPages(next);
    const last = [...next]
      .slice(-REOPENED_GROUPS)
      .map(([key, count]) => [key, Math.min(count, REOPENED_PAGES)] as const);
    store(Object.fromEntries(last));
  };
  return {
    pages,
    toggle: (key: string, isOpen: boolean) => {
      const next = new Map(pages);
      next.delete(key);
      updatePages(isOpen ? next.set(key, 1) : next);
    },
    more: (key: string) => updatePages(new Map(pages).set(key, (pages.get(key) ?? 0) + 1)),
  };
}

/** Records as a table grouped by the value of a field; a group loads its rows when its heading opens it. Loaded lazily. */
export default function GroupedTable({ groupBy }: { groupBy: string }) {
  const resource = useResource();
  const { selectedIds, onSelect, filterValues } = useListContext();
  const [checkedBuildings] = useCheckedBuildings();
  const translate = useTranslate();
  const scroll = useRestoredScroll('table');
  const columns = useColumns(resource);
  const isGrid = useContext(RowEditingContext) !== null;
  const sideCard = useListChoice();
  const hasTotals = useHasTotals(resource);
  const hasMenu = useHasMoves(resource) || resource.list.menu.length > 0;
  const { data, error, isFetching, refetch } = useGroups(resource, groupBy, filterValues, false);
  const { pages, toggle, more: loadMore } = useOpenGroups(resource.name, groupBy);
  const groups = data?.groups ?? [];
  const field = resource.fields[groupBy] as FieldInput;
  const rows = useGroupRows(resource, groupBy, groups, pages);
  const rowSelection = useRowSelection(
    groups.flatMap((group) => rows.get(groupKey(field, group))?.records.map(({ id }) => id) ?? []),
    selectedIds,
    onSelect,
    hashKey([groupBy, filterValues, resource.api.scope ? checkedBuildings : null]),
  );
  const selection = useHasBulkActions(resource) ? rowSelection : null;
  const config: TableConfig = { columns, sideCard, selection, hasMenu };
  if (!data) {
    return (
      <PartLoadingOrFailed error={error} onRetry={() => void refetch()}>
        <TableSkeleton columns={columns.length} above={null} />
      </PartLoadingOrFailed>
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
          <TableHead columns={columns} selection={selection} />
          {groups.map((group) => {
            const key = groupKey(field, group);
            return (
              <Group
                key={key}
                groupBy={groupBy}
                group={group}
                config={config}
                rows={rows.get(key) ?? null}
                onToggle={(isOpen) => toggle(key, isOpen)}
                onMore={() => loadMore(key)}
              />
            );
          })}
          {hasTotals ? (
            <Suspense>
              <TotalsRow columns={columns} hasBoxes={selection !== null} hasMenu={hasMenu} index={undefined} />
            </Suspense>
          ) : null}
        </table>
      </div>
      {data.isWhole ? null : <p className={classes.note}>{translate('tables.groups.tooMany', { max: GROUPS_MAX })}</p>}
    </div>
  );
}

/** A row of an open group that spans all columns. */
function GroupLine({ config, children }: { config: TableConfig; children: ReactNode }) {
  return (
    <tr>
      <td colSpan={config.columns.length + (config.selection ? 1 : 0) + (config.hasMenu ? 1 : 0)}>{children}</td>
    </tr>
  );
}

interface GroupProps {
  groupBy: string;
  group: RecordGroup;
  config: TableConfig;
  /** Null for a closed group. */
  rows: GroupRows | null;
  onToggle: (isOpen: boolean) => void;
  onMore: () => void;
}

function Group({ groupBy, group, config, rows, onToggle, onMore }: GroupProps) {
  const resource = useResource();
  const translate = useTranslate();
  const unloadedCount = group.count - (rows?.records.length ?? 0);
  const isLoading = rows !== null && !rows.error && rows.isFetching && rows.records.length === 0;
  return (
    <tbody>
      <GroupHeading groupBy={groupBy} group={group} config={config} isOpen={rows !== null} onToggle={onToggle} />
      {rows?.records.map((record) => (
        <TableRow
          key={record.id}
          resource={resource}
          columns={config.columns}
          record={record}
          sideCard={config.sideCard}
          selection={config.selection}
        />
      ))}
      {rows?.error ? (
        <GroupLine config={config}>
          <span role="status">{translate('tables.groups.failed')}</span>{' '}
          <ActionButton size="sm" variant="ghost" onClick={rows.retry}>
            {translate('engine.list.again')}
          </ActionButton>
        </GroupLine>
      ) : null}
      {isLoading ? (
        <GroupLine config={config}>
          <span role="status" className={classes.waiting}>
            {translate('tables.groups.loading')}
          </span>
        </GroupLine>
      ) : null}
      {rows && !rows.error && !isLoading && unloadedCount > 0 ? (
        <GroupLine config={config}>
          <ActionButton size="sm" variant="ghost" busy={rows.isFetching} onClick={onMore}>
            {translate('tables.groups.more', { count: Math.min(unloadedCount, GROUP_PAGE) })}
          </ActionButton>
        </GroupLine>
      ) : null}
    </tbody>
  );
}

/** The common value of a group, formatted as in cells, but without a link, because it is inside a button. */
function GroupLabel({ groupBy, field, group }: Pick<GroupProps, 'groupBy' | 'group'> & { field: FieldInput }) {
  const resource = useResource();
  const translate = useTranslate();
  if (group.value === null) return translate('tables.groups.nothing');
  if (getPointerTo(field, 'records')) {
    const name = formatLabel(group.value);
    return name === String(toId(group.value)) ? translate('engine.fields.unknownRecord', { id: name }) : name;
  }
  const shownField: FieldInput =
    getGrouping(field) === 'month' ? { kind: 'month', wire: field.wire ?? groupBy } : field;
  const record = groupSample(resource, groupBy, field, group);
  return <FieldCell resource={resource} name={groupBy} field={shownField} record={record} />;
}

/** The common value of a group, its number of records, and totals in the columns of their fields. */
function GroupHeading({
  groupBy,
  group,
  config,
  isOpen,
  onToggle,
}: Omit<GroupProps, 'rows' | 'onMore'> & { isOpen: boolean }) {
  const resource = useResource();
  const translate = useTranslate();
  const label = useFieldLabel();
  const hasTotals = useHasTotals(resource);
  const { columns } = config;
  const field = resource.fields[groupBy] as FieldInput;
  const fields = hasTotals ? totalledFields(resource) : [];
  const renderFigures = (name: string) => {
    const totalledField = fields.find((one) => one.name === name);
    return totalledField ? <TotalsValues field={totalledField} totals={group} /> : null;
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight' && !isOpen) onToggle(true);
    if (key === 'ArrowLeft' && isOpen) onToggle(false);
  };
  const [first, ...columnsAfterFirst] = columns;
  return (
    <tr className={classes.heading}>
      {config.selection ? <td /> : null}
      <th scope="rowgroup">
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          onClick={() => onToggle(!isOpen)}
          onKeyDown={onKeyDown}
        >
          <ChevronRight aria-hidden className={isOpen ? classes.open : undefined} />
          <span className={classes.label}>
            <GroupLabel groupBy={groupBy} field={field} group={group} />
          </span>
          <span className={classes.count}>
            {translate(`resources.${resource.name}.count`, { smart_count: group.count })}
          </span>
        </button>
        {first ? renderFigures(first.name) : null}
        <span className={classes.ofPhone}>
          {fields.map((totalledField) => (
            <TotalsValues
              key={totalledField.name}
              field={totalledField}
              totals={group}
              label={label(resource, totalledField.name)}
            />
          ))}
        </span>
      </th>
      {columnsAfterFirst.map((column, index) => (
        <td key={column.name} data-column={column.name} className={cellClass(column, index + 1)}>
          {renderFigures(column.name)}
        </td>
      ))}
      {config.hasMenu ? <td /> : null}
    </tr>
  );
}
