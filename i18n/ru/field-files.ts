/** Inputs of files and pictures (`engine.fields`). */
export const fieldFiles = {
  fileLimit: 'до %{size} МБ каждый',
  fileExpired: 'файл пролежал больше суток и удалён: выберите его заново',
  fileTooLarge: 'файл больше %{size} МБ',
  fileWrongType:
    'такие файлы не принимаются: подойдут картинки, PDF, документы и таблицы Office, RTF, TXT, CSV, ZIP, RAR и 7Z',
  fileNotPicture: 'подойдут только картинки: JPEG, PNG, WebP, GIF, HEIC, TIFF, BMP',
  tooManyFiles:
    'здесь помещается %{smart_count} файл, не добавлено: %{names} |||| здесь помещается %{smart_count} файла, не добавлено: %{names} |||| здесь помещается %{smart_count} файлов, не добавлено: %{names}',
  tooManyFilesMore:
    'здесь помещается %{smart_count} файл, не добавлено: %{names} и ещё %{more} |||| здесь помещается %{smart_count} файла, не добавлено: %{names} и ещё %{more} |||| здесь помещается %{smart_count} файлов, не добавлено: %{names} и ещё %{more}',
  chooseFile: 'Выберите файл',
  orDrop: 'или перетащите',
  removeFile: 'Убрать файл %{name}',
  retryFile: 'Повторить загрузку файла %{name}',
  cancelFile: 'Отменить загрузку файла %{name}',
  fileRemoved: 'Файл %{name} убран',
  downloadFile: 'Скачать файл %{name}',
  fileUploaded: 'Файл %{name} загружен',
  chooseImage: 'Выберите картинку',
  removeImage: 'Убрать картинку',
} as const;
