import '#i18n/related-texts.ts';
import { useId } from 'react';
import { type RaRecord, RecordContextProvider, useGetList, useTranslate } from 'react-admin';
import { Link, useLocation, useNavigate } from 'react-router';
import { useBuildings } from '#console/data/buildings/buildings.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { filterRecords } from '#console/data/providers/filter-records.ts';
import { useRefusal } from '#console/data/session/access.ts';
import { useFeatures } from '#console/data/session/features.ts';
import { recordAddress } from '#console/fields/known-definitions.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import { typeset } from '#i18n/typeset.ts';
import { canCreateRecords } from '#resources/language/create-form.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { isEmpty } from '#resources/language/kinds/ids.ts';
import { getBuildingField, getTraits } from '#resources/language/kinds/traits.ts';
import type { LinkedRecord } from '#resources/language/linked-record.ts';
import { stateFields } from '#resources/language/moves.ts';
import { type CardSubject, type RelatedList, referenceTo } from '#resources/language/related.ts';
import { titleField } from '#resources/language/title-field.ts';
import { readWireValue } from '#resources/language/wire-keys.ts';
import { FieldCell, useFieldLabel } from '../field-part.tsx';
import { listColumns } from '../list/layouts/columns.ts';
import { LIST_QUERY } from '../list/list-state.ts';
import { rowSource } from '../list/row-source.ts';
import { PartLoadingOrFailed } from '../list/states.tsx';
import { ResourceProvider, recordTitle } from '../resource-context.tsx';
import classes from './related-lists.module.css';
import { useRelatedLists } from './use-related-lists.ts';

/** Maximum number of records of a list on a card. */
const MAX_ROWS = 5;
/** Fields of a record besides its title. */
const MAX_FIELDS = 2;

interface Props {
  /** The record of the card. */
  subject: CardSubject;
  id: number;
  /** Title of that record. */
  label: string;
  /** Id of the building of a flat. */
  building?: number;
}

/** Records of other sections that refer to the card's record: one block for each field that requests it (`related`). */
export default function RelatedLists({ subject, ...target }: Props) {
  const lists = useRelatedLists(subject);
  if (!Number.isInteger(target.id)) return null;
  return lists.map((list) => <RelatedBlock key={`${list.resource.name} ${list.name}`} list={list} {...target} />);
}

/** The newest records of a list, limited for a card, and their total count. */
function useNewestRecords({ resource, name }: RelatedList, id: number) {
  const { buildings, isPending, error: buildingsError } = useBuildings();
  const isScoped = resource.api.scope !== undefined;
  const isWhole = rowSource(resource) === 'whole';
  const hasNoBuildings = isScoped && !isPending && !buildingsError && buildings.length === 0;
  const filter = { [name]: id };
  const { data, total, error, refetch } = useGetList<RaRecord>(
    resource.name,
    {
      pagination: { page: 1, perPage: isWhole ? Number.MAX_SAFE_INTEGER : MAX_ROWS },
      sort: { field: 'id', order: 'DESC' },
      filter: isWhole ? {} : filter,
      // Searches all buildings, not only the checked ones; the block shows a failure, so no alert is needed.
      meta: { ...(isScoped ? { buildings: buildings.map((building) => building.id) } : {}), glance: true },
    },
    { ...LIST_QUERY, placeholderData: undefined, enabled: !isScoped || buildings.length > 0 },
  );
  const matches = isWhole && data ? filterRecords(data, resource, filter) : data;
  const rows = hasNoBuildings
    ? []
    : matches?.toSorted((one, other) => Number(other.id) - Number(one.id)).slice(0, MAX_ROWS);
  const count = isWhole || hasNoBuildings ? (matches ?? []).length : total;
  return { rows, count, error: isScoped ? (buildingsError ?? error) : error, refetch };
}

/** Another server may lack the section or refuse it; the block is then omitted. */
const isUnavailable = (error: Error | null): boolean =>
  error instanceof RequestError && [403, 404].includes(error.status);

