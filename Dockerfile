# Builds the program with Swift's image and ships it on a slim Debian: one static binary beside libpq.
FROM swift:6.3-bookworm AS build
RUN apt-get update -qq \
  && apt-get install -y -qq --no-install-recommends libpq-dev \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN swift build -c release --static-swift-stdlib --product kiroku \
  && install -D -s "$(swift build -c release --static-swift-stdlib --show-bin-path)/kiroku" /out/kiroku

FROM debian:bookworm-slim
RUN apt-get update -qq \
  && apt-get install -y -qq --no-install-recommends libpq5 \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin kiroku
COPY --from=build /out/kiroku /usr/local/bin/kiroku
ENV KIROKU_HOST=0.0.0.0 KIROKU_PORT=8080
USER 10001
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["/usr/local/bin/kiroku", "health"]
ENTRYPOINT ["/usr/local/bin/kiroku"]
CMD ["serve"]
