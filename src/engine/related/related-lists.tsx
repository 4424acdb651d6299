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
import { takesNew } from '#resources/language/create-form.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { isEmpty } from '#resources/language/kinds/ids.ts';
import { buildingFieldOf, traitsOf } from '#resources/language/kinds/traits.ts';
import type { LinkedRecord } from '#resources/language/linked-record.ts';
import { stateFields } from '#resources/language/moves.ts';
import { type CardSubject, type RelatedList, valueNaming } from '#resources/language/related.ts';
import { titleField } from '#resources/language/title-field.ts';
import { wireOf } from '#resources/language/wire-keys.ts';
import { FieldCell, useFieldLabel } from '../field-part.tsx';
import { listColumns } from '../list/layouts/columns.ts';
import { LIST_QUERY } from '../list/list-state.ts';
import { rowSource } from '../list/row-source.ts';
import { UnloadedPart } from '../list/states.tsx';
import { ResourceProvider, recordTitle } from '../resource-context.tsx';
import classes from './related-lists.module.css';
import { useRelatedLists } from './use-related-lists.ts';

/** Records that a card shows of a list. */
const ROWS = 5;
/** Fields of a record beside its title. */
const FIELDS = 2;

interface Props {
  /** The record of the card. */
  subject: CardSubject;
  id: number;
  /** The name of that record. */
  label: string;
  /** Id of the building of a flat. */
  building?: number;
}

/** The records of other sections that refer to what a card is about: a block for each field that asks for one (`related`). */
export default function RelatedLists({ subject, ...target }: Props) {
  const lists = useRelatedLists(subject);
  if (!Number.isInteger(target.id)) return null;
  return lists.map((list) => <RelatedBlock key={`${list.resource.name} ${list.name}`} list={list} {...target} />);
}

/** The newest records of a list, as many as a card shows, and how many there are. */
function useNewest({ resource, name }: RelatedList, id: number) {
  const { buildings, isPending, error: buildingsError } = useBuildings();
  const isScoped = resource.api.scope !== undefined;
  const isWhole = rowSource(resource) === 'whole';
  const isNowhere = isScoped && !isPending && !buildingsError && buildings.length === 0;
  const filter = { [name]: id };
  const { data, total, error, refetch } = useGetList<RaRecord>(
    resource.name,
    {
      pagination: { page: 1, perPage: isWhole ? Number.MAX_SAFE_INTEGER : ROWS },
      sort: { field: 'id', order: 'DESC' },
      filter: isWhole ? {} : filter,
      // In all buildings, not only the checked ones; a failure is shown in the block, without an alert.
      meta: { ...(isScoped ? { buildings: buildings.map((building) => building.id) } : {}), glance: true },
    },
    { ...LIST_QUERY, placeholderData: undefined, enabled: !isScoped || buildings.length > 0 },
  );
  const matches = isWhole && data ? filterRecords(data, resource, filter) : data;
  const rows = isNowhere ? [] : matches?.toSorted((one, other) => Number(other.id) - Number(one.id)).slice(0, ROWS);
  const count = isWhole || isNowhere ? (matches ?? []).length : total;
  return { rows, count, error: isScoped ? (buildingsError ?? error) : error, refetch };
}

/** Another server may lack the section or refuse it: then the block is left out. */
const isAbsent = (error: Error | null): boolean => error instanceof RequestError && [403, 404].includes(error.status);

function RelatedBlock({ list, id, label, building }: { list: RelatedList } & Omit<Props, 'subject'>) {
  const translate = useTranslate();
  const heading = useId();
  const { resource, name } = list;
  const { rows, count, error, refetch } = useNewest(list, id);
  const isOffered = useIsOffered(list);
  if (isAbsent(error)) return null;
  return (
    <ResourceProvider resource={resource}>
      <section className={classes.part} aria-labelledby={heading}>
        <div className={classes.head}>
          <h3 className={classes.title} id={heading}>
            {list.label}
            {count ? <span className={classes.count}> {count}</span> : null}
          </h3>
          {rows?.length ? (
            <Link
              className="link"
              to={listAddress(resource, name, { id, label })}
              aria-label={translate('engine.related.wholeOf', { label: list.label })}
            >
              {translate('engine.related.whole')}
            </Link>
          ) : null}
        </div>
        {rows ? null : (
          <UnloadedPart error={error} onRetry={() => void refetch()}>
            <Delayed>
              <Skeleton height={40} />
            </Delayed>
          </UnloadedPart>
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
        {rows?.length === 0 && !isOffered ? <p className={classes.none}>{translate('engine.related.none')}</p> : null}
        {isOffered ? <AddButton list={list} id={id} building={building} /> : null}
      </section>
    </ResourceProvider>
  );
}

/** The list of a section, narrowed to what refers to one record. */
const listAddress = ({ routes }: Resource, name: string, target: LinkedRecord): string =>
  `${routes.list}?filter=${encodeURIComponent(JSON.stringify({ [name]: target }))}`;

/** Whether a record can be made from the card: the definition says so, and the person and the server allow it. */
function useIsOffered({ resource, create }: RelatedList): boolean {
  const features = useFeatures();
  const mayWrite = useRefusal(resource.section, 'change') === null;
  return create && mayWrite && takesNew(resource, features);
}

/** «Добавить пропуск»: the create form with the reference filled in, which leads back to the card. */
function AddButton({ list, id, building }: { list: RelatedList } & Pick<Props, 'id' | 'building'>) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { resource, name, field } = list;
  const place = buildingFieldOf(field);
  const add = () =>
    navigate(resource.routes.create ?? resource.routes.list, {
      state: {
        prefill: {
          ...(place !== null && building !== undefined ? { [place]: building } : {}),
          [name]: valueNaming(field, id),
        },
        from: `${pathname}${search}`,
      },
    });
  return (
    <ActionButton size="sm" plus onClick={add}>
      {translate(`resources.${resource.name}.action.create`)}
    </ActionButton>
  );
}

/** The state and what the card of a record shows first, but what the card around it says already: its building too. */
function fieldsBeside({ resource, name, field }: RelatedList): string[] {
  const repeated = [titleField(resource), name, buildingFieldOf(field), resource.building];
  const candidates = resource.card?.fields.length
    ? resource.card.fields
    : listColumns(resource).map((column) => column.name);
  const plain = candidates.filter((one) => {
    const candidate = resource.fields[one];
    return candidate !== undefined && !traitsOf(candidate).isSecondary;
  });
  const names = [...stateFields(resource).map((state) => state.name), ...plain];
  return [...new Set(names)].filter((one) => !repeated.includes(one));
}

function RelatedRow({ list, record }: { list: RelatedList; record: RaRecord }) {
  const translate = useTranslate();
  const label = useFieldLabel();
  const { resource } = list;
  const title = typeset(recordTitle(resource, record, translate(`resources.${resource.name}.forcedCaseName`)));
  const address = recordAddress(resource);
  const cells = fieldsBeside(list)
    .flatMap((name) => {
      const field = resource.fields[name];
      return field && !isEmpty(wireOf(name, field, record)) ? [{ name, field }] : [];
    })
    .slice(0, FIELDS);
  return (
    <li className={classes.row}>
      {address ? (
        <Link className="link" to={address(Number(record.id))}>
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
