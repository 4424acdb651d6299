import { readSettings, SettingsError } from '#server/config.ts';

/** The sentences that reading an environment reports. */
function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

describe('settings', () => {
  test('an empty environment gives the defaults', () => {
    expect(readSettings({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      dataDir: './data',
      demo: true,
      demoSize: 'city',
      featureServices: true,
      resourcesDir: 'resources/extra',
      timeZone: 'Europe/Moscow',
      sessions: { end: 30 * 86_400_000, idle: 14 * 86_400_000 },
      auditKept: 0,
      confirmPassword: false,
    });
  });

  test('an empty value counts as not given', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: ' ', DEMO: '' })).toEqual(readSettings({}));
  });

  test('sessions last as many days as the settings say; a contact for holes is an address', () => {
    const settings = readSettings({
      SESSION_DAYS: '7',
      SESSION_IDLE_DAYS: '1',
      SECURITY_CONTACT: 'mailto:a@example.org',
    });
    expect(settings.sessions).toEqual({ end: 7 * 86_400_000, idle: 86_400_000 });
    expect(settings.securityContact).toBe('mailto:a@example.org');
    for (const SESSION_DAYS of ['0', '-1', '1.5', '4000', 'x']) {
      expect(() => readSettings({ SESSION_DAYS })).toThrow(/число дней/);
    }
    for (const SECURITY_CONTACT of ['a@example.org', 'javascript:1', 'mailto:a@b\nExpires: 1']) {
      expect(() => readSettings({ SECURITY_CONTACT })).toThrow(/уязвимост/);
    }
  });

  test('the demo company is on with the embedded database, off with PostgreSQL, and can be told either way', () => {
    const DATABASE_URL = 'postgres://user@localhost/base';
    expect(readSettings({}).demo).toBe(true);
    expect(readSettings({ DATABASE_URL }).demo).toBe(false);
    expect(readSettings({ DATABASE_URL, DEMO: 'on' }).demo).toBe(true);
    expect(readSettings({ DEMO: 'off' }).demo).toBe(false);
  });

  test('files of the staging server lie under /media/ unless other paths are given', () => {
    expect(readSettings({}).stagingFiles).toEqual(['/media/']);
    expect(readSettings({ STAGING_FILES: '/media, /upload/files/,/media/' }).stagingFiles).toEqual([
      '/media/',
      '/upload/files/',
    ]);
  });

  test('EMP-47: the services feature is on unless it is turned off', () => {
    expect(readSettings({}).featureServices).toBe(true);
    expect(readSettings({ FEATURE_SERVICES: 'off' }).featureServices).toBe(false);
  });

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['HOST', 'two words'],
    ['DEMO', 'maybe'],
    ['DEMO_SIZE', 'village'],
    ['FEATURE_SERVICES', 'yes please'],
    ['TIME_ZONE', 'Europe/Atlantis'],
    ['STAGING_URL', 'staging.example.ru'],
    ['STAGING_URL', 'ftp://staging.example.ru'],
    ['STAGING_URL', 'https://staging.example.ru/?key=1'],
    ['STAGING_FILES', 'media'],
    ['STAGING_FILES', '/'],
    ['STAGING_FILES', '/media/,/api/files/'],
    ['STAGING_FILES', '/media/../api/'],
    ['STAGING_FILES', 'https://files.example.org/media/'],
    ['DATABASE_URL', 'mysql://localhost/base'],
    ['DATABASE_REPLICA_MAX_LAG', '9'],
    ['CHAT_URL', 'chat'],
    ['SMS_URL', 'javascript:alert(1)'],
    ['PUBLIC_URL', 'console.example.org'],
    ['UPLOADS_URL', 'C:\\uploads'],
    ['PRODUCT_NAME', 'я'.repeat(61)],
    ['SOCKETS_PER_ADDRESS', '0'],
    ['TRUSTED_PROXIES', 'everybody'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['METRICS_TOKEN', 'short'],
    ['MAX_EVENT_LOOP_DELAY', '-1'],
    ['MIN_FREE_DISK', 'much'],
    ['STOP_DELAY', '301'],
  ])('a bad %s (%s) stops the start with a sentence that names it', (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(name);
    expect(problems[0]).toMatch(/[а-яё]/i);
  });

  test('every bad value is told at once', () => {
    const problems = problemsOf({ PORT: 'x', DEMO_SIZE: 'x', TIME_ZONE: 'x' });
    expect(problems).toHaveLength(3);
  });

  test.each([
    ['PROT', 'PORT'],
    ['DATA_DRI', 'DATA_DIR'],
    ['STAGING_ULR', 'STAGING_URL'],
    ['port', 'PORT'],
    ['DATABSE_URL', 'DATABASE_URL'],
  ])('%s is taken for a slip in %s and stops the start', (name, meant) => {
    expect(problemsOf({ [name]: '9' }).join()).toContain(meant);
  });

  test.each(['DEMO_COLOUR', 'SMS_KEY', 'FIREBASE_KEY', 'CHAT_ROOM'])(
    '%s looks like ours and is not: the start stops',
    (name) => {
      expect(problemsOf({ [name]: 'x' }).join()).toContain(name);
    },
  );

  test('what other programs keep in the environment is none of our business', () => {
    expect(
      problemsOf({ PATH: '/bin', HOME: '/root', PWD: '/', LANG: 'C', TERM: 'xterm', npm_config_port: '1' }),
    ).toEqual([]);
  });

  test('an address with a password is not repeated in the sentence', () => {
    const problems = problemsOf({ DATABASE_URL: 'mysql://someone:s3cr3t-word@localhost/base' });
    expect(problems.join()).toContain('DATABASE_URL');
    expect(problems.join()).not.toContain('s3cr3t-word');
    expect(problemsOf({ METRICS_TOKEN: 's3cr3t word' }).join()).not.toContain('s3cr3t');
  });

  test('a replica is for PostgreSQL: with the embedded database it stops the start', () => {
    const DATABASE_REPLICA_URL = 'postgres://user@replica/base';
    expect(problemsOf({ DATABASE_REPLICA_URL })).toEqual([expect.stringContaining('DATABASE_REPLICA_URL')]);
    const settings = readSettings({ DATABASE_REPLICA_URL, DATABASE_URL: 'postgres://user@localhost/base' });
    expect([settings.databaseReplicaUrl, settings.databaseReplicaMaxLag]).toEqual([DATABASE_REPLICA_URL, 1_000]);
  });

  test('SHELL-42: without Firebase there is no push, and half of its settings stop the start', () => {
    expect(readSettings({}).firebase).toBeUndefined();
    expect(problemsOf({ FIREBASE_API_KEY: 'x' }).join()).toContain('FIREBASE_PROJECT_ID');
  });
});
