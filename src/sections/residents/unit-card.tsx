import '#i18n/resident-search-texts.ts';
import DoorFrontOutlined from '@mui/icons-material/DoorFrontOutlined';
import LayersOutlined from '@mui/icons-material/LayersOutlined';
import PersonAddAltOutlined from '@mui/icons-material/PersonAddAltOutlined';
import PlumbingOutlined from '@mui/icons-material/PlumbingOutlined';
import { useTranslate } from 'react-admin';
import { Link, useNavigate } from 'react-router';
import { buildingLabel } from '#console/data/buildings/building-list.ts';
import { refusalText, useRefusal } from '#console/data/session/access.ts';
import { useServerFeature } from '#console/data/session/features.ts';
import RelatedLists from '#console/engine/related/related-lists.tsx';
import { useResource } from '#console/engine/resource-context.tsx';
import { unitNewsLink, unitReadingsLink, unitRequestsLink } from '#console/shell/page-links.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { SideCard } from '#console/ui/dialogs/side-card.tsx';
import { Plate } from '#console/ui/display/plate.tsx';
import { unset } from '#i18n/typeset.ts';
import type { FoundBuilding, FoundPlace } from '#resources/protocol/search/search-answers.ts';
import { ResidentLine } from './resident-line.tsx';
import classes from './unit-card.module.css';

/** Card of a unit: entrance, floor, riser, and the residents with their menus (RES-15). */
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
  const unitName = translate(unit_type === 'flat' ? 'residents.unit.flat' : 'residents.unit.other', { label });
  const title = translate(unit_type === 'flat' ? 'residents.unit.titleFlat' : 'residents.unit.titleOther', { label });
  const invite = () =>
    navigate(routes.create ?? routes.list, {
      state: { prefill: { units: [{ building: building.id, unit: unit.id }] } },
    });
  return (
    <SideCard
      title={title}
      header={<Plate number={unit_type === 'flat' ? label : building.number} solid size="lg" />}
      below={<span className={classes.address}>{buildingLabel(building)}</span>}
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
      <RelatedSectionLinks unit={unit} unitName={unset(unitName)} />
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
      <RelatedLists
        subject={{ to: 'unit' }}
        id={unit.id}
        label={unset(`${unitName}, ${buildingLabel(building)}`)}
        building={building.id}
      />
    </SideCard>
  );
}

/** Links to other sections about a unit, if the reader may open them and the server has them. */
function RelatedSectionLinks({ unit: { id, label, unit_type }, unitName }: { unit: FoundPlace; unitName: string }) {
  const translate = useTranslate();
  const hasRequests = useServerFeature('performers');
  const hasNews = useServerFeature('addressed');
  const hasFlatSearch = useServerFeature('flats');
  const isAvailable = {
    requests: useRefusal('tasks', 'see') === null && hasRequests,
    readings: useRefusal('readings', 'see') === null && unit_type === 'flat',
    news: useRefusal('news', 'see') === null && hasNews,
  };
  const places = {
    requests: unitRequestsLink({ unit: id, label: unitName }),
    readings: unitReadingsLink({ unit: id, label, isSearched: hasFlatSearch }),
    news: unitNewsLink({ unit: id, label: unitName }),
  };
  const availableSections = (['requests', 'readings', 'news'] as const).filter((name) => isAvailable[name]);
  if (!availableSections.length) return null;
  return (
    <ul className={classes.more}>
      {availableSections.map((name) => (
        <li key={name}>
          <Link className="link" to={places[name]}>
            {translate(`residents.card.${name}`)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
