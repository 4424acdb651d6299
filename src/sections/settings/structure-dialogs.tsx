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
const PASSPORT = { street, number, complex, building_type } satisfies Record<string, FieldInput>;
const { min, max } = { min: BUILDING.lowestFloor, max: BUILDING.floors };
const FLATS = { kind: 'number', required: true, min: 0, max: BUILDING.flatsOfFloor } satisfies FieldInput;
const FIRST = { kind: 'number', min: 1, max: BUILDING.number, help: 'buildingPlan.help.first' } satisfies FieldInput;
const ENTRANCE = {
  floors: { kind: 'number', required: true, min: 1, max },
  flats: FLATS,
  from_floor: { kind: 'number', required: true, min: 1, max },
  first_number: FIRST,
} satisfies Record<string, FieldInput>;
const FLOORS = {
  from: { kind: 'number', required: true, min, max },
  to: { kind: 'number', required: true, min, max },
  flats: FLATS,
  first_number: FIRST,
} satisfies Record<string, FieldInput>;
const TYPES = ['flat', 'office', 'storage', 'parking'] as const;
const UNIT = {
  label: { kind: 'text', required: true, max: BUILDING.unitLabel, spaces: 'one' },
  unit_type: { kind: 'choice', required: true, options: TYPES.map((value) => ({ value })) },
} satisfies Record<string, FieldInput>;
const NEW_UNIT = { floor: { kind: 'number', required: true, min, max }, ...UNIT } satisfies Record<string, FieldInput>;

interface Props {
  openDialog: OpenDialog;
  structure: Structure;
  /** Shows the message of this key and reloads the pages of buildings, except a building just closed. */
  onDone: (said: string, closed?: number) => Promise<void>;
  onAsk: (dialog: OpenDialog) => void;
  onClose: () => void;
}

/** The dialogs of the page of a building. Their own chunk. */
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
  return openDialog.what === 'passport' ? <PassportDialog {...props} /> : <PartsDialog {...props} />;
}

function PassportDialog({ structure: { passport }, onDone, onClose }: Props) {
  const translate = useTranslate();
  const { id, version, ...values } = passport;
  return (
    <FieldsDialog
      title={translate('buildingPlan.change.passport')}
      fields={PASSPORT}
      values={values}
      yes={translate('buildingPlan.save')}
      send={async (body) => {
        await request(buildingSettingsPath(id, 'passport/'), {
          method: 'PUT',
          body: { ...body, version },
          report: notFields,
        });
        await onDone('buildingPlan.said.passport');
      }}
      onClose={onClose}
    />
  );
}

/** Messages about fields stand at the fields. */
const notFields = ({ status }: { status: number }) => status !== 400;

/** Fields, first values, list key and payload of the part to be added. */
function partForm(openDialog: OpenDialog) {
  if ('porch' in openDialog && openDialog.what === 'floors') {
    const send = (body: object) => ({ floors: [{ ...body, entrance: openDialog.porch }] });
    return { fields: FLOORS, values: { from: null, to: null, flats: 4, first_number: null }, list: 'floors', send };
  }
  if ('porch' in openDialog) {
    const send = (body: object) => ({ units: [{ ...body, entrance: openDialog.porch }] });
    return { fields: NEW_UNIT, values: { floor: 1, label: '', unit_type: 'office' }, list: 'units', send };
  }
  const values = { floors: 9, flats: 4, from_floor: 1, first_number: null };
  return { fields: ENTRANCE, values, list: 'entrances', send: (body: object) => ({ entrances: [body] }) };
}

/** Asks for entrances, floors or a unit that are added. */
function PartsDialog({ openDialog, structure, onDone, onClose }: Props) {
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
        await request(path, { method: 'POST', body: send(body), report: notFields });
        await onDone('buildingPlan.said.parts');
      }}
      onClose={onClose}
    />
  );
}

type OfUnit = Props & { openDialog: Extract<OpenDialog, { unit: unknown }> };

function RenameDialog({ openDialog: { unit }, structure, onDone, onAsk, onClose }: OfUnit) {
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
      fields={UNIT}
      values={{ label, unit_type: unit.unit_type }}
      yes={translate('buildingPlan.save')}
      send={async (body) => {
        const path = buildingSettingsPath(structure.passport.id, `units/${id}/`);
        await request(path, { method: 'PUT', body, report: notFields });
        await onDone('buildingPlan.said.unit');
      }}
      onClose={onClose}
    />
  );
}

/** Ties of a building or a unit, a line each, and the button that goes on where nothing is in the way. */
function TiesDialog({
  title,
  building,
  unit,
  outcome,
  yes,
  work,
  onClose,
}: {
  title: string;
  building: number;
  unit?: number;
  /** Key of the texts: what is lost, what prevents it, what is kept. */
  outcome: 'close' | 'remove';
  yes: string;
  work: () => Promise<void>;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const { data, error } = useTies(building, unit);
  const [busy, run] = useAction();
  const lead = data ? translate(`buildingPlan.${outcome}.${data.is_free ? 'free' : 'tied'}`) : null;
  return (
    <PlainDialog title={title} onClose={onClose}>
      {data ? (
        <>
          <p className={classes.line}>{lead}</p>
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
          <ActionButton variant="danger" busy={busy} onClick={() => run(work)}>
            {yes}
          </ActionButton>
        ) : null}
      </DialogButtons>
    </PlainDialog>
  );
}

function RemoveDialog({ openDialog: { unit }, structure, onDone, onClose }: OfUnit) {
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
      work={async () => {
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
      work={async () => {
        await request(buildingSettingsPath(passport.id, 'close/'), { method: 'POST' });
        navigate('/settings/buildings');
        await onDone('buildingPlan.said.closed', passport.id);
      }}
      onClose={onClose}
    />
  );
}
