import { lazy, Suspense } from 'react';
import { useTranslate } from 'react-admin';
import { buildingLabel, useBuildings } from '#console/data/buildings/buildings.ts';
import { changeAuthor } from '#console/data/http/edit-conflict.ts';
import { useResource } from '#console/engine/resource-context.tsx';
import { useServerList } from '#console/fields/parts/server-list.ts';
import type { Side } from '#console/ui/dialogs/conflict-dialog.tsx';
import type { FieldOf } from '#resources/language/define-resource.ts';
import type { TaskCard, TaskPatch, TaskWas } from '#resources/protocol/requests/tasks.ts';
import type { RecordChange } from '#resources/protocol/versions.ts';
import type { PlaceValue } from '#resources/sections/kinds/requests.ts';
import { addressText } from '../model/places.ts';
import PlaceCell from '../place/cell.tsx';

const ConflictDialog = lazy(() => import('#console/ui/dialogs/conflict-dialog.tsx'));

/** Fields that the form of a request changes. */
export type EditedField = keyof TaskWas;

/** A change of a request that was refused since another person had changed it. */
export interface RequestConflict {
  /** The intended changes, and the place as in the form. */
  patch: TaskPatch;
  place: PlaceValue;
  /** The request as it is now. */
  theirs: TaskCard;
  changed: RecordChange | null;
}

const sortedIds = (list: readonly { id: number }[]) => list.map(({ id }) => id).sort((a, b) => a - b);

/** Content of a request, as the server compares it. */
export const editableValues = ({ information, service, target }: TaskCard): Required<TaskWas> => ({
  description: information.description,
  service: service.id,
  place: {
    building: target.building,
    porches: sortedIds(target.porches),
    floors: sortedIds(target.floors),
  },
});

/** Fields that the change and the request say differently; a place that was chosen is always one of them. */
function fieldsInConflict({ patch, theirs }: RequestConflict): EditedField[] {
  const { information, service, place } = patch;
  return [
    ...(information && information.description !== theirs.information.description ? (['description'] as const) : []),
    ...(service !== undefined && service !== theirs.service.id ? (['service'] as const) : []),
    ...(place ? (['place'] as const) : []),
  ];
}

/** The place that was chosen: its building, and how many entrances or floors of it. */
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

/** The service that was chosen, by its name. */
function ChosenService({ id }: { id: number }) {
  const { fields } = useResource();
  const { items } = useServerList((fields.service as FieldOf<'one-of'>).from);
  return <>{String(items.find((item) => item.id === id)?.name ?? '')}</>;
}

/** Both sides of what two people have changed of a request: lets one choose what stays. @param onSettled is told the fields that stay as they are */
export function RequestConflictDialog({
  conflict,
  onSettled,
  onBack,
}: {
  conflict: RequestConflict;
  onSettled: (draft: ReadonlySet<EditedField>) => void;
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
    onSettled(new Set(rows.flatMap(({ key }) => (choices[key] === 'theirs' ? key : []))));
  return (
    <Suspense>
      <ConflictDialog rows={rows} author={changeAuthor(changed)} onSave={choose} onBack={onBack} />
    </Suspense>
  );
}
