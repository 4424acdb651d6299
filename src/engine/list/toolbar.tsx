import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { SearchBox } from '#console/fields/parts/search-box.tsx';
import { ActionButton } from '#console/ui/action-button.tsx';
import { FieldFilter, filterFields, useFieldLabel } from '../field-part.tsx';
import { useResource } from '../resource-context.tsx';
import { useFilters } from './list-context.tsx';
import { useListFrame } from './list-frame.ts';
import type { Filters } from './list-state.ts';
import classes from './toolbar.module.css';

const ExportButton = lazy(() => import('./export-button.tsx'));

/** A list that the server searches waits so long for the next key, in milliseconds. */
const PAUSE = 300;

/** What a list is filtered by, nothing that is empty. */
function withFilter(filters: Filters, name: string, value: unknown): Record<string, unknown> {
  const { [name]: _old, ...others } = filters;
  return value === undefined || value === '' ? others : { ...others, [name]: value };
}

/** The search box and the filters of a list; nothing when the definition has neither. */
export function Toolbar() {
  const resource = useResource();
  const translate = useTranslate();
  const label = useFieldLabel();
  const fields = filterFields(resource).filter(({ field }) => field.filter !== 'header');
  const { tools } = useListFrame();
  const { toolbar: filters, setToolbar } = useFilters();
  const searched = (resource.list.search?.length ?? 0) > 0;
  if (!searched && fields.length === 0 && !tools && !resource.generic) return null;
  const set = (name: string, value: unknown) => setToolbar(withFilter(filters, name, value));
  return (
    <search className={classes.bar}>
      {searched ? <PausedSearch value={String(filters.q ?? '')} onValue={(typed) => set('q', typed)} /> : null}
      {fields.map(({ name, source, field, load, side }) => (
        <FieldFilter
          key={name}
          load={load}
          field={field}
          source={source}
          resource={resource.name}
          label={side ? translate(`engine.list.${side}`, { label: label(resource, source) }) : label(resource, source)}
          value={filters[name]}
          onChange={(value) => set(name, value)}
        />
      ))}
      {Object.keys(filters).length > 0 ? (
        <ActionButton variant="ghost" size="sm" onClick={() => setToolbar({})}>
          {translate('engine.list.clearFilters')}
        </ActionButton>
      ) : null}
      {tools}
      {resource.generic ? (
        <Suspense>
          <ExportButton />
        </Suspense>
      ) : null}
    </search>
  );
}

/** The search box of a list: what is typed counts after a pause. */
function PausedSearch({ value, onValue }: { value: string; onValue: (typed: string) => void }) {
  const translate = useTranslate();
  const [typed, setTyped] = useState(value);
  const report = useRef(onValue);
  report.current = onValue;
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => report.current(typed), PAUSE);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return (
    <span className={classes.search}>
      <SearchBox label={translate('engine.list.search')} value={typed} onText={setTyped} />
    </span>
  );
}
