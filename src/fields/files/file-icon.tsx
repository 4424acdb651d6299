import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import FolderZipOutlined from '@mui/icons-material/FolderZipOutlined';
import ImageOutlined from '@mui/icons-material/ImageOutlined';
import InsertDriveFileOutlined from '@mui/icons-material/InsertDriveFileOutlined';
import PictureAsPdfOutlined from '@mui/icons-material/PictureAsPdfOutlined';
import SlideshowOutlined from '@mui/icons-material/SlideshowOutlined';
import TableChartOutlined from '@mui/icons-material/TableChartOutlined';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';
import { type FileGroup, fileGroup } from '#resources/file-types.ts';

const ICONS = {
  text: DescriptionOutlined,
  pdf: PictureAsPdfOutlined,
  slides: SlideshowOutlined,
  sheet: TableChartOutlined,
  archive: FolderZipOutlined,
  image: ImageOutlined,
} as const satisfies Record<FileGroup, ComponentType<SvgIconProps>>;

/** Icon of a file by its extension (ATT-10). */
export function FileIcon({ name }: { name: string }) {
  const group = fileGroup(name);
  const GroupIcon = group ? ICONS[group] : InsertDriveFileOutlined;
  return <GroupIcon aria-hidden sx={{ fontSize: 20 }} />;
}
