import { buildingAccessPath } from '#resources/protocol/paths/buildings.ts';
import '#i18n/employee-card-texts.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { Link, useSearchParams } from 'react-router';
import { buildingLabel, useBuildings } from '#console/data/buildings/buildings.ts';
import { ask } from '#console/data/http/http.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { LastSeenNote } from '#console/engine/list/last-seen-note.tsx';
import { LoadingOrFailed } from '#console/engine/list/states.tsx';
import { effectiveLevel, useLevelLabels } from '#console/fields/level/labels.ts';
import { SearchSelect } from '#console/fields/parts/search-select.tsx';
import type { FieldControl } from '#console/fields/use-field.ts';
import { Page } from '#console/shell/page.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { Avatar } from '#console/ui/display/avatar.tsx';
import { useRestoredScroll } from '#console/ui/navigation/restored-scroll.ts';
import { TableSkeleton } from '#console/ui/states/table-skeleton.tsx';
import { decodeBuildingAccess } from '#resources/protocol/people/employee-answers.ts';
import classes from './access-page.module.css';

/** Field props for the building select, which is outside any form. */
const makeField = (label: string): FieldControl => ({
  id: 'building-access',
  onBlur: () => undefined,
  error: null,
  frame: { id: 'building-access', label, error: null, required: false },
  aria: { 'aria-invalid': undefined, 'aria-required': undefined, 'aria-describedby': undefined },
  disabled: false,
});

/** The employees of a building with their levels by section; the query parameter `id` names the building. */
export function BuildingAccessPage() {
  const translate = useTranslate();
  const [params, setParams] = useSearchParams();
  const { buildings } = useBuildings();
  const options = useMemo(
    () => buildings.map((building) => ({ id: building.id, label: buildingLabel(building) })),
    [buildings],
  );
  const id = Number(params.get('id')) || null;
  return (
    <Page
      title={translate('employees.building.title')}
      selector="none"
      actions={<ActionButton to="/settings/employees-permissions">{translate('employees.building.back')}</ActionButton>}
    >
      <LastSeenNote queryKey={['employees', 'building', id]} />
      <div className={classes.page}>
        <h2 className={classes.title}>{translate('employees.building.title')}</h2>
        <div className={classes.choice}>
          <SearchSelect
            field={makeField(translate('employees.building.choose'))}
            options={options}
            value={id}
            onValue={(next) => setParams(next === null ? {} : { id: String(next) })}
            placeholder={translate('engine.fields.chooseBuilding')}
          />
        </div>
        {id === null ? (
          <p className={classes.hint}>{translate('employees.building.chooseFirst')}</p>
        ) : (
          <BuildingAccessTable id={id} />
        )}
      </div>
    </Page>
  );
}

function BuildingAccessTable({ id }: { id: number }) {
  const translate = useTranslate();
  const words = useLevelLabels();
  const scrollRef = useRestoredScroll('access');
  const { data, error, refetch } = useQuery({
    queryKey: ['employees', 'building', id],
    queryFn: ({ signal }) => ask(buildingAccessPath(id), decodeBuildingAccess, { signal }),
    retry: false,
  });
  if (error instanceof RequestError && error.status === 404) {
    return <p className={classes.hint}>{translate('employees.building.closed')}</p>;
  }
  if (!data) {
    return (
      <LoadingOrFailed error={error} onRetry={() => void refetch()}>
        <TableSkeleton columns={8} />
      </LoadingOrFailed>
    );
  }
  const sections = Object.keys(data.people[0]?.sections ?? {});
  if (data.people.length === 0) return <p className={classes.hint}>{translate('employees.building.empty')}</p>;
  return (
    <div className={classes.scroll} ref={scrollRef}>
      <table className={classes.table} aria-label={buildingLabel(data.building)}>
        <thead>
          <tr>
            <th scope="col">{translate('employees.building.person')}</th>
            <th scope="col">{translate('employees.building.porches')}</th>
            {sections.map((section) => (
              <th key={section} scope="col">
                {words.section(section)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.people.map((person) => (
            <tr key={person.user}>
              <th scope="row">
                <Link className={classes.person} to={`/settings/employees-permissions?id=${person.user}`}>
                  <Avatar name={`${person.first_name} ${person.last_name}`} picture={person.avatar} size={28} />
                  <span>
                    {person.first_name} {person.last_name}
                    <small>{translate(`resources.employees.choices.status.${person.status}`)}</small>
                  </span>
                </Link>
              </th>
              <td>
                {person.is_all_porches
                  ? translate('employees.building.all')
                  : person.porches.map(({ number }) => number).join(', ')}
              </td>
              {sections.map((section) => {
                const level = effectiveLevel(section, person.sections[section] ?? 'denied');
                return (
                  <td key={section} className={level === 'denied' ? classes.hidden : undefined}>
                    {level === 'denied' ? translate('employees.card.hidden') : words.level(section, level)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
