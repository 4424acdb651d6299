/**
 * Who may import whom. Each rule's comment says why; `npm test` runs them.
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: 'contract-stands-alone',
      comment: 'resources/ runs in a browser and in Node alike: zod, the phone library, CEL and itself, nothing else.',
      severity: 'error',
      from: { path: '^resources/', pathNot: '^resources/(rules/(import|passwords)|own)/' },
      to: {
        pathNot: [
          '^resources/',
          'node_modules/zod/',
          'node_modules/libphonenumber-js/',
          'node_modules/@marcbachmann/cel-js/',
        ],
      },
    },
    {
      name: 'files-of-residents-are-read-by-libraries',
      comment:
        'What reads CSV files and workbooks is the same on both sides and has its libraries: delimited text, zip, XML, formats of numbers.',
      severity: 'error',
      from: { path: '^resources/rules/import/' },
      to: { pathNot: ['^resources/', 'node_modules/(@types/)?papaparse/', 'node_modules/(fflate|numfmt|saxen)/'] },
    },
    {
      name: 'passwords-are-checked-by-a-library',
      comment: 'Which passwords are the commonest and how they are guessed is the same on both sides.',
      severity: 'error',
      from: { path: '^resources/rules/passwords/' },
      to: { pathNot: ['^resources/', 'node_modules/@zxcvbn-ts/'] },
    },
    {
      name: 'texts-stand-alone',
      comment: 'i18n/ knows the types of resources/ and its own phrase library.',
      severity: 'error',
      from: { path: '^i18n/' },
      to: { pathNot: ['^i18n/', '^resources/', 'node_modules/(@types/)?node-polyglot/'] },
    },
    {
      name: 'texts-take-types-only',
      severity: 'error',
      from: { path: '^i18n/' },
      to: { path: '^resources/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'console-never-imports-server',
      comment: 'All that passes between the two is HTTP and sockets.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^server/' },
    },
    {
      name: 'console-never-ships-server-texts',
      comment:
        'What the server says comes in its answers. The console has i18n/ru.ts and i18n/console-text.ts, and tells mistakes of definitions that are typed in it.',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        path: '^i18n/(text|ru-server|definition-problem|ru/(admin|api|backup|recipients|sms|staging|start))\\.ts',
        reachable: true,
      },
    },
    {
      name: 'server-never-imports-console',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^src/' },
    },
    {
      name: 'nobody-imports-tests',
      severity: 'error',
      from: { path: '^(src|server|resources|i18n)/' },
      to: { path: '^tests/' },
    },
    {
      name: 'sections-keep-apart',
      comment: 'What two sections need moves down to ui, fields or resources.',
      severity: 'error',
      from: { path: '^(src|server)/sections/([^/]+)/' },
      to: { path: '^$1/sections/[^/]+/', pathNot: '^$1/sections/$2/' },
    },
    {
      name: 'ui-and-fields-know-no-section',
      severity: 'error',
      from: { path: '^src/(ui|fields|data|shell)/' },
      to: { path: '^src/sections/' },
    },
    {
      name: 'engine-reaches-sections-by-slot',
      severity: 'error',
      from: { path: '^src/engine/' },
      to: { path: '^src/(sections|app)/' },
    },
    {
      name: 'ui-knows-no-domain',
      severity: 'error',
      from: { path: '^src/ui/' },
      to: { path: '^src/(engine|fields|sections|shell|app)/' },
    },
    {
      name: 'sign-in-stands-outside-react',
      comment: 'The script beside the sign-in form is a few kilobytes: it may not pull the framework in.',
      severity: 'error',
      from: { path: '^src/boot/' },
      to: { path: 'node_modules/(react|react-dom|react-admin|ra-core|@mui|zod)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'sql-has-its-rooms',
      comment: 'Queries are written in server/db, server/records, server/demo, access scope and sections’ queries.ts.',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot: [
          '^server/(backup|db|records|demo)/',
          '^server/access/',
          '^server/files/',
          '^server/sections/[^/]+/[^/]*queries\\.ts$',
          '^server/(live|metrics|push)/queries\\.ts$',
          '^server/(webhooks|jobs)/[^/]*queries\\.ts$',
          '^server/chat/[^/]*queries\\.ts$',
          '^server/chat/[^/]+/[^/]*queries\\.ts$',
        ],
      },
      to: { path: 'node_modules/(kysely|pg|@electric-sql)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: { path: '^(src|server|resources|i18n)/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['\\?(raw|url|inline|worker)$', '^virtual:'] },
    },
    {
      name: 'no-development-package-in-the-product',
      severity: 'error',
      from: { path: '^(src|server|resources|i18n)/', pathNot: ['^server/(start|dev)', 'vite'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: 'node_modules/@types/' },
    },
    {
      name: 'no-orphans',
      comment: 'A file nothing uses is left behind; entries and what is started by name are not.',
      severity: 'error',
      from: {
        orphan: true,
        path: '^(src|server|resources|i18n)/',
        pathNot: [
          '\\.d\\.ts$',
          // What texts are held to, by a test.
          '^i18n/glossary\\.ts$',
          '\\.css$',
          '^server/(main|start|dev)',
          '^src/main\\.tsx$',
          // Put in the place of a polyfill by vite.config.ts.
          '^src/app/native-entries\\.cjs$',
          'worker\\.m?[jt]s$',
          '\\.svg$',
        ],
      },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data|\\.cache|coverage)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'module', 'browser', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.d.ts', '.mjs', '.js', '.cjs', '.json'],
    },
    skipAnalysisNotInRules: false,
  },
};
