# One image for every app. The argument chooses which one runs:
#   docker build --tag probity .
#   docker run probity dist/apps/ledger/main.js
# Without an argument it prints the help of the command line. `node deploy/image/rehearse.mjs` runs the
# steps of this file without a Docker engine.

ARG NODE_IMAGE=node:26-trixie-slim

# Copies only the files that determine the packages, so that a code change does not reinstall them.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /build
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete \
 && find . -type d -empty -delete

FROM ${NODE_IMAGE} AS compiled
ARG npm_config_registry
WORKDIR /build
COPY --from=manifests /build ./
RUN --mount=type=cache,target=/root/.npm npm ci --include=dev --ignore-scripts
COPY tools/build.mjs tools/build-desk.mjs tools/build-packages.mjs tools/swc-options.mjs tools/
COPY tsconfig.base.json ./
COPY apps apps
COPY libs libs
RUN node tools/build.mjs

# The optional packages are the embedded Postgres, which is not needed with a real one.
FROM ${NODE_IMAGE} AS packages
ARG npm_config_registry
WORKDIR /build
COPY --from=manifests /build ./
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --omit=optional --ignore-scripts \
 && rm -r node_modules/@probity node_modules/.package-lock.json

FROM ${NODE_IMAGE}
ARG VERSION=development
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Probity" \
      org.opencontainers.image.description="A compliance system of record with a tamper-evident double-entry ledger" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
ENV NODE_ENV=production
WORKDIR /app
# All files belong to root and the apps run as another user, so they cannot change their own code.
COPY package.json LICENSE ./
COPY --from=packages /build/node_modules node_modules
COPY --from=compiled /build/dist dist
USER 10001:10001
# Without a shell in between, so that SIGTERM reaches the app and it shuts down cleanly.
ENTRYPOINT ["node", "--max-semi-space-size=32"]
CMD ["dist/apps/cli/main.js", "--help"]
