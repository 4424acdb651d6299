import '#i18n/building-plan-texts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router';
import { RequestError } from '#console/data/http/request-error.ts';
import { useOwnServerFeature } from '#console/data/session/features.ts';
import { LoadingOrFailed } from '#console/engine/list/states.tsx';
import { Page } from '#console/shell/page.tsx';
import { RecordNotFound } from '#console/shell/record-not-found.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { Plate } from '#console/ui/display/plate.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import { typeset } from '#i18n/typeset.ts';
import type { WholeBuilding } from '#resources/protocol/buildings/whole-building-answers.ts';
import card from './building-card.module.css';
import { invalidateBuildings, type Structure, useStructure } from './structure-calls.ts';
import classes from './structure-page.module.css';

const BACK_PATH = '/settings/buildings';

const Dialogs = lazy(() => import('./structure-dialogs.tsx'));

/** The open dialog. */
export type OpenDialog =
  | { what: 'passport' | 'entrance' | 'close' }
  | { what: 'floors' | 'unit'; porch: number }
  | { what: 'rename' | 'remove'; unit: WholeBuilding['units'][number] };

/** `/settings/building-structure?id=…`: page that edits a building with its entrances, floors and units. */
export function StructurePage() {
  const translate = useTranslate();
  const [params] = useSearchParams();
  const id = params.get('id')?.trim();
  const hasAddition = useOwnServerFeature('buildings');
  const { data, error, refetch } = useStructure(hasAddition ? id : undefined);
  const isUnavailable = error instanceof RequestError && [400, 403, 404].includes(error.status);
  if (!id || !hasAddition || isUnavailable || data === null) return <RecordNotFound backTo={BACK_PATH} />;
  return (
    <Page
      title={translate('buildingPlan.card.structure')}
      selector="none"
      actions={
        <ActionButton to={`${BACK_PATH}?id=${id}`}>
          {translate('resources.settings-buildings.action.back')}
        </ActionButton>
      }
    >
      {data ? (
        <StructureView structure={data} />
      ) : (
        <LoadingOrFailed error={error} onRetry={() => void refetch()}>
          <Delayed>
            <div className={classes.page}>
              <Skeleton height={40} radius={8} />
              <Skeleton height={240} radius={12} />
            </div>
          </Delayed>
        </LoadingOrFailed>
      )}
    </Page>
  );
}

function StructureView({ structure }: { structure: Structure }) {
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const { passport, building } = structure;
  const onDone = async (messageKey: string, closedId?: number) => {
    notify(messageKey);
    await invalidateBuildings(queryClient, closedId);
  };
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div>
          <p className={card.complex}>
            {[
              passport.complex ?? translate('shell.selector.noComplex'),
              translate(`resources.settings-buildings.choices.building_type.${passport.building_type}`),
            ].join(', ')}
          </p>
          <p className={card.address}>
            <Plate number={passport.number} solid size="lg" />
            <span className={card.street}>{typeset(passport.street)}</span>
          </p>
        </div>
        <ActionButton onClick={() => setOpenDialog({ what: 'passport' })}>
          {translate('buildingPlan.change.passport')}
        </ActionButton>
      </header>
      <ul className={classes.entrances}>
        {building.porches.map((porch) => (
          <li key={porch.id} className={classes.entrance}>
            <Entrance building={building} porch={porch} onAsk={setOpenDialog} />
          </li>
        ))}
      </ul>
      <div className={classes.actions}>
        <ActionButton plus onClick={() => setOpenDialog({ what: 'entrance' })}>
          {translate('buildingPlan.addEntrance')}
        </ActionButton>
        <ActionButton variant="danger" onClick={() => setOpenDialog({ what: 'close' })}>
          {translate('buildingPlan.close.action')}
        </ActionButton>
      </div>
      <Suspense>
        {openDialog ? (
          <Dialogs
            openDialog={openDialog}
            structure={structure}
            onDone={onDone}
            onAsk={setOpenDialog}
            onClose={() => setOpenDialog(null)}
          />
        ) : null}
      </Suspense>
    </div>
  );
}

/** An entrance: its floors from the top down, with the units on each. */
function Entrance({
  building,
  porch,
  onAsk,
}: {
  building: WholeBuilding;
  porch: WholeBuilding['porches'][number];
  onAsk: (dialog: OpenDialog) => void;
}) {
  const translate = useTranslate();
  const title = translate('buildingPlan.entrance', { number: porch.number });
  const floors = building.floors.filter((floor) => floor.porch?.id === porch.id).sort((a, b) => b.number - a.number);
  const units = building.units.filter(({ object }) => object.porch?.id === porch.id);
  return (
    <section aria-label={title}>
      <div className={classes.title}>
        <h2>{title}</h2>
        <ActionButton
          size="sm"
          plus
          onClick={() => onAsk({ what: 'floors', porch: porch.id })}
          name={`${translate('buildingPlan.change.floors')}: ${title}`}
        >
          {translate('buildingPlan.change.addFloors')}
        </ActionButton>
        <ActionButton
          size="sm"
          plus
          onClick={() => onAsk({ what: 'unit', porch: porch.id })}
          name={`${translate('buildingPlan.change.unit')}: ${title}`}
        >
          {translate('buildingPlan.change.addUnit')}
        </ActionButton>
      </div>
      <table className={classes.table}>
        <thead className="sr-only">
          <tr>
            <th>{translate('buildingPlan.parts.floor')}</th>
            <th>{translate('buildingPlan.units')}</th>
          </tr>
        </thead>
        <tbody>
          {floors.map((floor) => (
            <tr key={floor.id}>
              <th scope="row">{floor.number}</th>
              <td>
                <div className={classes.units}>
                  {units
                    .filter(({ object }) => object.floor?.id === floor.id)
                    .map((unit) => (
                      <button
                        key={unit.object.id}
                        type="button"
                        className={unit.unit_type === 'flat' ? classes.unit : `${classes.unit} ${classes.other}`}
                        onClick={() => onAsk({ what: 'rename', unit })}
                      >
                        {unit.object.label}
                      </button>
                    ))}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
