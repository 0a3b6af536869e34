#!/bin/sh
# Creates the database and its roles in a new PostgreSQL of compose.yaml (docs/operations.md).
set -eu
psql -v ON_ERROR_STOP=1 -U postgres \
  -v owner="$(cat /run/secrets/owner_password)" -v app="$(cat /run/secrets/app_password)" <<'SQL'
CREATE ROLE clinical_owner LOGIN PASSWORD :'owner';
CREATE ROLE clinical_app LOGIN NOINHERIT PASSWORD :'app';
CREATE ROLE clinical_worker NOLOGIN;
CREATE ROLE clinical_eraser NOLOGIN;
GRANT clinical_worker, clinical_eraser TO clinical_app;
CREATE DATABASE clinical OWNER clinical_owner;
\connect clinical
ALTER SCHEMA public OWNER TO clinical_owner;
SQL
