import '#i18n/day-range-texts.ts';
import '#i18n/building-plan-texts.ts';
import '#i18n/building-readings-texts.ts';
import ApartmentOutlined from '@mui/icons-material/ApartmentOutlined';
import ChevronRight from '@mui/icons-material/ChevronRight';
import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import VideocamOutlined from '@mui/icons-material/VideocamOutlined';
import type { ReactNode } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { refusalText, useRefusal } from '#console/data/session/access.ts';
import { useOwnServerFeature, useServerFeature } from '#console/data/session/features.ts';
import { MeterIcon } from '#console/ui/display/meter-icon.tsx';
import { Reason, type ReasonText } from '#console/ui/inputs/reason.tsx';
import type { SettingsBuilding } from '#resources/protocol/buildings/settings-answers.ts';
import {
  findGroupOption,
  METER_GROUPS,
  METERS_BY_GROUP,
  METERS_BY_READING_TYPE,
} from '#resources/rules/readings/meters.ts';
import { settingsBuildings } from '#resources/sections/buildings.ts';
import classes from './building-card.module.css';
import { STRUCTURE_PATH } from './structure-address.ts';

const COUNTS = ['porches', 'floors', 'units'] as const;

/** Size of a building, its meters, days of submission and cameras, with links to change them (SET-15…19). */
export default function BuildingCard() {
  const translate = useTranslate();
  const building = useRecordContext<SettingsBuilding>();
  const { section, record: rules, routes } = settingsBuildings;
  const why = useRefusal(section, 'change', rules, building);
  const accessRefusal = useRefusal('employees', 'see');
  const hasStructure = useOwnServerFeature('buildings');
  const hasAccess = useServerFeature('employees');
  if (!building) return null;
  const { id, submit_start_day: start, submit_end_day: end, reading_types: types } = building;
  const counts = { porches: building.porches_count, floors: building.floor_count, units: building.units_count };
  const cameras = building.cameras_count ?? 0;
  const refusal = why ? refusalText(why, translate) : null;
  const editPath = (screen: string) => `${routes.edit}?id=${id}&screen=${screen}`;
  return (
    <>
      <ul className={classes.counts}>
        {COUNTS.map((name) => {
          const [number, ...word] = translate(`settings.counts.${name}`, { smart_count: counts[name] ?? 0 }).split(' ');
          return (
            <li key={name} className={classes.count}>
              <b>{number}</b> <span>{word.join(' ')}</span>
            </li>
          );
        })}
      </ul>
      <section className={classes.part}>
        <h3>{translate('settings.card.readings')}</h3>
        <CardLink to={editPath('readings')} refusal={refusal}>
          {start && end ? translate('dayRange.range', { start, end }) : translate('dayRange.none')}
        </CardLink>
        <ul className={classes.groups}>
          {METER_GROUPS.map((group) => {
            const option = findGroupOption(group, types);
            const hasSingleMeter = METERS_BY_GROUP[group].length === 1;
            const optionText = option
              ? hasSingleMeter
                ? ''
                : `engine.readings.short.${option}`
              : 'engine.readings.off';
            return (
              <li key={group} className={option ? classes.group : `${classes.group} ${classes.off}`}>
                <span className={classes.signs}>
                  {(option ? METERS_BY_READING_TYPE[option] : [METERS_BY_GROUP[group][0]]).map((meter) => (
                    <MeterIcon key={meter} meter={meter} off={!option} />
                  ))}
                </span>
                <span>{translate(`engine.readings.groups.${group}`)}</span>
                {optionText ? <small>{translate(optionText)}</small> : null}
              </li>
            );
          })}
        </ul>
      </section>
      {hasStructure ? (
        <section className={classes.part}>
          <h3>{translate('buildingPlan.card.building')}</h3>
          <CardLink to={`${STRUCTURE_PATH}?id=${id}`} refusal={refusal} wide>
            <ApartmentOutlined aria-hidden />
            <span>{translate('buildingPlan.card.structure')}</span>
            <ChevronRight aria-hidden className={classes.end} />
          </CardLink>
        </section>
      ) : null}
      {hasAccess ? (
        <section className={classes.part}>
          <h3>{translate('settings.card.access')}</h3>
          <CardLink
            to={`/settings/access?id=${id}`}
            refusal={accessRefusal ? refusalText(accessRefusal, translate) : null}
            wide
          >
            <PeopleOutlined aria-hidden />
            <span>{translate('settings.card.who')}</span>
            <ChevronRight aria-hidden className={classes.end} />
          </CardLink>
        </section>
      ) : null}
      <section className={classes.part}>
        <h3>{translate('settings.sections.cameras')}</h3>
        <CardLink to={editPath('cameras')} refusal={refusal} wide>
          <VideocamOutlined aria-hidden />
          <span>{translate('settings.card.cameras', { smart_count: cameras })}</span>
          <ChevronRight aria-hidden className={classes.end} />
        </CardLink>
      </section>
    </>
  );
}

/** Link to a page of the settings; disabled with a reason without the right to change them (PERM-20). */
function CardLink({
  to,
  refusal,
  wide = false,
  children,
}: {
  to: string;
  refusal: ReasonText | null;
  wide?: boolean;
  children: ReactNode;
}) {
  const className = wide ? `${classes.link} ${classes.wide}` : classes.link;
  if (!refusal) {
    return (
      <Link className={className} to={to}>
        {children}
      </Link>
    );
  }
  return (
    <Reason reason={refusal}>
      {/* biome-ignore lint/a11y/useValidAnchor: a disabled link that shows why */}
      <a className={className} role="link" aria-disabled="true" tabIndex={0}>
        {children}
      </a>
    </Reason>
  );
}
