import { type RaRecord, RecordContextProvider, useGetOne, useTranslate } from 'react-admin';
import { SideCard } from '#console/ui/side-card.tsx';
import { Delayed, Skeleton } from '#console/ui/skeleton.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import { FieldCell, useFieldLabel } from '../field-part.tsx';
import cardClasses from '../record-card.module.css';
import { RecordMenu } from '../record-menu.tsx';
import { recordTitle } from '../resource-context.tsx';
import { FailedState } from './states.tsx';

const told = () => undefined;

/**
 * The side card of a chosen record: its title, the fields the definition's `card` names, its menu.
 * @param row the record as the list has it, shown until the whole one is there
 */
export function SideRecord({
  resource,
  card,
  id,
  row,
  onClose,
}: {
  resource: Resource;
  card: NonNullable<Resource['card']>;
  id: string;
  row: RaRecord | undefined;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const label = useFieldLabel();
  const one = translate(`resources.${resource.name}.forcedCaseName`);
  const { data, error, refetch } = useGetOne<RaRecord>(
    resource.name,
    { id, meta: { card: true } },
    { onError: told, retry: false },
  );
  const record = data ?? row;
  return (
    <RecordContextProvider value={record}>
      <SideCard
        title={record ? recordTitle(resource, record, one) : one}
        actions={record ? <RecordMenu /> : undefined}
        onClose={onClose}
      >
        {error && !record ? <FailedState onRetry={() => void refetch()} /> : null}
        {record ? (
          <dl className={cardClasses.lines}>
            {card.fields.map((name) => {
              const field = resource.fields[name];
              return field ? (
                <div key={name} className={cardClasses.line}>
                  <dt>{label(resource, name)}</dt>
                  <dd>
                    <FieldCell resource={resource} name={name} field={field} record={record} />
                  </dd>
                </div>
              ) : null;
            })}
          </dl>
        ) : null}
        {record || error ? null : (
          <Delayed>
            {card.fields.map((name) => (
              <Skeleton key={name} height={20} />
            ))}
          </Delayed>
        )}
      </SideCard>
    </RecordContextProvider>
  );
}
