# One image for web, worker and beat; the servers come from docker-compose.yml.
# hadolint global ignore=DL3013
FROM python:3.11-slim AS build

WORKDIR /app
COPY pyproject.toml constraints.txt ./
# torch first and by its exact CPU version: a range would fetch gigabytes of CUDA.
ARG TORCH=2.13.0
RUN python -m venv /venv \
    && version="torch==${TORCH}" \
    && if [ "$(uname -m)" = x86_64 ]; then version="${version}+cpu"; fi \
    && /venv/bin/pip install --no-cache-dir \
        --extra-index-url https://download.pytorch.org/whl/cpu "${version}"
COPY scripts/requirements.py scripts/requirements.py
RUN /venv/bin/python scripts/requirements.py embeddings onnx > requirements.txt \
    && /venv/bin/pip install --no-cache-dir -c constraints.txt -r requirements.txt

FROM python:3.11-slim

RUN useradd --system --uid 10001 --create-home archivebrain \
    && install -d -o 10001 /home/archivebrain/brain
COPY --from=build /venv /venv
WORKDIR /app
COPY . .
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    ARCHIVEBRAIN_HOME=/home/archivebrain/brain
USER 10001
VOLUME /home/archivebrain/brain
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 \
    CMD ["python", "-m", "scripts.healthy"]
CMD ["python", "-m", "uvicorn", "archivebrain.asgi:application", "--host", "0.0.0.0", \
     "--port", "8000", "--lifespan", "on", "--log-level", "info", \
     "--timeout-graceful-shutdown", "5", "--no-proxy-headers", "--no-access-log"]
