/** Nothing of the machine's own environment may decide what a server test sees. */
for (const name of Object.keys(process.env)) {
  if (
    /^(PORT|HOST|DATA_DIR|DATABASE_URL|UPLOADS_URL|STAGING_URL|CHAT_URL|DEMO|DEMO_SIZE|SMS_URL|FEATURE_SERVICES)$/.test(
      name,
    )
  ) {
    delete process.env[name];
  }
}
