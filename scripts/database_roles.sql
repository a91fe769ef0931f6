-- Two roles of PostgreSQL: one owns the database and migrates it, the other is the service's, which owns nothing.
-- psql runs it as a superuser in the service's database: a new container by itself, docs/how-to/runbook.md says when else.
-- It may run again: what is there stays, passwords are set anew, tables that somebody else owned are handed over.
\set ON_ERROR_STOP on
\set owner referee_owner
\set service referee_service
\getenv owner DATABASE_OWNER
\getenv service DATABASE_SERVICE
\getenv owner_password DATABASE_OWNER_PASSWORD
\getenv service_password DATABASE_PASSWORD
\if :{?owner_password}
\else
    DO $$ BEGIN RAISE 'DATABASE_OWNER_PASSWORD is not set'; END $$;
\endif
\if :{?service_password}
\else
    DO $$ BEGIN RAISE 'DATABASE_PASSWORD is not set'; END $$;
\endif
\set QUIET on

BEGIN;
SELECT format('CREATE ROLE %I', name) FROM (VALUES (:'owner'), (:'service')) AS wanted (name)
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec
ALTER ROLE :"owner" LOGIN NOSUPERUSER NOCREATEROLE NOCREATEDB NOREPLICATION NOBYPASSRLS PASSWORD :'owner_password';
ALTER ROLE :"service" LOGIN NOSUPERUSER NOCREATEROLE NOCREATEDB NOREPLICATION NOBYPASSRLS PASSWORD :'service_password';

REVOKE ALL ON DATABASE :"DBNAME" FROM PUBLIC;
ALTER DATABASE :"DBNAME" OWNER TO :"owner";
ALTER SCHEMA public OWNER TO :"owner";
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT CONNECT ON DATABASE :"DBNAME" TO :"service";

-- Tables and views; the sequences of their columns go with them.
SELECT format('ALTER %s public.%I OWNER TO %I', CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, relname, :'owner')
FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S') AND relowner <> :'owner'::regrole
    AND NOT (relkind = 'S' AND EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype IN ('a', 'i')))
ORDER BY relname \gexec
SELECT format('ALTER ROUTINE %s OWNER TO %I', pg_proc.oid::regprocedure, :'owner')
FROM pg_proc
WHERE pronamespace = 'public'::regnamespace AND proowner <> :'owner'::regrole
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
ORDER BY 1 \gexec
COMMIT;
