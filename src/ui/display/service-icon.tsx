import CleaningServicesOutlined from '@mui/icons-material/CleaningServicesOutlined';
import DeviceThermostatOutlined from '@mui/icons-material/DeviceThermostatOutlined';
import ElectricBoltOutlined from '@mui/icons-material/ElectricBoltOutlined';
import ElevatorOutlined from '@mui/icons-material/ElevatorOutlined';
import FormatPaintOutlined from '@mui/icons-material/FormatPaintOutlined';
import HandymanOutlined from '@mui/icons-material/HandymanOutlined';
import KeyOutlined from '@mui/icons-material/KeyOutlined';
import ParkOutlined from '@mui/icons-material/ParkOutlined';
import PlumbingOutlined from '@mui/icons-material/PlumbingOutlined';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';

/** Icons of services by their wire name. */
const ICONS: Readonly<Record<string, ComponentType<SvgIconProps>>> = {
  plumbing: PlumbingOutlined,
  bolt: ElectricBoltOutlined,
  elevator: ElevatorOutlined,
  cleaning: CleaningServicesOutlined,
  key: KeyOutlined,
  'format-paint': FormatPaintOutlined,
  park: ParkOutlined,
  thermostat: DeviceThermostatOutlined,
};

/** Icon of a service; a hammer for an unknown one. Decorative, since the name is next to it. */
export function ServiceIcon({ name, size = 18 }: { name: string; size?: number }) {
  const ServiceSymbol = (Object.hasOwn(ICONS, name) && ICONS[name]) || HandymanOutlined;
  return <ServiceSymbol aria-hidden sx={{ fontSize: size, flex: 'none' }} />;
}
