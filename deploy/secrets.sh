#!/bin/sh
# Writes the secrets of compose.yaml once. Keep encryption_keys apart from backups of the database.
set -eu
cd "$(dirname "$0")"
[ ! -e secrets ] || { echo "deploy/secrets exists already" >&2; exit 1; }
umask 077
mkdir secrets
word() { openssl rand -hex 24 | tr -d '\n'; }
for name in postgres_password owner_password app_password s3_access_key_id s3_secret_access_key; do word > "secrets/$name"; done
printf 'k1:%s' "$(openssl rand -base64 32)" > secrets/encryption_keys
printf 'postgres://clinical_app:%s@database:5432/clinical' "$(cat secrets/app_password)" > secrets/database_url
printf 'postgres://clinical_owner:%s@database:5432/clinical' "$(cat secrets/owner_password)" > secrets/migration_database_url
# Containers run as other users than the one who starts compose.
chmod 755 secrets && chmod 644 secrets/*
