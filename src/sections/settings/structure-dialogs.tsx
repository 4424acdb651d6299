import { buildingSettingsPath } from '#resources/protocol/paths/buildings.ts';
import '#i18n/building-plan-texts.ts';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { request } from '#console/data/http/http.ts';
import { useAction } from '#console/data/use-action.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { DialogButtons, PlainDialog } from '#console/ui/dialogs/field-dialog.tsx';
import { Skeleton } from '#console/ui/states/skeleton.tsx';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { BUILDING } from '#resources/limits.ts';
import { newBuilding } from '#resources/sections/new-building.ts';
import { FieldsDialog } from './fields-dialog.tsx';
import { type Structure, useTies } from './structure-calls.ts';
import classes from './structure-page.module.css';
import type { OpenDialog } from './structure-page.tsx';

const { street, number, complex, building_type } = newBuilding.fields;
const PASSPORT_FIELDS = { street, number, complex, building_type } satisfies Record<string, FieldInput>;
const { min, max } = { min: BUILDING.lowestFloor, max: BUILDING.floors };
const FLATS_FIELD = { kind: 'number', required: true, min: 0, max: BUILDING.flatsPerFloor } satisfies FieldInput;
const FIRST_NUMBER_FIELD = {
  kind: 'number',
  min: 1,
  max: BUILDING.flatNumber,
  help: 'buildingPlan.help.first',
} satisfies FieldInput;
const ENTRANCE_FIELDS = {
  floors: { kind: 'number', required: true, min: 1, max },
  flats: FLATS_FIELD,
  from_floor: { kind: 'number', required: true, min: 1, max },
  first_number: FIRST_NUMBER_FIELD,
} satisfies Record<string, FieldInput>;
const FLOOR_FIELDS = {
  from: { kind: 'number', required: true, min, max },
  to: { kind: 'number', required: true, min, max },
  flats: FLATS_FIELD,
  first_number: FIRST_NUMBER_FIELD,
} satisfies Record<string, FieldInput>;
const UNIT_TYPES = ['flat', 'office', 'storage', 'parking'] as const;
const UNIT_FIELDS = {
  label: { kind: 'text', required: true, max: BUILDING.unitLabel, spaces: 'one' },
  unit_type: { kind: 'choice', required: true, options: UNIT_TYPES.map((value) => ({ value })) },
} satisfies Record<string, FieldInput>;
const NEW_UNIT_FIELDS = { floor: { kind: 'number', required: true, min, max }, ...UNIT_FIELDS } satisfies Record<
  string,
  FieldInput
>;

interface Props {
  openDialog: OpenDialog;
  structure: Structure;
  /** Shows the message of this key and reloads the pages of buildings, except a building just closed. */
  onDone: (messageKey: string, closedId?: number) => Promise<void>;
  onAsk: (dialog: OpenDialog) => void;
  onClose: () => void;
}

/** Dialogs of the structure page, loaded as a separate chunk. */
export default function StructureDialogs(props: Props) {
  const { openDialog } = props;
  if (openDialog.what === 'close') return <CloseDialog {...props} />;
  if ('unit' in openDialog) {
    return openDialog.what === 'remove' ? (
      <RemoveDialog {...props} openDialog={openDialog} />
    ) : (
      <RenameDialog {...props} openDialog={openDialog} />
    );
  }
  return openDialog.what === 'passport' ? <PassportDialog {...props} /> : <AddPartDialog {...props} />;
}

function PassportDialog({ structure: { passport }, onDone, onClose }: Props) {
  const translate = useTranslate();
  const { id, version, ...values } = passport;
  return (
    <FieldsDialog
      title={translate('buildingPlan.change.passport')}
      fields={PASSPORT_FIELDS}
      values={values}
      yes={translate('buildingPlan.save')}
      send={async (body) => {
        await request(buildingSettingsPath(id, 'passport/'), {
          method: 'PUT',
          body: { ...body, version },
          report: isNotFieldError,
        });
        await onDone('buildingPlan.said.passport');
      }}
      onClose={onClose}
    />
  );
}

/** Whether the global alert shows an error; errors of fields (400) are shown at the fields. */
const isNotFieldError = ({ status }: { status: number }) => status !== 400;

/** Fields, initial values, list key and payload of the part to be added. */
function partForm(openDialog: OpenDialog) {
  if ('porch' in openDialog && openDialog.what === 'floors') {
    const send = (body: object) => ({ floors: [{ ...body, entrance: openDialog.porch }] });
    return {
      fields: FLOOR_FIELDS,
      values: { from: null, to: null, flats: 4, first_number: null },
      list: 'floors',
      send,
    };
  }
  if ('porch' in openDialog) {
    const send = (body: object) => ({ units: [{ ...body, entrance: openDialog.porch }] });
    return { fields: NEW_UNIT_FIELDS, values: { floor: 1, label: '', unit_type: 'office' }, list: 'units', send };
  }
  const values = { floors: 9, flats: 4, from_floor: 1, first_number: null };
  return { fields: ENTRANCE_FIELDS, values, list: 'entrances', send: (body: object) => ({ entrances: [body] }) };
}

