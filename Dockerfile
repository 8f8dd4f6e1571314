# claimwatch with the driver for Postgres, run by a user who owns nothing in it.
#
# A release pins the base by digest: `docker buildx imagetools inspect python:3.13-slim` names it, and
# `docker build --build-arg BASE=python:3.13-slim@sha256:…` takes it.
ARG BASE=python:3.13-slim

FROM ${BASE} AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /build
RUN python -m venv /opt/claimwatch
COPY requirements/postgres.txt requirements/
RUN /opt/claimwatch/bin/pip install --require-hashes --only-binary :all: -r requirements/postgres.txt
COPY LICENSE README.md pyproject.toml ./
COPY migrations migrations
COPY src src
RUN /opt/claimwatch/bin/pip install --no-deps --no-build-isolation . \
    && /opt/claimwatch/bin/pip uninstall --yes hatchling pip

FROM ${BASE}
ENV PATH=/opt/claimwatch/bin:$PATH PYTHONUNBUFFERED=1
# The folder is for a claims file, and for a SQLite store where there is no Postgres.
RUN useradd --system --uid 10001 --user-group --no-create-home claimwatch \
    && install --directory --owner=claimwatch --group=claimwatch --mode=0750 /srv/claimwatch
COPY --from=build /opt/claimwatch /opt/claimwatch
USER 10001:10001
WORKDIR /srv/claimwatch
ENTRYPOINT ["claimwatch"]
CMD ["--help"]
