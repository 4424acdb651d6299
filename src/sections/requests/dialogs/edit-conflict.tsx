import { lazy, Suspense } from 'react';
import { useTranslate } from 'react-admin';
import { buildingLabel, useBuildings } from '#console/data/buildings/buildings.ts';
import { changeAuthor } from '#console/data/http/edit-conflict.ts';
import { useResource } from '#console/engine/resource-context.tsx';
import { useServerList } from '#console/fields/parts/server-list.ts';
import type { Side } from '#console/ui/dialogs/conflict-dialog.tsx';
import type { FieldOf } from '#resources/language/define-resource.ts';
import type { TaskCard, TaskOriginal, TaskPatch } from '#resources/protocol/requests/tasks.ts';
import type { RecordChange } from '#resources/protocol/versions.ts';
import type { PlaceValue } from '#resources/sections/kinds/requests.ts';
import { addressText } from '../model/request-address.ts';
import PlaceCell from '../place/cell.tsx';

const ConflictDialog = lazy(() => import('#console/ui/dialogs/conflict-dialog.tsx'));

/** Fields that the edit form of a request can change. */
export type EditedField = keyof TaskOriginal;

/** A change of a request that was refused because another person had changed the same fields. */
export interface RequestConflict {
  /** The refused change. */
  patch: TaskPatch;
  /** The place as chosen in the form. */
  place: PlaceValue;
  /** The current version of the request on the server. */
  theirs: TaskCard;
  changed: RecordChange | null;
}

const sortedIds = (list: readonly { id: number }[]) => list.map(({ id }) => id).sort((a, b) => a - b);

/** The values of a request that the server compares to detect a conflict. */
export const editableValues = ({ information, service, target }: TaskCard): Required<TaskOriginal> => ({
  description: information.description,
  service: service.id,
  place: {
    building: target.building,
    porches: sortedIds(target.porches),
    floors: sortedIds(target.floors),
  },
});

/** Changed fields whose value differs from the server's; a chosen place always counts as different. */
function fieldsInConflict({ patch, theirs }: RequestConflict): EditedField[] {
  const { information, service, place } = patch;
  return [
    ...(information && information.description !== theirs.information.description ? (['description'] as const) : []),
    ...(service !== undefined && service !== theirs.service.id ? (['service'] as const) : []),
    ...(place ? (['place'] as const) : []),
  ];
}

/** The chosen place: the building and the number of entrances or floors. */
function ChosenPlace({ place, patch }: Pick<RequestConflict, 'place' | 'patch'>) {
  const { byId } = useBuildings();
  const { fields } = useResource();
  const building = place.building === null ? undefined : byId.get(place.building);
  const field = fields.place as FieldOf<'requests:place'>;
  return (
    <>
      {building ? `${buildingLabel(building)}, ` : ''}
      <PlaceCell value={patch.place} field={field} source="place" resource="tasks" record={{ id: 0 }} />
    </>
  );
}

/** Name of the chosen service. */
function ChosenService({ id }: { id: number }) {
  const { fields } = useResource();
  const { items } = useServerList((fields.service as FieldOf<'one-of'>).from);
  return <>{String(items.find((item) => item.id === id)?.name ?? '')}</>;
}

/**
 * Dialog that shows both versions of each conflicting field and lets the reader choose.
 * @param onResolved called with the fields in which the other person's value is kept
 */
export function RequestConflictDialog({
  conflict,
  onResolved,
  onBack,
}: {
  conflict: RequestConflict;
  onResolved: (keepTheirs: ReadonlySet<EditedField>) => void;
  onBack: () => void;
}) {
  const translate = useTranslate();
  const { patch, place, theirs, changed } = conflict;
  const sides = {
    description: [patch.information?.description, theirs.information.description],
    service: [<ChosenService key="service" id={Number(patch.service)} />, theirs.service.name],
    place: [<ChosenPlace key="place" place={place} patch={patch} />, addressText(theirs, translate)],
  } as const;
  const rows = fieldsInConflict(conflict).map((key) => ({
    key,
    label: translate(`resources.tasks.fields.${key}`),
    mine: sides[key][0],
    theirs: sides[key][1],
    proposed: null,
  }));
  const choose = (choices: Readonly<Record<string, Side>>) =>
    onResolved(new Set(rows.flatMap(({ key }) => (choices[key] === 'theirs' ? key : []))));
  return (
    <Suspense>
      <ConflictDialog rows={rows} author={changeAuthor(changed)} onSave={choose} onBack={onBack} />
    </Suspense>
  );
}
