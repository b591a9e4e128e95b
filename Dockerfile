# The studio, and every other command, as an image:
#   docker build --tag optotype .
#   docker build --tag optotype-train --build-arg EXTRAS=postgres,train .   (with torch: several gigabytes)
ARG PYTHON=3.11

FROM python:${PYTHON}-slim AS build
ARG EXTRAS=postgres
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN python -m venv /opt/optotype
WORKDIR /source
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY src ./src
RUN /opt/optotype/bin/pip install --constraint constraints.txt ".[${EXTRAS}]"

FROM python:${PYTHON}-slim
RUN groupadd --gid 10001 optotype \
    && useradd --uid 10001 --gid 10001 --create-home --shell /usr/sbin/nologin optotype \
    && install --directory --owner optotype --group optotype /bench /backups
COPY --from=build /opt/optotype /opt/optotype
ENV PATH=/opt/optotype/bin:$PATH OPTOTYPE_BENCH=/bench PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
USER optotype
WORKDIR /bench
VOLUME ["/bench", "/backups"]
EXPOSE 8770
# of other commands than the studio this says nothing
HEALTHCHECK --interval=15s --timeout=10s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8770/ready', timeout=8)"]
ENTRYPOINT ["optotype"]
CMD ["studio", "--service", "--bind", "0.0.0.0", "--port", "8770", "--host", "localhost:8770"]
