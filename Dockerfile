# The product as an image: built in one stage, run in another by a user without rights. See docs/deployment/README.md.
FROM node:20.20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY index.html tsconfig.json vite.config.ts ./
COPY i18n ./i18n
COPY public ./public
COPY resources ./resources
COPY server ./server
COPY src ./src
COPY docs/examples ./docs/examples
RUN npm run build && npm prune --omit=dev && rm -rf node_modules/.cache

FROM node:20.20-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/i18n ./i18n
COPY --from=build /app/resources ./resources
COPY --from=build /app/server ./server
COPY --from=build /app/docs/examples ./docs/examples
COPY --from=build /app/dist ./dist
# The only folders that are written to; everything else may be mounted read-only.
RUN mkdir -p /data /backups && chown node:node /data /backups
VOLUME ["/data", "/backups"]
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself, not npm: signals reach the server.
CMD ["node", "dist/server/main.js"]
