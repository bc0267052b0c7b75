# `docker build -t seamark .`, then `docker run --rm -v "$PWD":/work seamark agree corpus.csv`.
FROM debian:trixie-slim AS build
RUN apt-get update \
 && apt-get install --yes --no-install-recommends python3 python3-venv python3-dev g++ ca-certificates
COPY . /src
RUN python3 -m venv /opt/seamark && /opt/seamark/bin/pip install --no-cache-dir '/src[all]'

FROM debian:trixie-slim
RUN apt-get update \
 && apt-get install --yes --no-install-recommends python3 \
 && rm -rf /var/lib/apt/lists/*
COPY --from=build /opt/seamark /opt/seamark
WORKDIR /work
ENTRYPOINT ["/opt/seamark/bin/seamark"]
CMD ["--help"]
