/** Accepted file types, by file name extension (ATT-09, ATT-10). */
export const FILE_GROUPS = {
  text: ['doc', 'docx', 'rtf', 'txt'],
  pdf: ['pdf'],
  slides: ['ppt', 'pptx'],
  sheet: ['xls', 'xlsx', 'csv'],
  archive: ['zip', 'rar', '7z'],
  image: ['bmp', 'gif', 'jpeg', 'jpg', 'jfif', 'png', 'tif', 'tiff', 'webp', 'heic', 'heif'],
} as const;
export type FileGroup = keyof typeof FILE_GROUPS;

/** The group of a file by its name; null for a type that is not accepted. */
export function fileGroup(name: string): FileGroup | null {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  for (const [group, extensions] of Object.entries(FILE_GROUPS) as [FileGroup, readonly string[]][]) {
    if (extensions.includes(extension)) return group;
  }
  return null;
}
