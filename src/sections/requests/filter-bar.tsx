import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import FormatListBulleted from '@mui/icons-material/FormatListBulleted';
import PrintOutlined from '@mui/icons-material/PrintOutlined';
import ViewKanbanOutlined from '@mui/icons-material/ViewKanbanOutlined';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { request } from '#console/data/http.ts';
import { withQuery } from '#console/data/query-string.ts';
import { OptionGroup } from '#console/fields/parts/option-group.tsx';
import { useWidth } from '#console/shell/width.ts';
import { IconButton } from '#console/ui/icon-button.tsx';
import { RowMenu, RowMenuItem } from '#console/ui/row-menu.tsx';
import type { ServiceItem } from '#resources/protocol/services.ts';
import { servicesOf } from '#resources/protocol/task-answers.ts';
import classes from './filter-bar.module.css';
import { PERIODS, type Period } from './period.ts';
import { ServiceFilter } from './service-filter.tsx';

/** Services there are in the checked buildings (TASK-07). */
function useServices(buildings: readonly number[]): readonly ServiceItem[] {
  const { data } = useQuery({
    queryKey: ['services', buildings],
    queryFn: async ({ signal }) => {
      return servicesOf(await request(withQuery('/api/crm/services/', { buildings_id: buildings }), { signal }));
    },
    enabled: buildings.length > 0,
    staleTime: 60_000,
    retry: false,
  });
  return data ?? [];
}

/** What the board shows, and in which way: span, services, board or list, paper and file (TASK-04, TASK-07). */
export function FilterBar({
  period,
  onPeriod,
  buildings,
  services,
  onServices,
  view,
  onView,
  onPrint,
  onCsv,
}: {
  period: Period;
  onPeriod: (period: Period) => void;
  buildings: readonly number[];
  services: readonly number[];
  onServices: (ids: readonly number[]) => void;
  view: 'board' | 'list';
  onView: (view: 'board' | 'list') => void;
  onPrint: () => void;
  onCsv: () => void;
}) {
  const translate = useTranslate();
  const phone = useWidth() === 'mobile';
  const known = useServices(buildings);
  const other = view === 'board' ? 'list' : 'board';
  const act = { view: () => onView(other), print: onPrint, csv: onCsv };
  const icons = {
    view: other === 'list' ? <FormatListBulleted /> : <ViewKanbanOutlined />,
    print: <PrintOutlined />,
    csv: <FileDownloadOutlined />,
  };
  const labels = { view: `tasks.view.${other}`, print: 'tasks.view.print', csv: 'tasks.view.csv' } as const;
  const names = ['view', 'print', 'csv'] as const;
  return (
    <search className={classes.bar}>
      <fieldset className={classes.period} aria-label={translate('tasks.period.label')}>
        <OptionGroup
          name="tasks-period"
          look="segments"
          options={PERIODS.map((value) => ({ value, label: translate(`tasks.period.${value}`) }))}
          value={period}
          onChange={(value) => onPeriod(value as Period)}
        />
      </fieldset>
      <ServiceFilter services={known} chosen={services} onChosen={onServices} />
      <div className={classes.end}>
        {phone ? (
          <RowMenu label={translate('tasks.view.more')}>
            {names.map((name) => (
              <RowMenuItem key={name} icon={icons[name]} onClick={act[name]}>
                {translate(labels[name])}
              </RowMenuItem>
            ))}
          </RowMenu>
        ) : (
          names.map((name) => (
            <IconButton key={name} label={translate(labels[name])} onClick={act[name]}>
              {icons[name]}
            </IconButton>
          ))
        )}
      </div>
    </search>
  );
}
