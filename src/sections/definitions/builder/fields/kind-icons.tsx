import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined';
import AlternateEmail from '@mui/icons-material/AlternateEmail';
import ApartmentOutlined from '@mui/icons-material/ApartmentOutlined';
import AttachFile from '@mui/icons-material/AttachFile';
import BadgeOutlined from '@mui/icons-material/BadgeOutlined';
import CalendarMonthOutlined from '@mui/icons-material/CalendarMonthOutlined';
import CalendarTodayOutlined from '@mui/icons-material/CalendarTodayOutlined';
import CheckBoxOutlined from '@mui/icons-material/CheckBoxOutlined';
import ChecklistOutlined from '@mui/icons-material/ChecklistOutlined';
import DomainOutlined from '@mui/icons-material/DomainOutlined';
import DrawOutlined from '@mui/icons-material/DrawOutlined';
import EventOutlined from '@mui/icons-material/EventOutlined';
import FaceOutlined from '@mui/icons-material/FaceOutlined';
import FormatListBulleted from '@mui/icons-material/FormatListBulleted';
import HourglassEmpty from '@mui/icons-material/HourglassEmpty';
import LinkOutlined from '@mui/icons-material/LinkOutlined';
import ListAlt from '@mui/icons-material/ListAlt';
import LockOpenOutlined from '@mui/icons-material/LockOpenOutlined';
import MeetingRoomOutlined from '@mui/icons-material/MeetingRoomOutlined';
import Notes from '@mui/icons-material/Notes';
import Numbers from '@mui/icons-material/Numbers';
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined';
import PhoneOutlined from '@mui/icons-material/PhoneOutlined';
import PinOutlined from '@mui/icons-material/PinOutlined';
import PlaceOutlined from '@mui/icons-material/PlaceOutlined';
import PlaylistAddCheck from '@mui/icons-material/PlaylistAddCheck';
import RadioButtonChecked from '@mui/icons-material/RadioButtonChecked';
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined';
import ShortText from '@mui/icons-material/ShortText';
import SpeedOutlined from '@mui/icons-material/SpeedOutlined';
import SwapHoriz from '@mui/icons-material/SwapHoriz';
import TableRowsOutlined from '@mui/icons-material/TableRowsOutlined';
import ToggleOnOutlined from '@mui/icons-material/ToggleOnOutlined';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';
import type { KindName } from '#resources/language/kinds/registry.ts';

/** Icon of a kind, and whether the palette shows it in its first group. */
interface KindLook {
  Icon: ComponentType<SvgIconProps>;
  isFrequent?: true;
}

const KIND_LOOKS = {
  text: { Icon: ShortText, isFrequent: true },
  'long-text': { Icon: Notes, isFrequent: true },
  choice: { Icon: RadioButtonChecked, isFrequent: true },
  checkbox: { Icon: CheckBoxOutlined, isFrequent: true },
  date: { Icon: EventOutlined, isFrequent: true },
  number: { Icon: PinOutlined, isFrequent: true },
  money: { Icon: PaymentsOutlined, isFrequent: true },
  phone: { Icon: PhoneOutlined, isFrequent: true },
  building: { Icon: ApartmentOutlined, isFrequent: true },
  unit: { Icon: MeetingRoomOutlined, isFrequent: true },
  files: { Icon: AttachFile, isFrequent: true },
  reference: { Icon: SwapHoriz, isFrequent: true },
  state: { Icon: AccountTreeOutlined },
  'auto-number': { Icon: Numbers },
  moment: { Icon: CalendarTodayOutlined },
  month: { Icon: CalendarMonthOutlined },
  time: { Icon: ScheduleOutlined },
  duration: { Icon: HourglassEmpty },
  email: { Icon: AlternateEmail },
  link: { Icon: LinkOutlined },
  lines: { Icon: FormatListBulleted },
  'company-number': { Icon: BadgeOutlined },
  buildings: { Icon: DomainOutlined },
  references: { Icon: ListAlt },
  rows: { Icon: TableRowsOutlined },
  signature: { Icon: DrawOutlined },
  point: { Icon: PlaceOutlined },
  checklist: { Icon: ChecklistOutlined },
  avatar: { Icon: FaceOutlined },
  level: { Icon: LockOpenOutlined },
  meter: { Icon: SpeedOutlined },
  'one-of': { Icon: ToggleOnOutlined },
  'some-of': { Icon: PlaylistAddCheck },
} as const satisfies Record<KindName, KindLook>;

/** All kinds in the order of the palette. */
export const PALETTE = Object.keys(KIND_LOOKS) as KindName[];

/** Icon and palette group of a kind. */
export const kindLook = (kind: KindName): KindLook => KIND_LOOKS[kind];
