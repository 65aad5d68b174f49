# The archive of `npm run package`, in an image. docs/operating.md says how it is used.
FROM node:24-bookworm AS made
WORKDIR /src
COPY . .
RUN npm run package
RUN mv .package/broadsheet-*-node24 /broadsheet

FROM node:24-bookworm-slim
COPY --from=made /broadsheet /app
RUN mkdir /data && chown node:node /data && chmod 700 /data
USER node
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0 PORT=3000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["./broadsheet"]
