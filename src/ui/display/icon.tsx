import Apartment from '@mui/icons-material/Apartment';
import ApartmentOutlined from '@mui/icons-material/ApartmentOutlined';
import Badge from '@mui/icons-material/Badge';
import BadgeOutlined from '@mui/icons-material/BadgeOutlined';
import Build from '@mui/icons-material/Build';
import BuildOutlined from '@mui/icons-material/BuildOutlined';
import Campaign from '@mui/icons-material/Campaign';
import CampaignOutlined from '@mui/icons-material/CampaignOutlined';
import Description from '@mui/icons-material/Description';
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import Domain from '@mui/icons-material/Domain';
import DomainOutlined from '@mui/icons-material/DomainOutlined';
import Event from '@mui/icons-material/Event';
import EventOutlined from '@mui/icons-material/EventOutlined';
import Folder from '@mui/icons-material/Folder';
import FolderOutlined from '@mui/icons-material/FolderOutlined';
import Forum from '@mui/icons-material/Forum';
import ForumOutlined from '@mui/icons-material/ForumOutlined';
import Handyman from '@mui/icons-material/Handyman';
import HandymanOutlined from '@mui/icons-material/HandymanOutlined';
import Inventory from '@mui/icons-material/Inventory2';
import InventoryOutlined from '@mui/icons-material/Inventory2Outlined';
import Key from '@mui/icons-material/Key';
import KeyOutlined from '@mui/icons-material/KeyOutlined';
import LocalParking from '@mui/icons-material/LocalParking';
import LocalParkingOutlined from '@mui/icons-material/LocalParkingOutlined';
import People from '@mui/icons-material/PeopleAlt';
import PeopleOutlined from '@mui/icons-material/PeopleAltOutlined';
import Receipt from '@mui/icons-material/Receipt';
import ReceiptOutlined from '@mui/icons-material/ReceiptOutlined';
import Settings from '@mui/icons-material/Settings';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import Speed from '@mui/icons-material/Speed';
import SpeedOutlined from '@mui/icons-material/SpeedOutlined';
import Videocam from '@mui/icons-material/Videocam';
import VideocamOutlined from '@mui/icons-material/VideocamOutlined';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';
import type { IconName } from '#resources/language/icons.ts';

type IconComponent = ComponentType<SvgIconProps>;

/** Each icon outlined and filled; the active menu entry is filled. */
const ICONS = {
  apartment: [ApartmentOutlined, Apartment],
  badge: [BadgeOutlined, Badge],
  build: [BuildOutlined, Build],
  campaign: [CampaignOutlined, Campaign],
  description: [DescriptionOutlined, Description],
  domain: [DomainOutlined, Domain],
  event: [EventOutlined, Event],
  folder: [FolderOutlined, Folder],
  forum: [ForumOutlined, Forum],
  handyman: [HandymanOutlined, Handyman],
  inventory: [InventoryOutlined, Inventory],
  key: [KeyOutlined, Key],
  'local-parking': [LocalParkingOutlined, LocalParking],
  people: [PeopleOutlined, People],
  receipt: [ReceiptOutlined, Receipt],
  settings: [SettingsOutlined, Settings],
  speed: [SpeedOutlined, Speed],
  videocam: [VideocamOutlined, Videocam],
} as const satisfies Record<IconName, readonly [outlined: IconComponent, filled: IconComponent]>;

/**
 * An icon that definitions may use. Decorative and hidden from screen readers, since a label is next to it.
 * @param size edge in CSS pixels
 */
export function Icon({ name, filled = false, size = 20 }: { name: IconName; filled?: boolean; size?: number }) {
  const [Outlined, Filled] = ICONS[name];
  const IconToShow = filled ? Filled : Outlined;
  return <IconToShow aria-hidden sx={{ fontSize: size, display: 'block', flex: 'none' }} />;
}
