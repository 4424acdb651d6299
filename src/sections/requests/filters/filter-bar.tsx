import Close from '@mui/icons-material/Close';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import FormatListBulleted from '@mui/icons-material/FormatListBulleted';
import PrintOutlined from '@mui/icons-material/PrintOutlined';
import ViewKanbanOutlined from '@mui/icons-material/ViewKanbanOutlined';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslate } from 'react-admin';
import { useLocation } from 'react-router';
import { ask } from '#console/data/http/http.ts';
import { withQuery } from '#console/data/http/query-string.ts';
import { useOwnServerFeature, useServerFeature } from '#console/data/session/features.ts';
import { useColumnChoice } from '#console/engine/list/column-choice/column-choice.ts';
import { urlQuery } from '#console/engine/list/saved-views/query.ts';
import { useResource } from '#console/engine/resource-context.tsx';
import { OptionGroup } from '#console/fields/parts/option-group.tsx';
import { useWidth } from '#console/shell/width.ts';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { RowMenu, RowMenuItem } from '#console/ui/row-menu/row-menu.tsx';
import { lazyOptional } from '#console/ui/timing/lazy-optional.ts';
import { SERVICES_PATH } from '#resources/protocol/paths/buildings.ts';
import type { ServiceItem } from '#resources/protocol/requests/services.ts';
import { decodeServices } from '#resources/protocol/requests/task-answers.ts';
import type { BoardFilter } from '../model/board-calls.ts';
import { PERIODS, type Period } from '../model/period.ts';
import classes from './filter-bar.module.css';
import { PerformerFilter, type ShownPerformer } from './performer-filter.tsx';
import { ServiceFilter } from './service-filter.tsx';

const RequestColumnsButton = lazyOptional(() => import('../list/request-columns.tsx'));
const SavedViews = lazyOptional(() => import('#console/engine/list/saved-views/saved-views.tsx'));

/** Services available in the checked buildings (TASK-07). */
function useServices(buildings: readonly number[]): readonly ServiceItem[] {
  const { data } = useQuery({
    queryKey: ['services', buildings],
    queryFn: async ({ signal }) => {
      return ask(withQuery(SERVICES_PATH, { buildings_id: buildings }), decodeServices, { signal });
    },
    enabled: buildings.length > 0,
    staleTime: 60_000,
    retry: false,
  });
  return data ?? [];
}

/** Toolbar of requests: filters, saved views, board/list switch, print and export (TASK-04, TASK-07). */
export function FilterBar({
  period,
  onPeriod,
  filter,
  onServices,
  shownPerformer,
  onShownPerformer,
  onOverdue,
  extraFilterLabel,
  onClearExtraFilter,
  view,
  onView,
  onPrint,
  onCsv,
}: {
  period: Period;
  onPeriod: (period: Period) => void;
  filter: BoardFilter;
  onServices: (ids: readonly number[]) => void;
  shownPerformer: ShownPerformer;
  onShownPerformer: (shownPerformer: ShownPerformer) => void;
  onOverdue: (overdue: boolean) => void;
  /** Label of the extra filter in the address (a flat, a person or a shift); null if there is none. */
  extraFilterLabel: string | null;
  onClearExtraFilter: () => void;
  view: 'board' | 'list';
  onView: (view: 'board' | 'list') => void;
  onPrint: () => void;
  onCsv: () => void;
}) {
  const translate = useTranslate();
  const isPhone = useWidth() === 'mobile';
  const services = useServices(filter.buildings);
  const [hasPerformers, hasViews] = [useServerFeature('performers'), useOwnServerFeature('views')];
  const resource = useResource();
  const { search } = useLocation();
  const [choice] = useColumnChoice(resource.name);
  const columns = view === 'list' ? choice : null;
  const ignoresPeriod = filter.overdue || extraFilterLabel !== null;
  const otherView = view === 'board' ? 'list' : 'board';
  const actions = { view: () => onView(otherView), print: onPrint, csv: onCsv };
  const icons = {
    view: otherView === 'list' ? <FormatListBulleted /> : <ViewKanbanOutlined />,
    print: <PrintOutlined />,
    csv: <FileDownloadOutlined />,
  };
  const labels = { view: `tasks.view.${otherView}`, print: 'tasks.view.print', csv: 'tasks.view.csv' } as const;
  const actionNames = ['view', 'print', 'csv'] as const;
  return (
    <search className={classes.bar}>
      <div className={classes.row}>
        <fieldset className={classes.period} aria-label={translate('tasks.period.label')}>
          <OptionGroup
            name="tasks-period"
            look="segments"
            options={PERIODS.map((value) => ({ value, label: translate(`tasks.period.${value}`) }))}
            // No period is highlighted while overdue requests or an extra filter are shown, because they ignore it.
            value={ignoresPeriod ? null : period}
            onChange={(value) => onPeriod(value as Period)}
          />
        </fieldset>
        <ServiceFilter services={services} chosenIds={filter.services} onChosen={onServices} />
        {hasPerformers ? (
          <PerformerFilter
            filter={filter}
            shownPerformer={shownPerformer}
            onShownPerformer={onShownPerformer}
            onOverdue={onOverdue}
          />
        ) : null}
        {extraFilterLabel === null ? null : (
          <button
            type="button"
            className={classes.services}
            data-chosen
            title={translate('tasks.unit.all')}
            onClick={onClearExtraFilter}
          >
            <span className={classes.label}>{extraFilterLabel}</span>
            <Close aria-hidden />
          </button>
        )}
        <div className={classes.end}>
          {hasViews ? (
            <Suspense>
              <SavedViews resource={resource} query={urlQuery(search, columns)} />
            </Suspense>
          ) : null}
          {view === 'list' ? (
            <Suspense>
              <RequestColumnsButton />
            </Suspense>
          ) : null}
          {isPhone ? (
            <RowMenu label={translate('tasks.view.more')}>
              {actionNames.map((name) => (
                <RowMenuItem key={name} icon={icons[name]} onClick={actions[name]}>
                  {translate(labels[name])}
                </RowMenuItem>
              ))}
            </RowMenu>
          ) : (
            actionNames.map((name) => (
              <IconButton key={name} label={translate(labels[name])} onClick={actions[name]}>
                {icons[name]}
              </IconButton>
            ))
          )}
        </div>
      </div>
    </search>
  );
}
