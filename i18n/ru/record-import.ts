/** The page that takes records of a generated section out of a file (`engine.import`). */
export const recordImport = {
  heading: 'Загрузка из файла',
  columns: 'Подойдёт файл CSV или Excel (.xlsx) со столбцами: %{columns}. Порядок любой, лишние столбцы не помешают.',
  without: 'Не переносятся файлом и заполняются в форме: %{columns}.',
  sample: 'Скачать пустой файл с этими столбцами',
  sampleFile: '%{title} – образец.csv',
  file: 'Файл',
  checking: 'Проверяем строки: %{done} из %{total}',
  strangers:
    'Столбец не загружается: %{columns} |||| Столбцы не загружаются: %{columns} |||| Столбцы не загружаются: %{columns}',
  computed: 'Вычисляется системой и не загружается: %{columns}.',
  doubtful:
    'В %{smart_count} строке кавычки стоят не так, как в файлах CSV. Проверьте её: %{rows}. |||| В %{smart_count} строках кавычки стоят не так, как в файлах CSV. Проверьте их: %{rows}. |||| В %{smart_count} строках кавычки стоят не так, как в файлах CSV. Проверьте их: %{rows}.',
  row: 'Строка',
  cell: '%{label}, строка %{row}',
  repeated: 'уже стоит в строке %{row}',
  correctTip: 'Они будут сохранены',
  wrongTip: 'Они не будут сохранены, пока их не исправить',
  noCorrect: 'Нет ни одной корректной строки',
  noCorrectLine: 'Исправьте строки с ошибками – они сразу перейдут сюда.',
  noWrong: 'Ошибок нет',
  noWrongLine: 'Все строки можно сохранять.',
  save: 'Сохранить корректные строки',
  saving: 'Сохраняем: %{done} из %{total}',
  footer:
    'Будет сохранена %{smart_count} строка |||| Будут сохранены %{smart_count} строки |||| Будет сохранено %{smart_count} строк',
  left: 'Осталась %{smart_count} строка с ошибками |||| Остались %{smart_count} строки с ошибками |||| Осталось %{smart_count} строк с ошибками',
  kept: 'Сохранена %{smart_count} строка |||| Сохранены %{smart_count} строки |||| Сохранено %{smart_count} строк',
} as const;
