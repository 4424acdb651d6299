import DoorFrontOutlined from '@mui/icons-material/DoorFrontOutlined';
import LayersOutlined from '@mui/icons-material/LayersOutlined';
import PersonAddAltOutlined from '@mui/icons-material/PersonAddAltOutlined';
import PlumbingOutlined from '@mui/icons-material/PlumbingOutlined';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { refusalText, useRefusal } from '#console/data/access.ts';
import { useResource } from '#console/engine/resource-context.tsx';
import { ActionButton } from '#console/ui/action-button.tsx';
import { Plate } from '#console/ui/plate.tsx';
import { SideCard } from '#console/ui/side-card.tsx';
import type { FoundBuilding, FoundPlace } from '#resources/protocol/search-answers.ts';
import { ResidentLine } from './resident-line.tsx';
import classes from './unit-card.module.css';

/** The card of a unit: where it is and who lives there, each with his menu (RES-15). */
export function UnitCard({
  building,
  unit,
  onClose,
}: {
  building: FoundBuilding;
  unit: FoundPlace;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { section, routes } = useResource();
  const why = useRefusal(section, 'change');
  const { label, unit_type, porch, floor, pipe, residents } = unit;
  const title = translate(unit_type === 'flat' ? 'residents.unit.titleFlat' : 'residents.unit.titleOther', { label });
  const invite = () =>
    navigate(routes.create ?? routes.list, {
      state: { prefill: { units: [{ building: building.id, unit: unit.id }] } },
    });
  return (
    <SideCard
      title={title}
      header={<Plate number={unit_type === 'flat' ? label : building.number} solid size="lg" />}
      below={
        <span className={classes.address}>
          {building.street}, {building.number}
        </span>
      }
      onClose={onClose}
      footer={
        <ActionButton
          grow
          icon={<PersonAddAltOutlined aria-hidden />}
          onClick={invite}
          refusal={why ? refusalText(why, translate) : null}
        >
          {translate('residents.card.invite')}
        </ActionButton>
      }
    >
      <ul className={classes.places}>
        {porch === null ? null : (
          <li>
            <DoorFrontOutlined aria-hidden />
            {translate('residents.card.porch', { number: porch })}
          </li>
        )}
        {floor === null ? null : (
          <li>
            <LayersOutlined aria-hidden />
            {translate('residents.card.floor', { number: floor })}
          </li>
        )}
        {pipe ? (
          <li>
            <PlumbingOutlined aria-hidden />
            {translate('residents.card.pipe', { name: pipe })}
          </li>
        ) : null}
      </ul>
      <h3 className={classes.heading}>
        {residents.length
          ? translate('residents.card.residents', { smart_count: residents.length })
          : translate('residents.card.nobody')}
      </h3>
      <ul className={classes.residents}>
        {residents.map((resident) => (
          <ResidentLine key={resident.user} resident={resident} />
        ))}
      </ul>
    </SideCard>
  );
}