/** Form that adds entrances, floors or a unit. */
function AddPartDialog({ openDialog, structure, onDone, onClose }: Props) {
  const translate = useTranslate();
  const { fields, values, send } = partForm(openDialog);
  return (
    <FieldsDialog
      title={translate(`buildingPlan.change.${openDialog.what}`)}
      fields={fields}
      values={values}
      yes={translate('buildingPlan.add')}
      send={async (body) => {
        const path = buildingSettingsPath(structure.passport.id, 'parts/');
        await request(path, { method: 'POST', body: send(body), report: isNotFieldError });
        await onDone('buildingPlan.said.parts');
      }}
      onClose={onClose}
    />
  );
}

type UnitDialogProps = Props & { openDialog: Extract<OpenDialog, { unit: unknown }> };

function RenameDialog({ openDialog: { unit }, structure, onDone, onAsk, onClose }: UnitDialogProps) {
  const translate = useTranslate();
  const { id, label } = unit.object;
  return (
    <FieldsDialog
      title={translate('buildingPlan.change.rename', { label })}
      head={
        <div>
          <ActionButton size="sm" onClick={() => onAsk({ what: 'remove', unit })}>
            {translate('buildingPlan.remove.action')}
          </ActionButton>
        </div>
      }
      fields={UNIT_FIELDS}
      values={{ label, unit_type: unit.unit_type }}
      yes={translate('buildingPlan.save')}
      send={async (body) => {
        const path = buildingSettingsPath(structure.passport.id, `units/${id}/`);
        await request(path, { method: 'PUT', body, report: isNotFieldError });
        await onDone('buildingPlan.said.unit');
      }}
      onClose={onClose}
    />
  );
}

/** Lists what still refers to a building or a unit; the action is offered only if nothing prevents it. */
function TiesDialog({
  title,
  building,
  unit,
  outcome,
  yes,
  onConfirm,
  onClose,
}: {
  title: string;
  building: number;
  unit?: number;
  /** The action, as a key of its texts. */
  outcome: 'close' | 'remove';
  yes: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const { data, error } = useTies(building, unit);
  const [busy, run] = useAction();
  const introText = data ? translate(`buildingPlan.${outcome}.${data.is_free ? 'free' : 'tied'}`) : null;
  return (
    <PlainDialog title={title} onClose={onClose}>
      {data ? (
        <>
          <p className={classes.line}>{introText}</p>
          {data.ties.length ? (
            <ul className={classes.ties}>
              {data.ties.map(({ tie, count }) => (
                <li key={tie}>{translate(`buildingPlan.ties.${tie}`, { smart_count: count })}</li>
              ))}
            </ul>
          ) : null}
        </>
      ) : error ? null : (
        <Skeleton height={64} />
      )}
      <DialogButtons>
        <ActionButton onClick={onClose}>{translate('ui.cancel')}</ActionButton>
        {data?.is_free ? (
          <ActionButton variant="danger" busy={busy} onClick={() => run(onConfirm)}>
            {yes}
          </ActionButton>
        ) : null}
      </DialogButtons>
    </PlainDialog>
  );
}

function RemoveDialog({ openDialog: { unit }, structure, onDone, onClose }: UnitDialogProps) {
  const translate = useTranslate();
  const { id, label } = unit.object;
  const building = structure.passport.id;
  return (
    <TiesDialog
      title={translate('buildingPlan.remove.title', { label })}
      building={building}
      unit={id}
      outcome="remove"
      yes={translate('buildingPlan.remove.yes')}
      onConfirm={async () => {
        await request(buildingSettingsPath(building, `units/${id}/`), { method: 'DELETE' });
        await onDone('buildingPlan.said.removed');
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function CloseDialog({ structure: { passport }, onDone, onClose }: Props) {
  const translate = useTranslate();
  const navigate = useNavigate();
  return (
    <TiesDialog
      title={translate('buildingPlan.close.title')}
      building={passport.id}
      outcome="close"
      yes={translate('buildingPlan.close.action')}
      onConfirm={async () => {
        await request(buildingSettingsPath(passport.id, 'close/'), { method: 'POST' });
        navigate('/settings/buildings');
        await onDone('buildingPlan.said.closed', passport.id);
      }}
      onClose={onClose}
    />
  );
}