function RelatedBlock({ list, id, label, building }: { list: RelatedList } & Omit<Props, 'subject'>) {
  const translate = useTranslate();
  const headingId = useId();
  const { resource, name } = list;
  const { rows, count, error, refetch } = useNewestRecords(list, id);
  const canCreate = useCanCreate(list);
  if (isUnavailable(error)) return null;
  return (
    <ResourceProvider resource={resource}>
      <section className={classes.part} aria-labelledby={headingId}>
        <div className={classes.head}>
          <h3 className={classes.title} id={headingId}>
            {list.label}
            {count ? <span className={classes.count}> {count}</span> : null}
          </h3>
          {rows?.length ? (
            <Link
              className="link"
              to={filteredListPath(resource, name, { id, label })}
              aria-label={translate('engine.related.wholeOf', { label: list.label })}
            >
              {translate('engine.related.whole')}
            </Link>
          ) : null}
        </div>
        {rows ? null : (
          <PartLoadingOrFailed error={error} onRetry={() => void refetch()}>
            <Delayed>
              <Skeleton height={40} />
            </Delayed>
          </PartLoadingOrFailed>
        )}
        {rows?.length ? (
          <ul className={classes.rows}>
            {rows.map((record) => (
              <RecordContextProvider key={record.id} value={record}>
                <RelatedRow list={list} record={record} />
              </RecordContextProvider>
            ))}
          </ul>
        ) : null}
        {rows?.length === 0 && !canCreate ? <p className={classes.none}>{translate('engine.related.none')}</p> : null}
        {canCreate ? <AddButton list={list} id={id} building={building} /> : null}
      </section>
    </ResourceProvider>
  );
}

/** Path of a section's list, filtered by the record it refers to. */
const filteredListPath = ({ routes }: Resource, name: string, target: LinkedRecord): string =>
  `${routes.list}?filter=${encodeURIComponent(JSON.stringify({ [name]: target }))}`;

/** Whether a record can be created from the card: the definition, the person's rights and the server allow it. */
function useCanCreate({ resource, create }: RelatedList): boolean {
  const features = useFeatures();
  const canWrite = useRefusal(resource.section, 'change') === null;
  return create && canWrite && canCreateRecords(resource, features);
}

/** Button «Добавить пропуск»: opens the create form with the reference filled in; saving returns to the card. */
function AddButton({ list, id, building }: { list: RelatedList } & Pick<Props, 'id' | 'building'>) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { resource, name, field } = list;
  const buildingField = getBuildingField(field);
  const openCreateForm = () =>
    navigate(resource.routes.create ?? resource.routes.list, {
      state: {
        prefill: {
          ...(buildingField !== null && building !== undefined ? { [buildingField]: building } : {}),
          [name]: referenceTo(field, id),
        },
        from: `${pathname}${search}`,
      },
    });
  return (
    <ActionButton size="sm" plus onClick={openCreateForm}>
      {translate(`resources.${resource.name}.action.create`)}
    </ActionButton>
  );
}

/**
 * The state and the first card fields of a record, without those that the surrounding card already shows, such as its building.
 */
function secondaryFields({ resource, name, field }: RelatedList): string[] {
  const repeated = [titleField(resource), name, getBuildingField(field), resource.building];
  const candidates = resource.card?.fields.length
    ? resource.card.fields
    : listColumns(resource).map((column) => column.name);
  const plain = candidates.filter((fieldName) => {
    const candidate = resource.fields[fieldName];
    return candidate !== undefined && !getTraits(candidate).isSecondary;
  });
  const names = [...stateFields(resource).map((state) => state.name), ...plain];
  return [...new Set(names)].filter((fieldName) => !repeated.includes(fieldName));
}

function RelatedRow({ list, record }: { list: RelatedList; record: RaRecord }) {
  const translate = useTranslate();
  const label = useFieldLabel();
  const { resource } = list;
  const title = typeset(recordTitle(resource, record, translate(`resources.${resource.name}.forcedCaseName`)));
  const recordPath = recordAddress(resource);
  const cells = secondaryFields(list)
    .flatMap((name) => {
      const field = resource.fields[name];
      return field && !isEmpty(readWireValue(name, field, record)) ? [{ name, field }] : [];
    })
    .slice(0, MAX_FIELDS);
  return (
    <li className={classes.row}>
      {recordPath ? (
        <Link className="link" to={recordPath(Number(record.id))}>
          {title}
        </Link>
      ) : (
        <span>{title}</span>
      )}
      {cells.map(({ name, field }) => (
        <span key={name} className={classes.cell} title={label(resource, name)}>
          <FieldCell resource={resource} name={name} field={field} record={record} />
        </span>
      ))}
    </li>
  );
}
