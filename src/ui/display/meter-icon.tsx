import BedtimeOutlined from '@mui/icons-material/BedtimeOutlined';
import DeviceThermostatOutlined from '@mui/icons-material/DeviceThermostatOutlined';
import HotTubOutlined from '@mui/icons-material/HotTubOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import LocalFireDepartmentOutlined from '@mui/icons-material/LocalFireDepartmentOutlined';
import WaterDropOutlined from '@mui/icons-material/WaterDropOutlined';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';
import type { MeterType } from '#resources/rules/readings/meters.ts';

const ICONS = {
  water_cold: WaterDropOutlined,
  water_hot: HotTubOutlined,
  elec_day: LightModeOutlined,
  elec_night: BedtimeOutlined,
  gas: LocalFireDepartmentOutlined,
  heating: DeviceThermostatOutlined,
} as const satisfies Record<MeterType, ComponentType<SvgIconProps>>;

/**
 * Icon of a meter type in its colour. Decorative, since a label is next to it.
 * @param off the type is not collected: grey
 * @param size edge in CSS pixels
 */
export function MeterIcon({ meter, off = false, size = 20 }: { meter: MeterType; off?: boolean; size?: number }) {
  const MeterSymbol = ICONS[meter];
  const color = off ? 'var(--faint)' : `var(--meter-${meter})`;
  return <MeterSymbol aria-hidden data-meter={meter} sx={{ fontSize: size, display: 'block', flex: 'none', color }} />;
}
