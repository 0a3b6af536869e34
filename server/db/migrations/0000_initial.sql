CREATE SEQUENCE txid_floor AS bigint MINVALUE 0 START 0;
--> statement-breakpoint
GRANT SELECT ON txid_floor TO clinical_app;
--> statement-breakpoint
GRANT SELECT, UPDATE ON txid_floor TO clinical_worker;
--> statement-breakpoint
CREATE FUNCTION generation_txid() RETURNS xid8 LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  own bigint;
BEGIN
  SELECT number INTO own FROM public.generations ORDER BY number DESC LIMIT 1;
  own := coalesce(own, 0) * 281474976710656 + pg_current_xact_id()::text::bigint;
  IF own < pg_sequence_last_value('public.txid_floor') THEN
    RAISE EXCEPTION 'The transaction ID is lower than those of sealed rows.' USING ERRCODE = 'CL001';
  END IF;
  RETURN own::text::xid8;
END $$;
--> statement-breakpoint
CREATE FUNCTION open_generation(expected integer, opened integer, cause text, reason text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  LOCK TABLE public.generations IN ACCESS EXCLUSIVE MODE;
  IF expected <> coalesce((SELECT max(number) FROM public.generations), 0) OR opened <= expected THEN
    RETURN false;
  END IF;
  INSERT INTO public.generations (number, opened_at, cause, reason) VALUES (opened, now(), cause, reason);
  RETURN true;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION open_generation(integer, integer, text, text) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION open_generation(integer, integer, text, text) TO clinical_worker;
--> statement-breakpoint
CREATE FUNCTION lowest_id_at(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (lpad(to_hex(greatest(0, floor(extract(epoch FROM at) * 1000))::bigint), 12, '0') || '70008000000000000000')::uuid;
--> statement-breakpoint
CREATE FUNCTION audit_id_floor(id uuid) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lowest_id_at(to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0) - interval '70 days');
--> statement-breakpoint
CREATE FUNCTION create_month_partitions() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  parent text;
  month timestamp;
  name text;
  created integer := 0;
BEGIN
  FOREACH parent IN ARRAY ARRAY['audit_events', 'inbound_message_bytes', 'outbound_message_bytes'] LOOP
    FOR month IN SELECT generate_series(date_trunc('month', now() AT TIME ZONE 'UTC'), (now() AT TIME ZONE 'UTC') + interval '6 months', interval '1 month') LOOP
      name := parent || to_char(month, '_YYYY_MM');
      IF to_regclass('public.' || name) IS NULL THEN
        EXECUTE format('CREATE TABLE public.%I (LIKE public.%I INCLUDING ALL)', name, parent);
        IF EXISTS (SELECT FROM pg_inherits WHERE inhparent = ('public.' || parent)::regclass) THEN
          EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)', parent, name,
            public.lowest_id_at(month AT TIME ZONE 'UTC'), public.lowest_id_at((month + interval '1 month') AT TIME ZONE 'UTC'));
        ELSE
          EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION public.%I FOR VALUES FROM (MINVALUE) TO (%L)', parent, name,
            public.lowest_id_at((month + interval '1 month') AT TIME ZONE 'UTC'));
        END IF;
        created := created + 1;
      END IF;
    END LOOP;
  END LOOP;
  RETURN created;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION create_month_partitions() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION create_month_partitions() TO clinical_worker;
--> statement-breakpoint
CREATE FUNCTION remove_archived_audit(org uuid, last_txid xid8, last_id uuid, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  partition regclass;
  batch integer;
  removed integer := 0;
BEGIN
  FOR partition IN SELECT inhrelid::regclass FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
                   WHERE inhparent = 'public.audit_events'::regclass ORDER BY c.relname LOOP
    EXECUTE format('DELETE FROM %1$s WHERE ctid = ANY (ARRAY(SELECT ctid FROM %1$s WHERE org_id = $1 AND (txid, id) <= ($2, $3)
      AND id < public.lowest_id_at(now() - interval ''1 year'') AND action <> ''declare_restore'' LIMIT $4))', partition)
      USING org, last_txid, last_id, most - removed;
    GET DIAGNOSTICS batch = ROW_COUNT;
    removed := removed + batch;
    EXIT WHEN removed >= most;
  END LOOP;
  RETURN removed;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION remove_archived_audit(uuid, xid8, uuid, integer) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION remove_archived_audit(uuid, xid8, uuid, integer) TO clinical_worker;
--> statement-breakpoint
CREATE FUNCTION drop_empty_month_partitions() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  parent text;
  name text;
  found boolean;
  dropped integer := 0;
BEGIN
  FOREACH parent IN ARRAY ARRAY['audit_events', 'inbound_message_bytes', 'outbound_message_bytes'] LOOP
    FOR name IN SELECT c.relname FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid WHERE inhparent = ('public.' || parent)::regclass ORDER BY 1 LOOP
      EXIT WHEN to_date(right(name, 7), 'YYYY_MM') + interval '1 month' > now() AT TIME ZONE 'UTC' - interval '1 year';
      EXECUTE format('SELECT EXISTS (SELECT FROM public.%I)', name) INTO found;
      EXIT WHEN found;
      EXECUTE format('LOCK TABLE public.%I IN ACCESS EXCLUSIVE MODE', name);
      EXECUTE format('SELECT EXISTS (SELECT FROM public.%I)', name) INTO found;
      EXIT WHEN found;
      EXECUTE format('DROP TABLE public.%I', name);
      dropped := dropped + 1;
    END LOOP;
  END LOOP;
  RETURN dropped;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION drop_empty_month_partitions() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION drop_empty_month_partitions() TO clinical_worker;
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"purpose" text,
	"secret_hash" "bytea" NOT NULL,
	"stub" text NOT NULL,
	"scopes" text[] NOT NULL,
	"rate_limit" integer,
	"ip_allow_list" text[] DEFAULT '{}' NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"last_used_ip" text,
	"last_used_agent" text,
	"replaced_by" uuid,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text,
	"revoked_reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "api_keys_pkey" PRIMARY KEY("org_id","id"),
	CONSTRAINT "api_keys_secret_hash" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "audit_archives" (
	"org_id" uuid NOT NULL,
	"first_seal" integer NOT NULL,
	"last_seal" integer NOT NULL,
	"last_txid" "xid8" NOT NULL,
	"last_id" uuid NOT NULL,
	"row_count" integer NOT NULL,
	"file_name" text NOT NULL,
	"sha256" "bytea" NOT NULL,
	"archived_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "audit_archives_pkey" PRIMARY KEY("org_id","first_seal")
);
--> statement-breakpoint
ALTER TABLE "audit_archives" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "audit_events" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"txid" "xid8" DEFAULT generation_txid() NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor" text NOT NULL,
	"transport" text NOT NULL,
	"action" text NOT NULL,
	"kind" text NOT NULL,
	"outcome" text NOT NULL,
	"code" text,
	"object_kind" text,
	"object_id" uuid,
	"patient_ids" uuid[] DEFAULT '{}' NOT NULL,
	"request_id" text NOT NULL,
	"ip" text,
	"detail" jsonb,
	CONSTRAINT "audit_events_pkey" PRIMARY KEY("org_id","txid","id")
) PARTITION BY RANGE ("id");
--> statement-breakpoint
ALTER TABLE "audit_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "audit_filters" (
	"org_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"filter" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audit_filters_pkey" PRIMARY KEY("org_id","user_id","name")
);
--> statement-breakpoint
ALTER TABLE "audit_filters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"org_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"sealed_at" timestamp (3) with time zone NOT NULL,
	"first_txid" "xid8" NOT NULL,
	"first_id" uuid NOT NULL,
	"last_txid" "xid8" NOT NULL,
	"last_id" uuid NOT NULL,
	"row_count" integer NOT NULL,
	"row_hashes" "bytea" NOT NULL,
	"previous_hash" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_seals_pkey" PRIMARY KEY("org_id","number")
);
--> statement-breakpoint
ALTER TABLE "audit_seals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "audit_streams" (
	"org_id" uuid NOT NULL,
	"last_txid" "xid8" NOT NULL,
	"last_id" uuid NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"lease_token" uuid,
	CONSTRAINT "audit_streams_pkey" PRIMARY KEY("org_id")
);
--> statement-breakpoint
ALTER TABLE "audit_streams" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "auth_sessions" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"idle_minutes" integer DEFAULT 15 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"methods" text[] NOT NULL,
	"authenticated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ip" text,
	"user_agent" text,
	"revoked_at" timestamp (3) with time zone,
	"revoked_reason" text,
	"refresh_token" text,
	"check_due_at" timestamp (3) with time zone,
	CONSTRAINT "auth_sessions_pkey" PRIMARY KEY("org_id","id"),
	CONSTRAINT "auth_sessions_secret_hash" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "auth_sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "catalog_imports" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"lab_id" text NOT NULL,
	"lab_name" text NOT NULL,
	"added" integer NOT NULL,
	"changed" integer NOT NULL,
	"deactivated" integer NOT NULL,
	"added_ids" uuid[] NOT NULL,
	"before" jsonb NOT NULL,
	"undone_at" timestamp (3) with time zone,
	"undone_by" text,
	CONSTRAINT "catalog_imports_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "catalog_imports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "catalog_tests" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"code" text NOT NULL,
	"loinc" text,
	"name" text NOT NULL,
	"short_name" text,
	"synonyms" text[] DEFAULT '{}' NOT NULL,
	"kind" text NOT NULL,
	"components" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"category" text NOT NULL,
	"specimen" jsonb,
	"unit" text,
	"reference_ranges" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"fasting_required" boolean,
	"turnaround_hours" numeric,
	"questions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"lab_id" text NOT NULL,
	"lab_name" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"critical_low" numeric,
	"critical_high" numeric,
	"source" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "catalog_tests_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "chart_accesses" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"note" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "chart_accesses_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "catalog_tests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "chart_accesses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "delegations" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"delegate_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"ended_by" text,
	CONSTRAINT "delegations_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "delegations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "deliveries" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"lease_token" uuid,
	"manual" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "deliveries_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "deliveries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "delivery_attempts" (
	"org_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"response_status" integer,
	"response_excerpt" text,
	"response_bytes" integer,
	"error" text,
	"error_detail" text,
	CONSTRAINT "delivery_attempts_pkey" PRIMARY KEY("org_id","delivery_id","attempt")
);
--> statement-breakpoint
ALTER TABLE "delivery_attempts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "document_corrections" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"act" text NOT NULL,
	"reason" text,
	"changes" jsonb,
	"by" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"other_id" uuid,
	CONSTRAINT "document_corrections_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "document_corrections" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "documents" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"patient_id" uuid NOT NULL,
	"addressed_patient_id" uuid,
	"title" text NOT NULL,
	"category" text NOT NULL,
	"type" jsonb,
	"type_code" text GENERATED ALWAYS AS (type->>'code') STORED,
	"document_date" date,
	"description" text,
	"author" text,
	"order_id" uuid,
	"result_id" uuid,
	"file_name" text NOT NULL,
	"content_type" text NOT NULL,
	"media_type" text GENERATED ALWAYS AS (split_part(content_type, ';', 1)) STORED,
	"declared_content_type" text,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"page_count" integer,
	"encrypted" boolean DEFAULT false NOT NULL,
	"rotation" integer DEFAULT 0 NOT NULL,
	"duplicate_of" uuid,
	"status" text NOT NULL,
	"scan_status" text NOT NULL,
	"signed_off_by" text,
	"signed_off_at" timestamp (3) with time zone,
	"storage_key" text,
	"scan_due_at" timestamp (3) with time zone,
	"scan_attempts" integer DEFAULT 0 NOT NULL,
	"source" jsonb,
	"source_connection_id" uuid,
	"source_number" text,
	"source_parent" text,
	"source_relation" text,
	"replaced_by" uuid,
	"replaces" uuid,
	"addendum_to" uuid,
	"withdrawn_at" timestamp (3) with time zone,
	"file_removed_at" timestamp (3) with time zone,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "documents_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "documents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "drafts" (
	"org_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"form" text NOT NULL,
	"content" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "drafts_pkey" PRIMARY KEY("org_id","user_id","form")
);
--> statement-breakpoint
ALTER TABLE "drafts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "encryption_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"erased_id" uuid NOT NULL,
	"record_ids" uuid[] NOT NULL,
	"erased_at" timestamp (3) with time zone NOT NULL,
	"erased_by" text NOT NULL,
	"ground" text NOT NULL,
	"reason" text NOT NULL,
	"reference" text,
	"last_activity_at" timestamp (3) with time zone NOT NULL,
	"retention_years" integer NOT NULL,
	"counts" jsonb NOT NULL,
	"files" jsonb NOT NULL,
	"identifier_hashes" text[] NOT NULL,
	"pending_files" text[] NOT NULL,
	"files_removed_at" timestamp (3) with time zone,
	CONSTRAINT "erasures_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "erasures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "events" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"txid" "xid8" DEFAULT generation_txid() NOT NULL,
	"type" text NOT NULL,
	"object_kind" text NOT NULL,
	"object_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"body" text NOT NULL,
	"previous" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "events_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "exports" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"app_id" uuid,
	"request_id" text NOT NULL,
	"resources" text[] NOT NULL,
	"updated_since" timestamp (3) with time zone,
	"status" text NOT NULL,
	"due_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone,
	"position" "xid8",
	"row_count" bigint DEFAULT 0 NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"failure_reason" text,
	CONSTRAINT "exports_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "exports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "export_files" (
	"org_id" uuid NOT NULL,
	"export_id" uuid NOT NULL,
	"resource" text NOT NULL,
	"part" integer NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"row_count" integer NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text NOT NULL,
	"last_id" uuid,
	"is_last" boolean NOT NULL,
	CONSTRAINT "export_files_pkey" PRIMARY KEY("org_id","export_id","resource","part")
);
--> statement-breakpoint
ALTER TABLE "export_files" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "favorite_tests" (
	"org_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"test_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "favorite_tests_pkey" PRIMARY KEY("org_id","user_id","test_id")
);
--> statement-breakpoint
ALTER TABLE "favorite_tests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "generations" (
	"number" integer PRIMARY KEY NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"cause" text NOT NULL,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "idempotency_records" (
	"org_id" uuid NOT NULL,
	"credential" text NOT NULL,
	"path" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"status" integer NOT NULL,
	"output" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_records_pkey" PRIMARY KEY("org_id","credential","path","key")
);
--> statement-breakpoint
ALTER TABLE "idempotency_records" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "inbound_documents" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"event" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"number" text,
	"parent" text,
	"title" text NOT NULL,
	"state" text NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"outcome" text,
	"problem" text,
	"why" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"family" text,
	"given" text,
	"birth_date" text,
	"sex" text,
	"mrn" text,
	"patient_id" uuid,
	"addressed_patient_id" uuid,
	"document_id" uuid,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"reason" text,
	CONSTRAINT "inbound_documents_pkey" PRIMARY KEY("org_id","id"),
	CONSTRAINT "inbound_documents_test_is_not_filed" CHECK (not is_test or (state = 'test' and patient_id is null and document_id is null)),
	CONSTRAINT "inbound_documents_addressed_elsewhere" CHECK (addressed_patient_id <> patient_id)
);
--> statement-breakpoint
ALTER TABLE "inbound_documents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "inbound_message_bytes" (
	"org_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "inbound_message_bytes_pkey" PRIMARY KEY("org_id","message_id")
) PARTITION BY RANGE ("message_id");
--> statement-breakpoint
ALTER TABLE "inbound_message_bytes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "inbound_messages" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "inbound_messages_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"received_at" timestamp (3) with time zone NOT NULL,
	"remote_address" text,
	"file_name" text,
	"size" bigint NOT NULL,
	"sha256" "bytea",
	"control_id" text,
	"message_type" text,
	"event" text,
	"processing_id" text,
	"version" text,
	"sending_application" text,
	"sending_facility" text,
	"is_test" boolean DEFAULT false NOT NULL,
	"charset" text,
	"state" text NOT NULL,
	"taken" boolean NOT NULL,
	"ack_code" text,
	"ack_problem" text,
	"acknowledged_at" timestamp (3) with time zone,
	"duplicate_of" uuid,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"lease_token" uuid,
	"failure" text,
	"set_aside_by" text,
	"set_aside_reason" text,
	"finished_at" timestamp (3) with time zone,
	"content_removed_at" timestamp (3) with time zone,
	"content_removal" text,
	CONSTRAINT "inbound_messages_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "inbound_messages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "inbound_patient_updates" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"event" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"outcome" text,
	"problem" text,
	"family" text,
	"given" text,
	"birth_date" text,
	"sex" text,
	"mrn" text,
	"patient_id" uuid,
	"candidates" uuid[] DEFAULT '{}' NOT NULL,
	"fields" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"reason" text,
	CONSTRAINT "inbound_patient_updates_pkey" PRIMARY KEY("org_id","id"),
	CONSTRAINT "inbound_patient_updates_test_is_not_applied" CHECK (not is_test or (state = 'test' and patient_id is null))
);
--> statement-breakpoint
ALTER TABLE "inbound_patient_updates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "inbound_reports" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"key_kind" text,
	"key_number" text,
	"family" text,
	"given" text,
	"birth_date" text,
	"sex" text,
	"mrn" text,
	"orderer" jsonb,
	"patient_id" uuid,
	"addressed_patient_id" uuid,
	"order_id" uuid,
	"result_id" uuid,
	"outcome" text,
	"why" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"reason" text,
	CONSTRAINT "inbound_reports_pkey" PRIMARY KEY("org_id","id"),
	CONSTRAINT "inbound_reports_test_is_not_filed" CHECK (not is_test or (state = 'test' and patient_id is null and order_id is null and result_id is null))
);
--> statement-breakpoint
ALTER TABLE "inbound_reports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ingest_keys" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"stub" text NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"last_used_ip" text,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "ingest_keys_pkey" PRIMARY KEY("org_id","id"),
	CONSTRAINT "ingest_keys_secret_hash" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "ingest_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "invitations" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"email_hash" "bytea" NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"accepted_at" timestamp (3) with time zone,
	"accepted_by" uuid,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text,
	CONSTRAINT "invitations_pkey" PRIMARY KEY("org_id","id"),
	CONSTRAINT "invitations_secret_hash" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "invitations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "known_devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"user_agent" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_devices_secret_hash" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "known_devices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "lab_codes" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"code" text NOT NULL,
	"code_system" text DEFAULT '' NOT NULL,
	"name" text,
	"loinc" text,
	"mapped_by" text,
	"mapped_at" timestamp (3) with time zone,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "lab_codes_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "lab_codes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "lab_connections" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"kind" text DEFAULT 'laboratory' NOT NULL,
	"name" text NOT NULL,
	"lab" jsonb NOT NULL,
	"transport" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"port" integer,
	"tls" boolean DEFAULT false NOT NULL,
	"allowed_addresses" text[] DEFAULT '{}' NOT NULL,
	"directory" text,
	"sending_application" text,
	"sending_facility" text,
	"receiving_application" text,
	"receiving_facility" text,
	"processing_policy" text DEFAULT 'production' NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"charset" text,
	"decimal_comma" boolean DEFAULT false NOT NULL,
	"update_mode" text DEFAULT 'replace_panel' NOT NULL,
	"mrn_authority" text,
	"create_patients" boolean,
	"update_demographics" text[],
	"merge" text,
	"accession_field" text DEFAULT 'spm2' NOT NULL,
	"on_database_down" text DEFAULT 'close' NOT NULL,
	"silence_hours" integer,
	"working_hours" jsonb,
	"waiting_minutes" integer DEFAULT 5 NOT NULL,
	"idle_minutes" integer DEFAULT 720 NOT NULL,
	"refused_connections" integer DEFAULT 0 NOT NULL,
	"last_message_at" timestamp (3) with time zone,
	"last_problem" text,
	"last_problem_at" timestamp (3) with time zone,
	"ignored_files" jsonb,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "lab_connections_pkey" PRIMARY KEY("org_id","id"),
	CONSTRAINT "lab_connections_patient_policy" CHECK (num_nonnulls(create_patients, update_demographics, merge) = case kind when 'hospital_feed' then 3 else 0 end)
);
--> statement-breakpoint
ALTER TABLE "lab_connections" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "lab_observations" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"result_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"panel_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"code" text NOT NULL,
	"code_system" text,
	"loinc" text,
	"test_key" text GENERATED ALWAYS AS (coalesce(loinc, code)) STORED NOT NULL,
	"name" text NOT NULL,
	"role" text DEFAULT 'result' NOT NULL,
	"original_text" text,
	"alternate_code" jsonb,
	"value_type" text NOT NULL,
	"value_text" text,
	"value_number" double precision,
	"comparator" text,
	"value_code" jsonb,
	"value_original_text" text,
	"value_alternate_codes" jsonb,
	"unit" text,
	"ucum" text,
	"reference_range" jsonb,
	"interpretation" text,
	"flags" text[] DEFAULT '{}' NOT NULL,
	"interpretation_source" text,
	"severity" text NOT NULL,
	"status" text NOT NULL,
	"observed_at" timestamp (3) with time zone,
	"observed_at_precision" text,
	"method" text,
	"device" text,
	"performing_lab" text,
	"sub_id" text,
	"notes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "lab_observations_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "lab_observations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "lab_order_items" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"test_id" uuid,
	"code" text NOT NULL,
	"loinc" text,
	"name" text NOT NULL,
	"specimen" text,
	"answers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"status" text DEFAULT 'ordered' NOT NULL,
	"result_id" uuid,
	CONSTRAINT "lab_order_items_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "lab_order_items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "lab_orders" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"order_number" text NOT NULL,
	"external_id" text,
	"patient_id" uuid NOT NULL,
	"addressed_patient_id" uuid,
	"priority" text DEFAULT 'routine' NOT NULL,
	"ordering_clinician" jsonb,
	"ordering_user_id" uuid,
	"copy_to" text[] DEFAULT '{}' NOT NULL,
	"diagnoses" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"fasting" boolean,
	"collection" jsonb,
	"collect_on" date,
	"notes" text,
	"lab_id" text,
	"status" text DEFAULT 'requested' NOT NULL,
	"status_history" jsonb NOT NULL,
	"expected_by" timestamp (3) with time zone,
	"overdue_due_at" timestamp (3) with time zone,
	"cancelled_reason" text,
	"transmission_status" text DEFAULT 'not_applicable' NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"filler_order_number" text,
	"transmission_reason" text,
	"sequence" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "lab_orders_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "lab_orders" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "lab_providers" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"number" text NOT NULL,
	"authority" text DEFAULT '' NOT NULL,
	"name" text,
	"user_id" uuid,
	"mapped_by" text,
	"mapped_at" timestamp (3) with time zone,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "lab_providers_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "lab_providers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "lab_result_versions" (
	"org_id" uuid NOT NULL,
	"result_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"snapshot" jsonb NOT NULL,
	"replaced_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lab_result_versions_pkey" PRIMARY KEY("org_id","result_id","version")
);
--> statement-breakpoint
ALTER TABLE "lab_result_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "lab_results" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"order_id" uuid,
	"patient_id" uuid NOT NULL,
	"addressed_patient_id" uuid,
	"status" text NOT NULL,
	"lab" jsonb NOT NULL,
	"lab_id" text GENERATED ALWAYS AS (lab->>'id') STORED,
	"accession_number" text,
	"filler_order_number" text,
	"report_key" text NOT NULL,
	"specimens" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"collected_at" timestamp (3) with time zone,
	"collected_at_precision" text,
	"received_at" timestamp (3) with time zone,
	"received_at_precision" text,
	"reported_at" timestamp (3) with time zone,
	"reported_at_precision" text,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"severity" text NOT NULL,
	"panels" jsonb NOT NULL,
	"notes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"document_ids" text[] DEFAULT '{}' NOT NULL,
	"pending_tests" text[] DEFAULT '{}' NOT NULL,
	"reviews" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"corrections" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"source" jsonb NOT NULL,
	"historical" boolean DEFAULT false NOT NULL,
	"computed_flags_present" boolean DEFAULT false NOT NULL,
	"reviewer_id" uuid,
	"inbox_rank" smallint,
	"seen" jsonb,
	"critical_since" timestamp (3) with time zone,
	"critical_due_at" timestamp (3) with time zone,
	"critical_told_at" timestamp (3) with time zone,
	"sequence" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "lab_results_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "lab_results" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "lab_units" (
	"org_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"unit" text NOT NULL,
	"ucum" text NOT NULL,
	"mapped_by" text NOT NULL,
	"mapped_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lab_units_pkey" PRIMARY KEY("org_id","connection_id","unit")
);
--> statement-breakpoint
ALTER TABLE "lab_units" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "memberships" (
	"org_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text,
	"ended_at" timestamp (3) with time zone,
	"ended_by" text,
	"successor_id" uuid,
	CONSTRAINT "memberships_pkey" PRIMARY KEY("org_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "memberships" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "oauth_app_secrets" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "oauth_app_secrets_pkey" PRIMARY KEY("org_id","app_id","id")
);
--> statement-breakpoint
ALTER TABLE "oauth_app_secrets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "oauth_apps" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"auth_method" text NOT NULL,
	"redirect_uris" text[] NOT NULL,
	"scopes" text[] NOT NULL,
	"domain" text,
	"domain_token" text,
	"domain_verified_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"paused_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "oauth_apps_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "oauth_apps" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "oauth_codes" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"grant_id" uuid NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"redirect_uri" text NOT NULL,
	"challenge" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "oauth_codes_pkey" PRIMARY KEY("org_id","id"),
	CONSTRAINT "oauth_codes_secret_hash" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "oauth_codes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "oauth_consents" (
	"org_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	"scopes" text[] NOT NULL,
	"app_seen" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "oauth_consents_pkey" PRIMARY KEY("org_id","user_id","app_id")
);
--> statement-breakpoint
ALTER TABLE "oauth_consents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "oauth_grants" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"scopes" text[] NOT NULL,
	"auth_time" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"activated_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revoked_reason" text,
	CONSTRAINT "oauth_grants_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "oauth_grants" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "oauth_refresh_tokens" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"grant_id" uuid NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "oauth_refresh_tokens_pkey" PRIMARY KEY("org_id","id"),
	CONSTRAINT "oauth_refresh_tokens_secret_hash" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "oauth_refresh_tokens" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "oauth_requests" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"redirect_uri" text NOT NULL,
	"scopes" text[] NOT NULL,
	"state" text,
	"challenge" text NOT NULL,
	"signed_in_after" timestamp (3) with time zone NOT NULL,
	"session_id" uuid,
	"user_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "oauth_requests_pkey" PRIMARY KEY("org_id","id"),
	CONSTRAINT "oauth_requests_secret_hash" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "oauth_requests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "order_destinations" (
	"org_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"lab_id" text NOT NULL,
	"transport" text NOT NULL,
	"host" text,
	"port" integer,
	"tls" boolean DEFAULT false NOT NULL,
	"url" text,
	"directory" text,
	"ca_certificate" text,
	"client_certificate" text,
	"client_key" text,
	"bearer_token" text,
	"message_type" text NOT NULL,
	"hl7_version" text NOT NULL,
	"processing_id" text NOT NULL,
	"sending_application" text,
	"sending_facility" text,
	"receiving_application" text,
	"receiving_facility" text,
	"account_number" text,
	"provider_identifier_type" text NOT NULL,
	"charset" text NOT NULL,
	"acknowledgment_mode" text NOT NULL,
	"wait_seconds" integer NOT NULL,
	"most_attempts" integer NOT NULL,
	"paused" boolean DEFAULT false NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"lease_token" uuid,
	CONSTRAINT "order_destinations_pkey" PRIMARY KEY("org_id","connection_id")
);
--> statement-breakpoint
ALTER TABLE "order_destinations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "order_sets" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"name" text NOT NULL,
	"lab_id" text NOT NULL,
	"test_ids" uuid[] NOT NULL,
	CONSTRAINT "order_sets_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "order_sets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "organization_logos" (
	"org_id" uuid PRIMARY KEY NOT NULL,
	"content_type" text NOT NULL,
	"image" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "organization_logos" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"sandbox_of" uuid,
	"sandbox_reset_requested_at" timestamp (3) with time zone,
	"sandbox_reset_at" timestamp (3) with time zone,
	"demo" boolean DEFAULT false NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"idle_minutes" integer DEFAULT 15 NOT NULL,
	"second_factor" text DEFAULT 'optional' NOT NULL,
	"key_max_days" integer,
	"critical_minutes" integer DEFAULT 30 NOT NULL,
	"critical_alarm_minutes" integer DEFAULT 60 NOT NULL,
	"chart_retention_years" integer DEFAULT 10 NOT NULL,
	"inbound_message_months" integer DEFAULT 24 NOT NULL,
	"outbound_message_months" integer DEFAULT 24 NOT NULL,
	"event_days" integer DEFAULT 365 NOT NULL,
	"delivery_days" integer DEFAULT 30 NOT NULL,
	"security_event_months" integer DEFAULT 12 NOT NULL,
	"audit_retention_years" integer DEFAULT 7 NOT NULL,
	"catalog_version" integer DEFAULT 0 NOT NULL,
	"hide_names" boolean DEFAULT false NOT NULL,
	"paper_size" text DEFAULT 'a4' NOT NULL,
	"accent_color" text DEFAULT 'teal' NOT NULL,
	"logo" text,
	"suspended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"restricts_charts" boolean DEFAULT false NOT NULL,
	CONSTRAINT "organizations_slug" UNIQUE("slug")
);
--> statement-breakpoint
ALTER TABLE "organizations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "outbound_message_bytes" (
	"org_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"bytes" "bytea" NOT NULL,
	"answer" "bytea",
	"answered_at" timestamp (3) with time zone,
	CONSTRAINT "outbound_message_bytes_pkey" PRIMARY KEY("org_id","message_id")
) PARTITION BY RANGE ("message_id");
--> statement-breakpoint
ALTER TABLE "outbound_message_bytes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "outbound_messages" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "outbound_messages_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"kind" text NOT NULL,
	"control_id" text NOT NULL,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"attempts_allowed" integer NOT NULL,
	"last_attempt_at" timestamp (3) with time zone,
	"next_attempt_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"ack_code" text,
	"failure" text,
	"reason" text,
	"cancel_reason" text,
	"content_removed_at" timestamp (3) with time zone,
	CONSTRAINT "outbound_messages_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "outbound_messages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"credential_id" "bytea" NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"backed_up" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "passkeys_credential_id" UNIQUE("credential_id")
);
--> statement-breakpoint
ALTER TABLE "passkeys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "password_resets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"ip" text,
	CONSTRAINT "password_resets_secret_hash" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "password_resets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "patient_feeds" (
	"org_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"newest_at" timestamp (3) with time zone NOT NULL,
	"fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "patient_feeds_pkey" PRIMARY KEY("org_id","connection_id","patient_id")
);
--> statement-breakpoint
ALTER TABLE "patient_feeds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "patient_identifiers" (
	"org_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"system" text NOT NULL,
	"value" text NOT NULL,
	"type" text NOT NULL,
	CONSTRAINT "patient_identifiers_pkey" PRIMARY KEY("org_id","patient_id","system","value")
);
--> statement-breakpoint
ALTER TABLE "patient_identifiers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "patient_merges" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"survivor_id" uuid NOT NULL,
	"merged_id" uuid NOT NULL,
	"merged_at" timestamp (3) with time zone NOT NULL,
	"merged_by" text NOT NULL,
	"source" text NOT NULL,
	"update_id" uuid,
	"reason" text,
	"status_before" text NOT NULL,
	"values_before" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"values_taken" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"unmerged_at" timestamp (3) with time zone,
	"unmerged_by" text,
	"unmerge_reason" text,
	CONSTRAINT "patient_merges_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "patient_merges" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "patient_tokens" (
	"org_id" uuid NOT NULL,
	"token" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"patient_id" uuid NOT NULL,
	CONSTRAINT "patient_tokens_pkey" PRIMARY KEY("org_id","token","kind","patient_id")
);
--> statement-breakpoint
ALTER TABLE "patient_tokens" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "patients" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"mrn" text NOT NULL,
	"identifiers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"name" jsonb NOT NULL,
	"other_names" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"family_key" text COLLATE "C" NOT NULL,
	"given_key" text COLLATE "C" NOT NULL,
	"birth_date" date NOT NULL,
	"birth_date_estimated" boolean DEFAULT false NOT NULL,
	"sex" text NOT NULL,
	"sex_at_birth" text,
	"gender_identity" text,
	"phones" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"emails" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"addresses" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"language" text,
	"deceased_at" text,
	"primary_clinician_id" uuid,
	"external_id" text,
	"status" text DEFAULT 'active' NOT NULL,
	"merged_into_id" uuid,
	"merged_from" uuid[] DEFAULT '{}' NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" text,
	"restriction" text,
	CONSTRAINT "patients_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "patients" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pinned_tests" (
	"org_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"addressed_patient_id" uuid,
	"test_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "pinned_tests_pkey" PRIMARY KEY("org_id","patient_id","test_key")
);
--> statement-breakpoint
ALTER TABLE "pinned_tests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"org_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"policy" text NOT NULL,
	"window_started_at" timestamp (3) with time zone NOT NULL,
	"used" integer NOT NULL,
	CONSTRAINT "rate_limits_pkey" PRIMARY KEY("org_id","subject","policy")
);
--> statement-breakpoint
ALTER TABLE "rate_limits" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "recent_patients" (
	"org_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "recent_patients_pkey" PRIMARY KEY("org_id","user_id","patient_id")
);
--> statement-breakpoint
ALTER TABLE "recent_patients" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_codes_secret_hash" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "recovery_codes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "review_entries" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"result_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"act" text NOT NULL,
	"by" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"to_id" uuid,
	"note" text,
	"restores" jsonb,
	"idempotency_key" uuid,
	CONSTRAINT "review_entries_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "review_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "security_events" (
	"minute" timestamp (3) with time zone NOT NULL,
	"ip" text NOT NULL,
	"code" text NOT NULL,
	"transport" text NOT NULL,
	"count" integer NOT NULL,
	"last_request_id" text NOT NULL,
	"user_id" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL,
	CONSTRAINT "security_events_pkey" PRIMARY KEY("minute","ip","code","transport","user_id")
);
--> statement-breakpoint
ALTER TABLE "security_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sign_in_steps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid,
	"session_id" uuid,
	"methods" text[] NOT NULL,
	"challenge" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"ip" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "sign_in_steps_secret_hash" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "sign_in_steps" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sign_in_throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"locked_until" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"private_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "storage_claims" (
	"org_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "storage_claims_pkey" PRIMARY KEY("org_id","file_id")
);
--> statement-breakpoint
ALTER TABLE "storage_claims" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "totp_secrets" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" bigint
);
--> statement-breakpoint
ALTER TABLE "totp_secrets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "upload_tokens" (
	"org_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "upload_tokens_pkey" PRIMARY KEY("org_id","document_id"),
	CONSTRAINT "upload_tokens_secret_hash" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "upload_tokens" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "uploads" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"addressed_patient_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"file_name" text NOT NULL,
	"content_type" text NOT NULL,
	"declared_content_type" text,
	"encrypted" boolean NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text,
	"document_id" uuid,
	CONSTRAINT "uploads_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "uploads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_hash" "bytea" NOT NULL,
	"name" text NOT NULL,
	"password_hash" text,
	"disabled_at" timestamp (3) with time zone,
	"theme" text DEFAULT 'system' NOT NULL,
	"density" text DEFAULT 'comfortable' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_email_hash" UNIQUE("email_hash")
);
--> statement-breakpoint
ALTER TABLE "users" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_secrets" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"ciphertext" text NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_secrets_pkey" PRIMARY KEY("org_id","webhook_id","id")
);
--> statement-breakpoint
ALTER TABLE "webhook_secrets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhooks" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"scopes" text[] DEFAULT '{}' NOT NULL,
	"description" text,
	"enabled" boolean DEFAULT true NOT NULL,
	"status" text NOT NULL,
	"disabled_reason" text,
	"last_success_at" timestamp (3) with time zone,
	"last_failure_at" timestamp (3) with time zone,
	"first_failure_at" timestamp (3) with time zone,
	"consecutive_failures" integer DEFAULT 0 NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "webhooks_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "webhooks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "chart_accesses" ADD CONSTRAINT "chart_accesses_patient" FOREIGN KEY ("org_id","patient_id") REFERENCES "public"."patients"("org_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_event" FOREIGN KEY ("org_id","event_id") REFERENCES "public"."events"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_webhook" FOREIGN KEY ("org_id","webhook_id") REFERENCES "public"."webhooks"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_delivery" FOREIGN KEY ("org_id","delivery_id") REFERENCES "public"."deliveries"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_corrections" ADD CONSTRAINT "document_corrections_document" FOREIGN KEY ("org_id","document_id") REFERENCES "public"."documents"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_corrections" ADD CONSTRAINT "document_corrections_other" FOREIGN KEY ("org_id","other_id") REFERENCES "public"."documents"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_patient" FOREIGN KEY ("org_id","patient_id") REFERENCES "public"."patients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_addressed_patient" FOREIGN KEY ("org_id","addressed_patient_id") REFERENCES "public"."patients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_addressed_elsewhere" CHECK (addressed_patient_id <> patient_id);--> statement-breakpoint
ALTER TABLE "export_files" ADD CONSTRAINT "export_files_export" FOREIGN KEY ("org_id","export_id") REFERENCES "public"."exports"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorite_tests" ADD CONSTRAINT "favorite_tests_test" FOREIGN KEY ("org_id","test_id") REFERENCES "public"."catalog_tests"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_documents" ADD CONSTRAINT "inbound_documents_message" FOREIGN KEY ("org_id","message_id") REFERENCES "public"."inbound_messages"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_documents" ADD CONSTRAINT "inbound_documents_connection" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."lab_connections"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_documents" ADD CONSTRAINT "inbound_documents_patient" FOREIGN KEY ("org_id","patient_id") REFERENCES "public"."patients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_documents" ADD CONSTRAINT "inbound_documents_document" FOREIGN KEY ("org_id","document_id") REFERENCES "public"."documents"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_documents" ADD CONSTRAINT "inbound_documents_addressed_patient" FOREIGN KEY ("org_id","addressed_patient_id") REFERENCES "public"."patients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_message_bytes" ADD CONSTRAINT "inbound_message_bytes_message" FOREIGN KEY ("org_id","message_id") REFERENCES "public"."inbound_messages"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD CONSTRAINT "inbound_messages_connection" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."lab_connections"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_patient_updates" ADD CONSTRAINT "inbound_patient_updates_message" FOREIGN KEY ("org_id","message_id") REFERENCES "public"."inbound_messages"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_patient_updates" ADD CONSTRAINT "inbound_patient_updates_connection" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."lab_connections"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_patient_updates" ADD CONSTRAINT "inbound_patient_updates_patient" FOREIGN KEY ("org_id","patient_id") REFERENCES "public"."patients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_reports" ADD CONSTRAINT "inbound_reports_message" FOREIGN KEY ("org_id","message_id") REFERENCES "public"."inbound_messages"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_reports" ADD CONSTRAINT "inbound_reports_patient" FOREIGN KEY ("org_id","patient_id") REFERENCES "public"."patients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_reports" ADD CONSTRAINT "inbound_reports_order" FOREIGN KEY ("org_id","order_id") REFERENCES "public"."lab_orders"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_reports" ADD CONSTRAINT "inbound_reports_result" FOREIGN KEY ("org_id","result_id") REFERENCES "public"."lab_results"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_reports" ADD CONSTRAINT "inbound_reports_addressed_patient" FOREIGN KEY ("org_id","addressed_patient_id") REFERENCES "public"."patients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_reports" ADD CONSTRAINT "inbound_reports_addressed_elsewhere" CHECK (addressed_patient_id <> patient_id);--> statement-breakpoint
ALTER TABLE "ingest_keys" ADD CONSTRAINT "ingest_keys_connection" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."lab_connections"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_codes" ADD CONSTRAINT "lab_codes_connection" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."lab_connections"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_observations" ADD CONSTRAINT "lab_observations_result" FOREIGN KEY ("org_id","result_id") REFERENCES "public"."lab_results"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_order_items" ADD CONSTRAINT "lab_order_items_order" FOREIGN KEY ("org_id","order_id") REFERENCES "public"."lab_orders"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_orders" ADD CONSTRAINT "lab_orders_patient" FOREIGN KEY ("org_id","patient_id") REFERENCES "public"."patients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_orders" ADD CONSTRAINT "lab_orders_addressed_patient" FOREIGN KEY ("org_id","addressed_patient_id") REFERENCES "public"."patients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_orders" ADD CONSTRAINT "lab_orders_addressed_elsewhere" CHECK (addressed_patient_id <> patient_id);--> statement-breakpoint
ALTER TABLE "lab_providers" ADD CONSTRAINT "lab_providers_connection" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."lab_connections"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_providers" ADD CONSTRAINT "lab_providers_member" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."memberships"("org_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_result_versions" ADD CONSTRAINT "lab_result_versions_result" FOREIGN KEY ("org_id","result_id") REFERENCES "public"."lab_results"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_results" ADD CONSTRAINT "lab_results_patient" FOREIGN KEY ("org_id","patient_id") REFERENCES "public"."patients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_results" ADD CONSTRAINT "lab_results_addressed_patient" FOREIGN KEY ("org_id","addressed_patient_id") REFERENCES "public"."patients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_results" ADD CONSTRAINT "lab_results_addressed_elsewhere" CHECK (addressed_patient_id <> patient_id);--> statement-breakpoint
ALTER TABLE "lab_units" ADD CONSTRAINT "lab_units_connection" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."lab_connections"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_app_secrets" ADD CONSTRAINT "oauth_app_secrets_app" FOREIGN KEY ("org_id","app_id") REFERENCES "public"."oauth_apps"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_codes" ADD CONSTRAINT "oauth_codes_grant" FOREIGN KEY ("org_id","grant_id") REFERENCES "public"."oauth_grants"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_consents" ADD CONSTRAINT "oauth_consents_app" FOREIGN KEY ("org_id","app_id") REFERENCES "public"."oauth_apps"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_app" FOREIGN KEY ("org_id","app_id") REFERENCES "public"."oauth_apps"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_refresh_tokens" ADD CONSTRAINT "oauth_refresh_tokens_grant" FOREIGN KEY ("org_id","grant_id") REFERENCES "public"."oauth_grants"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_requests" ADD CONSTRAINT "oauth_requests_app" FOREIGN KEY ("org_id","app_id") REFERENCES "public"."oauth_apps"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_destinations" ADD CONSTRAINT "order_destinations_connection" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."lab_connections"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbound_message_bytes" ADD CONSTRAINT "outbound_message_bytes_message" FOREIGN KEY ("org_id","message_id") REFERENCES "public"."outbound_messages"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbound_messages" ADD CONSTRAINT "outbound_messages_connection" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."lab_connections"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbound_messages" ADD CONSTRAINT "outbound_messages_order" FOREIGN KEY ("org_id","order_id") REFERENCES "public"."lab_orders"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patient_feeds" ADD CONSTRAINT "patient_feeds_connection" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."lab_connections"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patient_feeds" ADD CONSTRAINT "patient_feeds_patient" FOREIGN KEY ("org_id","patient_id") REFERENCES "public"."patients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patient_identifiers" ADD CONSTRAINT "patient_identifiers_patient" FOREIGN KEY ("org_id","patient_id") REFERENCES "public"."patients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patient_merges" ADD CONSTRAINT "patient_merges_survivor" FOREIGN KEY ("org_id","survivor_id") REFERENCES "public"."patients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patient_merges" ADD CONSTRAINT "patient_merges_merged" FOREIGN KEY ("org_id","merged_id") REFERENCES "public"."patients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patient_tokens" ADD CONSTRAINT "patient_tokens_patient" FOREIGN KEY ("org_id","patient_id") REFERENCES "public"."patients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pinned_tests" ADD CONSTRAINT "pinned_tests_patient" FOREIGN KEY ("org_id","patient_id") REFERENCES "public"."patients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pinned_tests" ADD CONSTRAINT "pinned_tests_addressed_patient" FOREIGN KEY ("org_id","addressed_patient_id") REFERENCES "public"."patients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pinned_tests" ADD CONSTRAINT "pinned_tests_addressed_elsewhere" CHECK (addressed_patient_id <> patient_id);--> statement-breakpoint
ALTER TABLE "recent_patients" ADD CONSTRAINT "recent_patients_patient" FOREIGN KEY ("org_id","patient_id") REFERENCES "public"."patients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_entries" ADD CONSTRAINT "review_entries_result" FOREIGN KEY ("org_id","result_id") REFERENCES "public"."lab_results"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_tokens" ADD CONSTRAINT "upload_tokens_document" FOREIGN KEY ("org_id","document_id") REFERENCES "public"."documents"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_patient" FOREIGN KEY ("org_id","patient_id") REFERENCES "public"."patients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_document" FOREIGN KEY ("org_id","document_id") REFERENCES "public"."documents"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_addressed_patient" FOREIGN KEY ("org_id","addressed_patient_id") REFERENCES "public"."patients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_addressed_elsewhere" CHECK (addressed_patient_id <> patient_id);--> statement-breakpoint
ALTER TABLE "webhook_secrets" ADD CONSTRAINT "webhook_secrets_webhook" FOREIGN KEY ("org_id","webhook_id") REFERENCES "public"."webhooks"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_list" ON "api_keys" USING btree ("org_id","id");--> statement-breakpoint
CREATE INDEX "audit_archives_last" ON "audit_archives" USING btree ("org_id","last_seal");--> statement-breakpoint
CREATE INDEX "audit_events_time" ON "audit_events" USING btree ("org_id","id");--> statement-breakpoint
CREATE INDEX "audit_events_acts" ON "audit_events" USING btree ("org_id","id") WHERE kind not in ('read', 'list') or outcome <> 'allowed';--> statement-breakpoint
CREATE INDEX "audit_events_patients" ON "audit_events" USING gin ("patient_ids") WITH (gin_pending_list_limit=256) WHERE patient_ids <> '{}';--> statement-breakpoint
CREATE INDEX "catalog_imports_lab" ON "catalog_imports" USING btree ("org_id","lab_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "catalog_tests_code" ON "catalog_tests" USING btree ("org_id","lab_id","code");--> statement-breakpoint
CREATE INDEX "catalog_tests_name" ON "catalog_tests" USING btree ("org_id","name","id");--> statement-breakpoint
CREATE INDEX "catalog_tests_loinc" ON "catalog_tests" USING btree ("org_id","loinc");--> statement-breakpoint
CREATE INDEX "chart_accesses_user" ON "chart_accesses" USING btree ("org_id","user_id","patient_id","expires_at");--> statement-breakpoint
CREATE INDEX "chart_accesses_of_patient" ON "chart_accesses" USING btree ("org_id","patient_id","id");--> statement-breakpoint
CREATE INDEX "delegations_person" ON "delegations" USING btree ("org_id","user_id");--> statement-breakpoint
CREATE INDEX "delegations_delegate" ON "delegations" USING btree ("org_id","delegate_id");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_once" ON "deliveries" USING btree ("org_id","event_id","webhook_id") WHERE not manual;--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("org_id","webhook_id","next_attempt_at") WHERE status in ('pending', 'failed');--> statement-breakpoint
CREATE INDEX "deliveries_leased" ON "deliveries" USING btree ("org_id","webhook_id") WHERE lease_until is not null;--> statement-breakpoint
CREATE INDEX "deliveries_by_event" ON "deliveries" USING btree ("org_id","event_id");--> statement-breakpoint
CREATE INDEX "deliveries_webhook_list" ON "deliveries" USING btree ("org_id","webhook_id","id");--> statement-breakpoint
CREATE INDEX "deliveries_undelivered" ON "deliveries" USING btree ("org_id","webhook_id","status","id") WHERE status in ('exhausted', 'held');--> statement-breakpoint
CREATE INDEX "document_corrections_document_idx" ON "document_corrections" USING btree ("org_id","document_id","id");--> statement-breakpoint
CREATE INDEX "documents_list" ON "documents" USING btree ("org_id","id");--> statement-breakpoint
CREATE INDEX "documents_patient_list" ON "documents" USING btree ("org_id","patient_id","id");--> statement-breakpoint
CREATE INDEX "documents_updated" ON "documents" USING btree ("org_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "documents_order" ON "documents" USING btree ("org_id","order_id","id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "documents_result" ON "documents" USING btree ("org_id","result_id","id") WHERE result_id is not null;--> statement-breakpoint
CREATE INDEX "documents_category" ON "documents" USING btree ("org_id","category","id");--> statement-breakpoint
CREATE INDEX "documents_type" ON "documents" USING btree ("org_id","type_code","id") WHERE type_code is not null;--> statement-breakpoint
CREATE INDEX "documents_media_type" ON "documents" USING btree ("org_id","media_type","id");--> statement-breakpoint
CREATE INDEX "documents_date" ON "documents" USING btree ("org_id","document_date") WHERE document_date is not null;--> statement-breakpoint
CREATE INDEX "documents_status" ON "documents" USING btree ("org_id","status","id") WHERE status <> 'available';--> statement-breakpoint
CREATE INDEX "documents_same_file" ON "documents" USING btree ("org_id","patient_id","sha256");--> statement-breakpoint
CREATE INDEX "documents_pending" ON "documents" USING btree ("created_at") WHERE status = 'pending_upload';--> statement-breakpoint
CREATE INDEX "documents_scan" ON "documents" USING btree ("scan_due_at") WHERE scan_due_at is not null;--> statement-breakpoint
CREATE INDEX "documents_addressed" ON "documents" USING btree ("org_id","addressed_patient_id") WHERE addressed_patient_id is not null;--> statement-breakpoint
CREATE INDEX "documents_source_number" ON "documents" USING btree ("org_id","source_connection_id","source_number") WHERE source_number is not null;--> statement-breakpoint
CREATE INDEX "documents_source_parent" ON "documents" USING btree ("org_id","source_connection_id","source_parent") WHERE source_parent is not null;--> statement-breakpoint
CREATE INDEX "documents_unsigned" ON "documents" USING btree ("org_id","id") WHERE status = 'available' and signed_off_at is null and replaced_by is null and withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "documents_signed" ON "documents" USING btree ("org_id","id") WHERE signed_off_at is not null;--> statement-breakpoint
CREATE INDEX "erasures_patient" ON "erasures" USING btree ("org_id","erased_id");--> statement-breakpoint
CREATE INDEX "exports_due" ON "exports" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "exports_expiry" ON "exports" USING btree ("expires_at") WHERE expires_at is not null;--> statement-breakpoint
CREATE INDEX "export_files_storage_key" ON "export_files" USING btree ("org_id","storage_key");--> statement-breakpoint
CREATE INDEX "events_position" ON "events" USING btree ("org_id","txid","id");--> statement-breakpoint
CREATE INDEX "events_type" ON "events" USING btree ("org_id","type","txid","id");--> statement-breakpoint
CREATE INDEX "events_object" ON "events" USING btree ("org_id","object_id","sequence");--> statement-breakpoint
CREATE INDEX "idempotency_records_age" ON "idempotency_records" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "inbound_documents_position" ON "inbound_documents" USING btree ("org_id","message_id","position");--> statement-breakpoint
CREATE INDEX "inbound_documents_number" ON "inbound_documents" USING btree ("org_id","connection_id","number");--> statement-breakpoint
CREATE INDEX "inbound_documents_parent" ON "inbound_documents" USING btree ("org_id","connection_id","parent") WHERE parent is not null;--> statement-breakpoint
CREATE INDEX "inbound_documents_addressed" ON "inbound_documents" USING btree ("org_id","addressed_patient_id") WHERE addressed_patient_id is not null;--> statement-breakpoint
CREATE INDEX "inbound_documents_open" ON "inbound_documents" USING btree ("org_id","id") WHERE state in ('unmatched', 'conflict', 'unreadable');--> statement-breakpoint
CREATE UNIQUE INDEX "inbound_messages_once" ON "inbound_messages" USING btree ("org_id","connection_id","sha256","is_test") WHERE taken and duplicate_of is null and control_id is not null;--> statement-breakpoint
CREATE INDEX "inbound_messages_control_id" ON "inbound_messages" USING btree ("org_id","connection_id","control_id") WHERE control_id is not null;--> statement-breakpoint
CREATE INDEX "inbound_messages_list" ON "inbound_messages" USING btree ("org_id","id");--> statement-breakpoint
CREATE INDEX "inbound_messages_connection_list" ON "inbound_messages" USING btree ("org_id","connection_id","id");--> statement-breakpoint
CREATE INDEX "inbound_messages_state" ON "inbound_messages" USING btree ("org_id","state","id") WHERE state <> 'processed';--> statement-breakpoint
CREATE INDEX "inbound_messages_due" ON "inbound_messages" USING btree ("org_id","connection_id","position") WHERE state = 'received';--> statement-breakpoint
CREATE UNIQUE INDEX "inbound_patient_updates_position" ON "inbound_patient_updates" USING btree ("org_id","message_id","position");--> statement-breakpoint
CREATE INDEX "inbound_patient_updates_open" ON "inbound_patient_updates" USING btree ("org_id","id") WHERE state in ('unmatched', 'conflict');--> statement-breakpoint
CREATE INDEX "inbound_patient_updates_mrn" ON "inbound_patient_updates" USING btree ("org_id","connection_id","mrn") WHERE state in ('unmatched', 'conflict', 'dismissed');--> statement-breakpoint
CREATE UNIQUE INDEX "inbound_reports_position" ON "inbound_reports" USING btree ("org_id","message_id","position");--> statement-breakpoint
CREATE INDEX "inbound_reports_open" ON "inbound_reports" USING btree ("org_id","state","id") WHERE state in ('unmatched', 'conflict', 'parked', 'rejected');--> statement-breakpoint
CREATE INDEX "inbound_reports_waiting" ON "inbound_reports" USING btree ("org_id","id") WHERE state in ('unmatched', 'conflict');--> statement-breakpoint
CREATE INDEX "inbound_reports_result" ON "inbound_reports" USING btree ("org_id","result_id") WHERE result_id is not null;--> statement-breakpoint
CREATE INDEX "inbound_reports_addressed" ON "inbound_reports" USING btree ("org_id","addressed_patient_id") WHERE addressed_patient_id is not null;--> statement-breakpoint
CREATE INDEX "ingest_keys_connection_list" ON "ingest_keys" USING btree ("org_id","connection_id","id");--> statement-breakpoint
CREATE INDEX "invitations_email" ON "invitations" USING btree ("org_id","email_hash");--> statement-breakpoint
CREATE INDEX "known_devices_person" ON "known_devices" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "lab_codes_code" ON "lab_codes" USING btree ("org_id","connection_id","code","code_system");--> statement-breakpoint
CREATE INDEX "lab_codes_unmapped" ON "lab_codes" USING btree ("org_id","id") WHERE loinc is null;--> statement-breakpoint
CREATE INDEX "lab_connections_list" ON "lab_connections" USING btree ("org_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "lab_connections_port" ON "lab_connections" USING btree ("port") WHERE port is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "lab_observations_result_idx" ON "lab_observations" USING btree ("org_id","result_id","position");--> statement-breakpoint
CREATE INDEX "lab_observations_history" ON "lab_observations" USING btree ("org_id","patient_id","test_key","observed_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "lab_order_items_order_idx" ON "lab_order_items" USING btree ("org_id","order_id","position");--> statement-breakpoint
CREATE INDEX "lab_order_items_test" ON "lab_order_items" USING btree ("org_id","test_id");--> statement-breakpoint
CREATE INDEX "lab_order_items_loinc" ON "lab_order_items" USING btree ("org_id","loinc");--> statement-breakpoint
CREATE UNIQUE INDEX "lab_orders_number" ON "lab_orders" USING btree ("org_id","order_number");--> statement-breakpoint
CREATE UNIQUE INDEX "lab_orders_external_id" ON "lab_orders" USING btree ("org_id","external_id") WHERE external_id is not null;--> statement-breakpoint
CREATE INDEX "lab_orders_list" ON "lab_orders" USING btree ("org_id","id");--> statement-breakpoint
CREATE INDEX "lab_orders_patient_list" ON "lab_orders" USING btree ("org_id","patient_id","id");--> statement-breakpoint
CREATE INDEX "lab_orders_updated" ON "lab_orders" USING btree ("org_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "lab_orders_priority" ON "lab_orders" USING btree ("org_id",(case "priority" when 'routine' then 1 when 'urgent' then 2 when 'asap' then 3 when 'stat' then 4 end),"id");--> statement-breakpoint
CREATE INDEX "lab_orders_status" ON "lab_orders" USING btree ("org_id","status","id");--> statement-breakpoint
CREATE INDEX "lab_orders_lab" ON "lab_orders" USING btree ("org_id","lab_id","id");--> statement-breakpoint
CREATE INDEX "lab_orders_clinician" ON "lab_orders" USING btree ("org_id","ordering_user_id","id");--> statement-breakpoint
CREATE INDEX "lab_orders_overdue" ON "lab_orders" USING btree ("org_id","expected_by","id") WHERE expected_by is not null and status not in ('completed', 'cancelled', 'rejected');--> statement-breakpoint
CREATE INDEX "lab_orders_overdue_due" ON "lab_orders" USING btree ("overdue_due_at") WHERE overdue_due_at is not null and status not in ('completed', 'cancelled', 'rejected');--> statement-breakpoint
CREATE INDEX "lab_orders_collect_on" ON "lab_orders" USING btree ("org_id","collect_on","id") WHERE collect_on is not null and status in ('requested', 'sent', 'failed');--> statement-breakpoint
CREATE INDEX "lab_orders_transmission" ON "lab_orders" USING btree ("org_id","transmission_status","id") WHERE transmission_status <> 'not_applicable';--> statement-breakpoint
CREATE INDEX "lab_orders_addressed" ON "lab_orders" USING btree ("org_id","addressed_patient_id") WHERE addressed_patient_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "lab_providers_number" ON "lab_providers" USING btree ("org_id","connection_id","number","authority");--> statement-breakpoint
CREATE INDEX "lab_providers_unmapped" ON "lab_providers" USING btree ("org_id","id") WHERE mapped_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "lab_results_key" ON "lab_results" USING btree ("org_id","lab_id","report_key");--> statement-breakpoint
CREATE INDEX "lab_results_filler" ON "lab_results" USING btree ("org_id","lab_id","filler_order_number") WHERE filler_order_number is not null;--> statement-breakpoint
CREATE INDEX "lab_results_accession" ON "lab_results" USING btree ("org_id","lab_id","accession_number") WHERE accession_number is not null;--> statement-breakpoint
CREATE INDEX "lab_results_patient_urgency" ON "lab_results" USING btree ("org_id","patient_id","inbox_rank","collected_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "lab_results_updated" ON "lab_results" USING btree ("org_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "lab_results_collected" ON "lab_results" USING btree ("org_id",(case when "collected_at" is null then '-infinity'::timestamptz else "collected_at" end),"id");--> statement-breakpoint
CREATE INDEX "lab_results_status" ON "lab_results" USING btree ("org_id","status","id") WHERE status <> 'final';--> statement-breakpoint
CREATE INDEX "lab_results_severity" ON "lab_results" USING btree ("org_id","severity","id") WHERE severity <> 'normal';--> statement-breakpoint
CREATE INDEX "lab_results_patient_created" ON "lab_results" USING btree ("org_id","patient_id","id");--> statement-breakpoint
CREATE INDEX "lab_results_patient_list" ON "lab_results" USING btree ("org_id","patient_id",(case when "collected_at" is null then '-infinity'::timestamptz else "collected_at" end),"id");--> statement-breakpoint
CREATE INDEX "lab_results_order" ON "lab_results" USING btree ("org_id","order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "lab_results_inbox" ON "lab_results" USING btree ("org_id","inbox_rank","collected_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE inbox_rank is not null;--> statement-breakpoint
CREATE INDEX "lab_results_reviewer" ON "lab_results" USING btree ("org_id","reviewer_id","inbox_rank") WHERE inbox_rank is not null;--> statement-breakpoint
CREATE INDEX "lab_results_told" ON "lab_results" USING btree ("org_id","id") WHERE critical_told_at is not null;--> statement-breakpoint
CREATE INDEX "lab_results_critical_due" ON "lab_results" USING btree ("critical_due_at") WHERE critical_due_at is not null;--> statement-breakpoint
CREATE INDEX "lab_results_addressed" ON "lab_results" USING btree ("org_id","addressed_patient_id") WHERE addressed_patient_id is not null;--> statement-breakpoint
CREATE INDEX "memberships_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "oauth_apps_client" ON "oauth_apps" USING btree ("id");--> statement-breakpoint
CREATE INDEX "oauth_codes_age" ON "oauth_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_grants_person" ON "oauth_grants" USING btree ("org_id","user_id","app_id");--> statement-breakpoint
CREATE INDEX "oauth_grants_app" ON "oauth_grants" USING btree ("org_id","app_id");--> statement-breakpoint
CREATE INDEX "oauth_refresh_tokens_age" ON "oauth_refresh_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_requests_age" ON "oauth_requests" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "order_destinations_lab" ON "order_destinations" USING btree ("org_id","lab_id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_sets_name" ON "order_sets" USING btree ("org_id","lab_id",lower("name"));--> statement-breakpoint
CREATE INDEX "organizations_sandboxes" ON "organizations" USING btree ("sandbox_of") WHERE sandbox_of is not null;--> statement-breakpoint
CREATE INDEX "organizations_sandbox_reset" ON "organizations" USING btree ("sandbox_reset_requested_at") WHERE sandbox_reset_requested_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "outbound_messages_control_id" ON "outbound_messages" USING btree ("org_id","connection_id","control_id");--> statement-breakpoint
CREATE INDEX "outbound_messages_list" ON "outbound_messages" USING btree ("org_id","connection_id","id");--> statement-breakpoint
CREATE INDEX "outbound_messages_of_order" ON "outbound_messages" USING btree ("org_id","order_id","position");--> statement-breakpoint
CREATE INDEX "outbound_messages_due" ON "outbound_messages" USING btree ("org_id","connection_id","position") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "passkeys_person" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "password_resets_person" ON "password_resets" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "patient_identifiers_unique" ON "patient_identifiers" USING btree ("org_id","system","value") WHERE type in ('mrn', 'national_id', 'lab');--> statement-breakpoint
CREATE INDEX "patient_identifiers_value" ON "patient_identifiers" USING btree ("org_id","system","value");--> statement-breakpoint
CREATE INDEX "patient_merges_of_survivor" ON "patient_merges" USING btree ("org_id","survivor_id","id");--> statement-breakpoint
CREATE INDEX "patient_merges_of_merged" ON "patient_merges" USING btree ("org_id","merged_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "patient_merges_in_effect" ON "patient_merges" USING btree ("org_id","merged_id") WHERE unmerged_at is null;--> statement-breakpoint
CREATE INDEX "patient_tokens_patient_idx" ON "patient_tokens" USING btree ("org_id","patient_id");--> statement-breakpoint
CREATE UNIQUE INDEX "patients_mrn" ON "patients" USING btree ("org_id","mrn") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "patients_external_id" ON "patients" USING btree ("org_id","external_id") WHERE deleted_at is null and external_id is not null;--> statement-breakpoint
CREATE INDEX "patients_list" ON "patients" USING btree ("org_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "patients_updated" ON "patients" USING btree ("org_id","updated_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "patients_family" ON "patients" USING btree ("org_id","family_key","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "patients_birth_date" ON "patients" USING btree ("org_id","birth_date","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "patients_status" ON "patients" USING btree ("org_id","status","id") WHERE deleted_at is null and status <> 'active';--> statement-breakpoint
CREATE INDEX "patients_deleted" ON "patients" USING btree ("org_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "patients_restricted" ON "patients" USING btree ("org_id","id") WHERE restriction is not null;--> statement-breakpoint
CREATE INDEX "pinned_tests_addressed" ON "pinned_tests" USING btree ("org_id","addressed_patient_id") WHERE addressed_patient_id is not null;--> statement-breakpoint
CREATE INDEX "rate_limits_age" ON "rate_limits" USING btree ("window_started_at");--> statement-breakpoint
CREATE INDEX "recent_patients_opened" ON "recent_patients" USING btree ("org_id","user_id","opened_at");--> statement-breakpoint
CREATE INDEX "recovery_codes_person" ON "recovery_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "review_entries_result_idx" ON "review_entries" USING btree ("org_id","result_id","id");--> statement-breakpoint
CREATE INDEX "review_entries_by" ON "review_entries" USING btree ("org_id","by","id");--> statement-breakpoint
CREATE INDEX "security_events_user" ON "security_events" USING btree ("user_id","minute") WHERE user_id <> '00000000-0000-0000-0000-000000000000';--> statement-breakpoint
CREATE INDEX "sign_in_steps_age" ON "sign_in_steps" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "uploads_person" ON "uploads" USING btree ("org_id","user_id","id");--> statement-breakpoint
CREATE INDEX "uploads_storage_key" ON "uploads" USING btree ("org_id","storage_key") WHERE storage_key is not null;--> statement-breakpoint
CREATE INDEX "uploads_expiry" ON "uploads" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "storage_claims_age" ON "storage_claims" USING btree ("claimed_at");--> statement-breakpoint
CREATE INDEX "uploads_addressed" ON "uploads" USING btree ("org_id","addressed_patient_id") WHERE addressed_patient_id is not null;--> statement-breakpoint
CREATE INDEX "webhooks_list" ON "webhooks" USING btree ("org_id","id");--> statement-breakpoint
CREATE POLICY "api_keys_select" ON "api_keys" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "api_keys_insert" ON "api_keys" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "api_keys_update" ON "api_keys" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "api_keys_delete" ON "api_keys" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "api_keys_credential" ON "api_keys" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (secret_hash = decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex'));--> statement-breakpoint
CREATE POLICY "audit_archives_select" ON "audit_archives" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_archives_insert" ON "audit_archives" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_archives_update" ON "audit_archives" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_archives_delete" ON "audit_archives" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_archives_worker" ON "audit_archives" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "audit_events_select" ON "audit_events" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_events_insert" ON "audit_events" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid and at between now() - interval '31 days' and now() + interval '31 days');--> statement-breakpoint
CREATE POLICY "audit_events_update" ON "audit_events" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (false) WITH CHECK (false);--> statement-breakpoint
CREATE POLICY "audit_events_delete" ON "audit_events" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (false);--> statement-breakpoint
CREATE POLICY "audit_events_worker" ON "audit_events" AS PERMISSIVE FOR SELECT TO "clinical_worker" USING (true);--> statement-breakpoint
CREATE POLICY "audit_filters_select" ON "audit_filters" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_filters_insert" ON "audit_filters" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_filters_update" ON "audit_filters" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_filters_delete" ON "audit_filters" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_seals_select" ON "audit_seals" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_seals_insert" ON "audit_seals" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_seals_update" ON "audit_seals" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_seals_delete" ON "audit_seals" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_seals_worker" ON "audit_seals" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "audit_streams_select" ON "audit_streams" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_streams_insert" ON "audit_streams" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_streams_update" ON "audit_streams" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_streams_delete" ON "audit_streams" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_streams_worker" ON "audit_streams" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "auth_sessions_select" ON "auth_sessions" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "auth_sessions_insert" ON "auth_sessions" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "auth_sessions_update" ON "auth_sessions" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "auth_sessions_delete" ON "auth_sessions" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "auth_sessions_credential" ON "auth_sessions" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (secret_hash = decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex'));--> statement-breakpoint
CREATE POLICY "auth_sessions_worker" ON "auth_sessions" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "catalog_imports_select" ON "catalog_imports" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "catalog_imports_insert" ON "catalog_imports" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "catalog_imports_update" ON "catalog_imports" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "catalog_imports_delete" ON "catalog_imports" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "catalog_tests_select" ON "catalog_tests" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "catalog_tests_insert" ON "catalog_tests" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "catalog_tests_update" ON "catalog_tests" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "catalog_tests_delete" ON "catalog_tests" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "chart_accesses_select" ON "chart_accesses" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "chart_accesses_insert" ON "chart_accesses" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "chart_accesses_update" ON "chart_accesses" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "chart_accesses_delete" ON "chart_accesses" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "chart_accesses_eraser" ON "chart_accesses" AS PERMISSIVE FOR ALL TO "clinical_eraser" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "delegations_select" ON "delegations" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "delegations_insert" ON "delegations" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "delegations_update" ON "delegations" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "delegations_delete" ON "delegations" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "deliveries_select" ON "deliveries" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "deliveries_insert" ON "deliveries" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "deliveries_update" ON "deliveries" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "deliveries_delete" ON "deliveries" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "deliveries_worker" ON "deliveries" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "deliveries_eraser" ON "deliveries" AS PERMISSIVE FOR ALL TO "clinical_eraser" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "delivery_attempts_select" ON "delivery_attempts" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "delivery_attempts_insert" ON "delivery_attempts" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "delivery_attempts_update" ON "delivery_attempts" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "delivery_attempts_delete" ON "delivery_attempts" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "delivery_attempts_worker" ON "delivery_attempts" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "delivery_attempts_eraser" ON "delivery_attempts" AS PERMISSIVE FOR ALL TO "clinical_eraser" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "document_corrections_select" ON "document_corrections" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "document_corrections_insert" ON "document_corrections" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "document_corrections_update" ON "document_corrections" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "document_corrections_delete" ON "document_corrections" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "document_corrections_eraser" ON "document_corrections" AS PERMISSIVE FOR ALL TO "clinical_eraser" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "documents_select" ON "documents" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "documents_insert" ON "documents" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "documents_update" ON "documents" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "documents_delete" ON "documents" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "documents_worker" ON "documents" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "documents_eraser" ON "documents" AS PERMISSIVE FOR ALL TO "clinical_eraser" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "drafts_select" ON "drafts" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "drafts_insert" ON "drafts" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "drafts_update" ON "drafts" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "drafts_delete" ON "drafts" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "drafts_worker" ON "drafts" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "drafts_eraser" ON "drafts" AS PERMISSIVE FOR ALL TO "clinical_eraser" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "erasures_select" ON "erasures" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "erasures_insert" ON "erasures" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "erasures_update" ON "erasures" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "erasures_delete" ON "erasures" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "events_select" ON "events" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "events_insert" ON "events" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "events_update" ON "events" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "events_delete" ON "events" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "events_worker" ON "events" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "events_eraser" ON "events" AS PERMISSIVE FOR ALL TO "clinical_eraser" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "exports_select" ON "exports" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "exports_insert" ON "exports" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "exports_update" ON "exports" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "exports_delete" ON "exports" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "exports_eraser" ON "exports" AS PERMISSIVE FOR ALL TO "clinical_eraser" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "exports_worker" ON "exports" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "export_files_select" ON "export_files" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "export_files_insert" ON "export_files" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "export_files_update" ON "export_files" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "export_files_delete" ON "export_files" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "export_files_eraser" ON "export_files" AS PERMISSIVE FOR ALL TO "clinical_eraser" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "export_files_worker" ON "export_files" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "favorite_tests_select" ON "favorite_tests" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "favorite_tests_insert" ON "favorite_tests" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "favorite_tests_update" ON "favorite_tests" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "favorite_tests_delete" ON "favorite_tests" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "idempotency_records_select" ON "idempotency_records" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "idempotency_records_insert" ON "idempotency_records" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "idempotency_records_update" ON "idempotency_records" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "idempotency_records_delete" ON "idempotency_records" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "idempotency_records_worker" ON "idempotency_records" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "idempotency_records_eraser" ON "idempotency_records" AS PERMISSIVE FOR ALL TO "clinical_eraser" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_documents_select" ON "inbound_documents" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_documents_insert" ON "inbound_documents" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_documents_update" ON "inbound_documents" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_documents_delete" ON "inbound_documents" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_documents_eraser" ON "inbound_documents" AS PERMISSIVE FOR ALL TO "clinical_eraser" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_documents_worker" ON "inbound_documents" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "inbound_message_bytes_select" ON "inbound_message_bytes" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_message_bytes_insert" ON "inbound_message_bytes" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_message_bytes_update" ON "inbound_message_bytes" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_message_bytes_delete" ON "inbound_message_bytes" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_message_bytes_eraser" ON "inbound_message_bytes" AS PERMISSIVE FOR ALL TO "clinical_eraser" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_message_bytes_worker" ON "inbound_message_bytes" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "inbound_messages_select" ON "inbound_messages" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_messages_insert" ON "inbound_messages" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_messages_update" ON "inbound_messages" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_messages_delete" ON "inbound_messages" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_messages_worker" ON "inbound_messages" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "inbound_messages_eraser" ON "inbound_messages" AS PERMISSIVE FOR ALL TO "clinical_eraser" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_patient_updates_select" ON "inbound_patient_updates" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_patient_updates_insert" ON "inbound_patient_updates" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_patient_updates_update" ON "inbound_patient_updates" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_patient_updates_delete" ON "inbound_patient_updates" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_patient_updates_eraser" ON "inbound_patient_updates" AS PERMISSIVE FOR ALL TO "clinical_eraser" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_patient_updates_worker" ON "inbound_patient_updates" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "inbound_reports_select" ON "inbound_reports" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_reports_insert" ON "inbound_reports" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_reports_update" ON "inbound_reports" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_reports_delete" ON "inbound_reports" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_reports_eraser" ON "inbound_reports" AS PERMISSIVE FOR ALL TO "clinical_eraser" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_reports_worker" ON "inbound_reports" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "ingest_keys_select" ON "ingest_keys" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "ingest_keys_insert" ON "ingest_keys" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "ingest_keys_update" ON "ingest_keys" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "ingest_keys_delete" ON "ingest_keys" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "ingest_keys_credential" ON "ingest_keys" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (secret_hash = decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex'));--> statement-breakpoint
CREATE POLICY "invitations_select" ON "invitations" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "invitations_insert" ON "invitations" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "invitations_update" ON "invitations" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "invitations_delete" ON "invitations" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "invitations_credential" ON "invitations" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (secret_hash = decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex'));--> statement-breakpoint
CREATE POLICY "invitations_worker" ON "invitations" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "known_devices_select" ON "known_devices" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "known_devices_insert" ON "known_devices" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "known_devices_update" ON "known_devices" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid) WITH CHECK (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "known_devices_delete" ON "known_devices" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "known_devices_credential" ON "known_devices" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (secret_hash = decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex'));--> statement-breakpoint
CREATE POLICY "known_devices_worker" ON "known_devices" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "lab_codes_select" ON "lab_codes" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_codes_insert" ON "lab_codes" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_codes_update" ON "lab_codes" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_codes_delete" ON "lab_codes" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_connections_select" ON "lab_connections" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_connections_insert" ON "lab_connections" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_connections_update" ON "lab_connections" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_connections_delete" ON "lab_connections" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_connections_worker" ON "lab_connections" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "lab_observations_select" ON "lab_observations" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_observations_insert" ON "lab_observations" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_observations_update" ON "lab_observations" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_observations_delete" ON "lab_observations" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_observations_eraser" ON "lab_observations" AS PERMISSIVE FOR ALL TO "clinical_eraser" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_order_items_select" ON "lab_order_items" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_order_items_insert" ON "lab_order_items" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_order_items_update" ON "lab_order_items" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_order_items_delete" ON "lab_order_items" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_order_items_eraser" ON "lab_order_items" AS PERMISSIVE FOR ALL TO "clinical_eraser" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_orders_select" ON "lab_orders" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_orders_insert" ON "lab_orders" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_orders_update" ON "lab_orders" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_orders_delete" ON "lab_orders" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_orders_worker" ON "lab_orders" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "lab_orders_eraser" ON "lab_orders" AS PERMISSIVE FOR ALL TO "clinical_eraser" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_providers_select" ON "lab_providers" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_providers_insert" ON "lab_providers" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_providers_update" ON "lab_providers" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_providers_delete" ON "lab_providers" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_result_versions_select" ON "lab_result_versions" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_result_versions_insert" ON "lab_result_versions" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_result_versions_update" ON "lab_result_versions" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_result_versions_delete" ON "lab_result_versions" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_result_versions_eraser" ON "lab_result_versions" AS PERMISSIVE FOR ALL TO "clinical_eraser" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_results_select" ON "lab_results" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_results_insert" ON "lab_results" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_results_update" ON "lab_results" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_results_delete" ON "lab_results" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_results_worker" ON "lab_results" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "lab_results_eraser" ON "lab_results" AS PERMISSIVE FOR ALL TO "clinical_eraser" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_units_select" ON "lab_units" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_units_insert" ON "lab_units" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_units_update" ON "lab_units" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_units_delete" ON "lab_units" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "memberships_select" ON "memberships" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "memberships_insert" ON "memberships" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "memberships_update" ON "memberships" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "memberships_delete" ON "memberships" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "memberships_own" ON "memberships" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "memberships_worker" ON "memberships" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "oauth_app_secrets_select" ON "oauth_app_secrets" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_app_secrets_insert" ON "oauth_app_secrets" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_app_secrets_update" ON "oauth_app_secrets" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_app_secrets_delete" ON "oauth_app_secrets" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_apps_select" ON "oauth_apps" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_apps_insert" ON "oauth_apps" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_apps_update" ON "oauth_apps" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_apps_delete" ON "oauth_apps" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_apps_client" ON "oauth_apps" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (id = nullif(current_setting('clinical.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_codes_select" ON "oauth_codes" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_codes_insert" ON "oauth_codes" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_codes_update" ON "oauth_codes" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_codes_delete" ON "oauth_codes" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_codes_credential" ON "oauth_codes" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (secret_hash = decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex'));--> statement-breakpoint
CREATE POLICY "oauth_codes_worker" ON "oauth_codes" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "oauth_consents_select" ON "oauth_consents" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_consents_insert" ON "oauth_consents" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_consents_update" ON "oauth_consents" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_consents_delete" ON "oauth_consents" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_grants_select" ON "oauth_grants" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_grants_insert" ON "oauth_grants" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_grants_update" ON "oauth_grants" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_grants_delete" ON "oauth_grants" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_refresh_tokens_select" ON "oauth_refresh_tokens" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_refresh_tokens_insert" ON "oauth_refresh_tokens" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_refresh_tokens_update" ON "oauth_refresh_tokens" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_refresh_tokens_delete" ON "oauth_refresh_tokens" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_refresh_tokens_credential" ON "oauth_refresh_tokens" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (secret_hash = decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex'));--> statement-breakpoint
CREATE POLICY "oauth_refresh_tokens_worker" ON "oauth_refresh_tokens" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "oauth_requests_select" ON "oauth_requests" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_requests_insert" ON "oauth_requests" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_requests_update" ON "oauth_requests" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_requests_delete" ON "oauth_requests" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_requests_credential" ON "oauth_requests" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (secret_hash = decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex'));--> statement-breakpoint
CREATE POLICY "oauth_requests_worker" ON "oauth_requests" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "order_destinations_select" ON "order_destinations" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "order_destinations_insert" ON "order_destinations" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "order_destinations_update" ON "order_destinations" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "order_destinations_delete" ON "order_destinations" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "order_destinations_worker" ON "order_destinations" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "order_sets_select" ON "order_sets" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "order_sets_insert" ON "order_sets" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "order_sets_update" ON "order_sets" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "order_sets_delete" ON "order_sets" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "organization_logos_select" ON "organization_logos" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "organization_logos_insert" ON "organization_logos" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "organization_logos_update" ON "organization_logos" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "organization_logos_delete" ON "organization_logos" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "organizations_select" ON "organizations" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (id = nullif(current_setting('clinical.org_id', true), '')::uuid or sandbox_of = nullif(current_setting('clinical.org_id', true), '')::uuid or slug = nullif(current_setting('clinical.org_slug', true), '') or exists (select 1 from memberships m where m.org_id = organizations.id and m.user_id = nullif(current_setting('clinical.user_id', true), '')::uuid) or exists (select 1 from api_keys k where k.org_id = organizations.id and k.secret_hash = decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex')) or exists (select 1 from ingest_keys k where k.org_id = organizations.id and k.secret_hash = decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex')) or exists (select 1 from oauth_apps a where a.org_id = organizations.id and a.id = nullif(current_setting('clinical.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "organizations_insert" ON "organizations" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "organizations_update" ON "organizations" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "organizations_worker" ON "organizations" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "outbound_message_bytes_select" ON "outbound_message_bytes" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "outbound_message_bytes_insert" ON "outbound_message_bytes" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "outbound_message_bytes_update" ON "outbound_message_bytes" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "outbound_message_bytes_delete" ON "outbound_message_bytes" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "outbound_message_bytes_eraser" ON "outbound_message_bytes" AS PERMISSIVE FOR ALL TO "clinical_eraser" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "outbound_message_bytes_worker" ON "outbound_message_bytes" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "outbound_messages_select" ON "outbound_messages" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "outbound_messages_insert" ON "outbound_messages" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "outbound_messages_update" ON "outbound_messages" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "outbound_messages_delete" ON "outbound_messages" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "outbound_messages_worker" ON "outbound_messages" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "outbound_messages_eraser" ON "outbound_messages" AS PERMISSIVE FOR ALL TO "clinical_eraser" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "passkeys_select" ON "passkeys" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "passkeys_insert" ON "passkeys" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "passkeys_update" ON "passkeys" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid) WITH CHECK (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "passkeys_delete" ON "passkeys" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "password_resets_select" ON "password_resets" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "password_resets_insert" ON "password_resets" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "password_resets_update" ON "password_resets" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid) WITH CHECK (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "password_resets_delete" ON "password_resets" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "password_resets_credential" ON "password_resets" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (secret_hash = decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex'));--> statement-breakpoint
CREATE POLICY "password_resets_worker" ON "password_resets" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "patient_feeds_select" ON "patient_feeds" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient_feeds_insert" ON "patient_feeds" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient_feeds_update" ON "patient_feeds" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient_feeds_delete" ON "patient_feeds" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient_feeds_eraser" ON "patient_feeds" AS PERMISSIVE FOR ALL TO "clinical_eraser" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient_identifiers_select" ON "patient_identifiers" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient_identifiers_insert" ON "patient_identifiers" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient_identifiers_update" ON "patient_identifiers" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient_identifiers_delete" ON "patient_identifiers" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient_identifiers_eraser" ON "patient_identifiers" AS PERMISSIVE FOR ALL TO "clinical_eraser" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient_merges_select" ON "patient_merges" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient_merges_insert" ON "patient_merges" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient_merges_update" ON "patient_merges" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient_merges_delete" ON "patient_merges" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient_merges_eraser" ON "patient_merges" AS PERMISSIVE FOR ALL TO "clinical_eraser" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient_tokens_select" ON "patient_tokens" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient_tokens_insert" ON "patient_tokens" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient_tokens_update" ON "patient_tokens" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient_tokens_delete" ON "patient_tokens" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient_tokens_eraser" ON "patient_tokens" AS PERMISSIVE FOR ALL TO "clinical_eraser" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patients_select" ON "patients" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patients_insert" ON "patients" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patients_update" ON "patients" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patients_delete" ON "patients" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patients_eraser" ON "patients" AS PERMISSIVE FOR ALL TO "clinical_eraser" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "pinned_tests_select" ON "pinned_tests" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "pinned_tests_insert" ON "pinned_tests" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "pinned_tests_update" ON "pinned_tests" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "pinned_tests_delete" ON "pinned_tests" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "pinned_tests_eraser" ON "pinned_tests" AS PERMISSIVE FOR ALL TO "clinical_eraser" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rate_limits_select" ON "rate_limits" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rate_limits_insert" ON "rate_limits" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rate_limits_update" ON "rate_limits" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rate_limits_delete" ON "rate_limits" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rate_limits_worker" ON "rate_limits" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "recent_patients_select" ON "recent_patients" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "recent_patients_insert" ON "recent_patients" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "recent_patients_update" ON "recent_patients" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "recent_patients_delete" ON "recent_patients" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "recent_patients_eraser" ON "recent_patients" AS PERMISSIVE FOR ALL TO "clinical_eraser" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "recovery_codes_select" ON "recovery_codes" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "recovery_codes_insert" ON "recovery_codes" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "recovery_codes_update" ON "recovery_codes" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid) WITH CHECK (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "recovery_codes_delete" ON "recovery_codes" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "review_entries_select" ON "review_entries" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "review_entries_insert" ON "review_entries" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "review_entries_update" ON "review_entries" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "review_entries_delete" ON "review_entries" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "review_entries_eraser" ON "review_entries" AS PERMISSIVE FOR ALL TO "clinical_eraser" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "security_events_select" ON "security_events" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (nullif(current_setting('clinical.org_id', true), '')::uuid is null or user_id in (select m.user_id from memberships m where m.org_id = nullif(current_setting('clinical.org_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "security_events_insert" ON "security_events" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (nullif(current_setting('clinical.org_id', true), '')::uuid is null);--> statement-breakpoint
CREATE POLICY "security_events_update" ON "security_events" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (nullif(current_setting('clinical.org_id', true), '')::uuid is null) WITH CHECK (nullif(current_setting('clinical.org_id', true), '')::uuid is null);--> statement-breakpoint
CREATE POLICY "security_events_worker" ON "security_events" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sign_in_steps_select" ON "sign_in_steps" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (secret_hash = decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex') or user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "sign_in_steps_insert" ON "sign_in_steps" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (user_id is null or user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "sign_in_steps_update" ON "sign_in_steps" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (secret_hash = decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex') or user_id = nullif(current_setting('clinical.user_id', true), '')::uuid) WITH CHECK (secret_hash = decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex') or user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "sign_in_steps_worker" ON "sign_in_steps" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "storage_claims_select" ON "storage_claims" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "storage_claims_insert" ON "storage_claims" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "storage_claims_update" ON "storage_claims" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "storage_claims_delete" ON "storage_claims" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "storage_claims_worker" ON "storage_claims" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "totp_secrets_select" ON "totp_secrets" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "totp_secrets_insert" ON "totp_secrets" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "totp_secrets_update" ON "totp_secrets" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid) WITH CHECK (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "totp_secrets_delete" ON "totp_secrets" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "upload_tokens_select" ON "upload_tokens" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "upload_tokens_insert" ON "upload_tokens" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "upload_tokens_update" ON "upload_tokens" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "upload_tokens_delete" ON "upload_tokens" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "upload_tokens_credential" ON "upload_tokens" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (secret_hash = decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex'));--> statement-breakpoint
CREATE POLICY "upload_tokens_worker" ON "upload_tokens" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "upload_tokens_eraser" ON "upload_tokens" AS PERMISSIVE FOR ALL TO "clinical_eraser" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "uploads_select" ON "uploads" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "uploads_insert" ON "uploads" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "uploads_update" ON "uploads" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "uploads_delete" ON "uploads" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "uploads_worker" ON "uploads" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "uploads_eraser" ON "uploads" AS PERMISSIVE FOR ALL TO "clinical_eraser" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "users_select" ON "users" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (id = nullif(current_setting('clinical.user_id', true), '')::uuid or email_hash = decode(nullif(current_setting('clinical.email_hash', true), ''), 'hex') or exists (select 1 from memberships m where m.user_id = users.id and m.org_id = nullif(current_setting('clinical.org_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "users_insert" ON "users" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "users_update" ON "users" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (id = nullif(current_setting('clinical.user_id', true), '')::uuid or email_hash = decode(nullif(current_setting('clinical.email_hash', true), ''), 'hex') or exists (select 1 from memberships m where m.user_id = users.id and m.org_id = nullif(current_setting('clinical.org_id', true), '')::uuid)) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "webhook_secrets_select" ON "webhook_secrets" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "webhook_secrets_insert" ON "webhook_secrets" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "webhook_secrets_update" ON "webhook_secrets" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "webhook_secrets_delete" ON "webhook_secrets" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "webhook_secrets_worker" ON "webhook_secrets" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "webhooks_select" ON "webhooks" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "webhooks_insert" ON "webhooks" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "webhooks_update" ON "webhooks" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "webhooks_delete" ON "webhooks" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "webhooks_worker" ON "webhooks" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);
--> statement-breakpoint
ALTER TABLE rate_limits SET UNLOGGED;
--> statement-breakpoint
ALTER TABLE api_keys FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE audit_archives FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE audit_events FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE audit_filters FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE audit_seals FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE audit_streams FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE auth_sessions FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE catalog_imports FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE catalog_tests FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE chart_accesses FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE delegations FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE deliveries FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE delivery_attempts FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE document_corrections FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE documents FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE drafts FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE erasures FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE events FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE export_files FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE exports FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE favorite_tests FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE idempotency_records FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE inbound_documents FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE inbound_message_bytes FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE inbound_messages FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE inbound_patient_updates FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE inbound_reports FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE ingest_keys FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE invitations FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE known_devices FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE lab_codes FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE lab_connections FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE lab_observations FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE lab_order_items FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE lab_orders FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE lab_providers FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE lab_result_versions FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE lab_results FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE lab_units FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE memberships FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE oauth_app_secrets FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE oauth_apps FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE oauth_codes FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE oauth_consents FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE oauth_grants FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE oauth_refresh_tokens FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE oauth_requests FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE order_destinations FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE order_sets FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE organization_logos FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE organizations FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE outbound_message_bytes FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE outbound_messages FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE passkeys FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE password_resets FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE patient_feeds FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE patient_identifiers FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE patient_merges FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE patient_tokens FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE patients FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE pinned_tests FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE rate_limits FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE recent_patients FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE recovery_codes FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE review_entries FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE security_events FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE sign_in_steps FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE storage_claims FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE totp_secrets FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE upload_tokens FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE uploads FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE users FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE webhook_secrets FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE webhooks FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
REVOKE ALL ON SCHEMA public FROM PUBLIC;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO clinical_app, clinical_worker, clinical_eraser;
--> statement-breakpoint
GRANT USAGE ON SCHEMA drizzle TO clinical_app;
--> statement-breakpoint
GRANT SELECT ON drizzle.__drizzle_migrations TO clinical_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON api_keys TO clinical_app;
--> statement-breakpoint
GRANT SELECT ON audit_archives TO clinical_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (removed_at) ON audit_archives TO clinical_worker;--> statement-breakpoint
GRANT SELECT, INSERT (org_id, id, at, actor, transport, action, kind, outcome, code, object_kind, object_id, patient_ids, request_id, ip, detail) ON audit_events TO clinical_app;
--> statement-breakpoint
GRANT SELECT ON audit_events TO clinical_worker;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON audit_filters TO clinical_app;
--> statement-breakpoint
GRANT SELECT ON audit_seals TO clinical_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON audit_seals TO clinical_worker;
--> statement-breakpoint
GRANT SELECT ON audit_streams TO clinical_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON audit_streams TO clinical_worker;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON auth_sessions TO clinical_app;
--> statement-breakpoint
GRANT SELECT (org_id, id, expires_at, check_due_at, revoked_at), DELETE ON auth_sessions TO clinical_worker;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON catalog_imports TO clinical_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON catalog_tests TO clinical_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON chart_accesses TO clinical_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON chart_accesses TO clinical_eraser;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON delegations TO clinical_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON deliveries TO clinical_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (status, attempts, next_attempt_at, lease_until, lease_token, finished_at), DELETE ON deliveries TO clinical_worker;
--> statement-breakpoint
GRANT SELECT ON deliveries TO clinical_eraser;--> statement-breakpoint
GRANT SELECT ON delivery_attempts TO clinical_app;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON delivery_attempts TO clinical_worker;
--> statement-breakpoint
GRANT SELECT, DELETE ON delivery_attempts TO clinical_eraser;--> statement-breakpoint
GRANT SELECT, INSERT ON document_corrections TO clinical_app;
--> statement-breakpoint
GRANT SELECT, UPDATE (other_id), DELETE ON document_corrections TO clinical_eraser;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON documents TO clinical_app;
--> statement-breakpoint
GRANT SELECT (org_id, id, created_at, status, scan_status, storage_key, scan_due_at, scan_attempts), UPDATE (scan_due_at) ON documents TO clinical_worker;
--> statement-breakpoint
GRANT SELECT, DELETE ON documents TO clinical_eraser;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON drafts TO clinical_app;
--> statement-breakpoint
GRANT SELECT (expires_at), DELETE ON drafts TO clinical_worker;
--> statement-breakpoint
GRANT SELECT, DELETE ON drafts TO clinical_eraser;--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON encryption_keys TO clinical_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (pending_files, files_removed_at) ON erasures TO clinical_app;--> statement-breakpoint
GRANT SELECT, INSERT ON events TO clinical_app;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON events TO clinical_worker;
--> statement-breakpoint
GRANT SELECT ON events TO clinical_eraser;--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON export_files TO clinical_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON export_files TO clinical_eraser;
--> statement-breakpoint
GRANT SELECT (org_id, export_id) ON export_files TO clinical_worker;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON exports TO clinical_app;
--> statement-breakpoint
GRANT SELECT, UPDATE (version, updated_at, status, failure_reason, due_at, expires_at) ON exports TO clinical_eraser;
--> statement-breakpoint
GRANT SELECT (org_id, id, status, due_at, expires_at), UPDATE (due_at), DELETE ON exports TO clinical_worker;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON favorite_tests TO clinical_app;
--> statement-breakpoint
GRANT SELECT ON generations TO clinical_app;--> statement-breakpoint
GRANT SELECT ON generations TO clinical_worker;--> statement-breakpoint
GRANT SELECT, INSERT ON idempotency_records TO clinical_app;
--> statement-breakpoint
GRANT SELECT (created_at, org_id), DELETE ON idempotency_records TO clinical_worker;
--> statement-breakpoint
GRANT SELECT, UPDATE (output) ON idempotency_records TO clinical_eraser;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON inbound_documents TO clinical_app;--> statement-breakpoint
GRANT SELECT, DELETE ON inbound_documents TO clinical_eraser;--> statement-breakpoint
GRANT SELECT (org_id, message_id, state, problem) ON inbound_documents TO clinical_worker;--> statement-breakpoint
GRANT SELECT, INSERT ON inbound_message_bytes TO clinical_app;
--> statement-breakpoint
GRANT SELECT, UPDATE (bytes), DELETE ON inbound_message_bytes TO clinical_eraser;--> statement-breakpoint
GRANT SELECT (org_id, message_id), DELETE ON inbound_message_bytes TO clinical_worker;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON inbound_messages TO clinical_app;
--> statement-breakpoint
GRANT SELECT (org_id, id, connection_id, position, received_at, state, tries, next_try_at, lease_until, lease_token), UPDATE (tries, next_try_at, lease_until, lease_token) ON inbound_messages TO clinical_worker;
--> statement-breakpoint
GRANT SELECT, UPDATE ON inbound_messages TO clinical_eraser;--> statement-breakpoint
GRANT UPDATE (content_removed_at, content_removal, file_name) ON inbound_messages TO clinical_worker;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON inbound_patient_updates TO clinical_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON inbound_patient_updates TO clinical_eraser;--> statement-breakpoint
GRANT SELECT (org_id, message_id, state) ON inbound_patient_updates TO clinical_worker;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON inbound_reports TO clinical_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON inbound_reports TO clinical_eraser;--> statement-breakpoint
GRANT SELECT (org_id, message_id, state) ON inbound_reports TO clinical_worker;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON ingest_keys TO clinical_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON invitations TO clinical_app;
--> statement-breakpoint
GRANT SELECT (accepted_at, revoked_at, expires_at), DELETE ON invitations TO clinical_worker;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON known_devices TO clinical_app;
--> statement-breakpoint
GRANT SELECT (expires_at), DELETE ON known_devices TO clinical_worker;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON lab_codes TO clinical_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON lab_connections TO clinical_app;
--> statement-breakpoint
GRANT SELECT (org_id, id, version, transport, enabled, port, tls, allowed_addresses, directory, on_database_down, waiting_minutes, idle_minutes, deleted_at) ON lab_connections TO clinical_worker;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON lab_observations TO clinical_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON lab_observations TO clinical_eraser;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON lab_order_items TO clinical_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON lab_order_items TO clinical_eraser;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON lab_orders TO clinical_app;
--> statement-breakpoint
GRANT SELECT (org_id, id, status, overdue_due_at) ON lab_orders TO clinical_worker;
--> statement-breakpoint
GRANT SELECT, DELETE ON lab_orders TO clinical_eraser;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON lab_providers TO clinical_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON lab_result_versions TO clinical_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON lab_result_versions TO clinical_eraser;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON lab_results TO clinical_app;
--> statement-breakpoint
GRANT SELECT (org_id, id, critical_due_at) ON lab_results TO clinical_worker;
--> statement-breakpoint
GRANT SELECT, DELETE ON lab_results TO clinical_eraser;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON lab_units TO clinical_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON memberships TO clinical_app;
--> statement-breakpoint
GRANT SELECT (org_id, user_id) ON memberships TO clinical_worker;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON oauth_app_secrets TO clinical_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON oauth_apps TO clinical_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON oauth_codes TO clinical_app;
--> statement-breakpoint
GRANT SELECT (expires_at), DELETE ON oauth_codes TO clinical_worker;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON oauth_consents TO clinical_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON oauth_grants TO clinical_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON oauth_refresh_tokens TO clinical_app;
--> statement-breakpoint
GRANT SELECT (expires_at), DELETE ON oauth_refresh_tokens TO clinical_worker;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON oauth_requests TO clinical_app;
--> statement-breakpoint
GRANT SELECT (expires_at), DELETE ON oauth_requests TO clinical_worker;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON order_destinations TO clinical_app;
--> statement-breakpoint
GRANT SELECT (org_id, connection_id, transport, paused, lease_until, lease_token), UPDATE (lease_until, lease_token) ON order_destinations TO clinical_worker;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON order_sets TO clinical_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON organization_logos TO clinical_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON organizations TO clinical_app;
--> statement-breakpoint
GRANT SELECT (id, slug, suspended_at, sandbox_reset_requested_at) ON organizations TO clinical_worker;
--> statement-breakpoint
GRANT SELECT (inbound_message_months, outbound_message_months, event_days, delivery_days, security_event_months, audit_retention_years) ON organizations TO clinical_worker;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (answer, answered_at) ON outbound_message_bytes TO clinical_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON outbound_message_bytes TO clinical_eraser;--> statement-breakpoint
GRANT SELECT (org_id, message_id), DELETE ON outbound_message_bytes TO clinical_worker;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON outbound_messages TO clinical_app;
--> statement-breakpoint
GRANT SELECT (org_id, connection_id, position, created_at, status, next_attempt_at) ON outbound_messages TO clinical_worker;
--> statement-breakpoint
GRANT SELECT, DELETE ON outbound_messages TO clinical_eraser;--> statement-breakpoint
GRANT SELECT (id, order_id), UPDATE (content_removed_at) ON outbound_messages TO clinical_worker;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON passkeys TO clinical_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON password_resets TO clinical_app;
--> statement-breakpoint
GRANT SELECT (expires_at), DELETE ON password_resets TO clinical_worker;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON patient_feeds TO clinical_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON patient_feeds TO clinical_eraser;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON patient_identifiers TO clinical_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON patient_identifiers TO clinical_eraser;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON patient_merges TO clinical_app;--> statement-breakpoint
GRANT SELECT, DELETE ON patient_merges TO clinical_eraser;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON patient_tokens TO clinical_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON patient_tokens TO clinical_eraser;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON patients TO clinical_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON patients TO clinical_eraser;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON pinned_tests TO clinical_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON pinned_tests TO clinical_eraser;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON rate_limits TO clinical_app;
--> statement-breakpoint
GRANT SELECT (org_id, subject, policy, window_started_at, used), INSERT, UPDATE (window_started_at, used), DELETE ON rate_limits TO clinical_worker;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON recent_patients TO clinical_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON recent_patients TO clinical_eraser;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON recovery_codes TO clinical_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON review_entries TO clinical_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON review_entries TO clinical_eraser;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON security_events TO clinical_app;
--> statement-breakpoint
GRANT SELECT (minute), DELETE ON security_events TO clinical_worker;
--> statement-breakpoint
GRANT SELECT (user_id) ON security_events TO clinical_worker;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON sign_in_steps TO clinical_app;
--> statement-breakpoint
GRANT SELECT (expires_at), DELETE ON sign_in_steps TO clinical_worker;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_throttles TO clinical_app;
--> statement-breakpoint
GRANT SELECT (updated_at), DELETE ON sign_in_throttles TO clinical_worker;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (expires_at) ON signing_keys TO clinical_app;
--> statement-breakpoint
GRANT SELECT (expires_at), DELETE ON signing_keys TO clinical_worker;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON storage_claims TO clinical_app;--> statement-breakpoint
GRANT SELECT ON storage_claims TO clinical_worker;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON totp_secrets TO clinical_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON upload_tokens TO clinical_app;
--> statement-breakpoint
GRANT SELECT (expires_at), DELETE ON upload_tokens TO clinical_worker;--> statement-breakpoint
GRANT SELECT, DELETE ON upload_tokens TO clinical_eraser;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON uploads TO clinical_app;
--> statement-breakpoint
GRANT SELECT (org_id, id, expires_at) ON uploads TO clinical_worker;
--> statement-breakpoint
GRANT SELECT, DELETE ON uploads TO clinical_eraser;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON users TO clinical_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_secrets TO clinical_app;
--> statement-breakpoint
GRANT SELECT ON webhook_secrets TO clinical_worker;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON webhooks TO clinical_app;
--> statement-breakpoint
GRANT SELECT (org_id, id, version, url, events, enabled, status, disabled_reason, last_success_at, last_failure_at, first_failure_at, consecutive_failures, deleted_at), UPDATE (enabled, status, disabled_reason, last_success_at, last_failure_at, first_failure_at, consecutive_failures, updated_at) ON webhooks TO clinical_worker;--> statement-breakpoint
SELECT create_month_partitions();
--> statement-breakpoint
CREATE TABLE "identity_domains" (
	"org_id" uuid NOT NULL,
	"domain" text NOT NULL,
	"domain_hash" "bytea" NOT NULL,
	"token" text NOT NULL,
	"verified_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "identity_domains_pkey" PRIMARY KEY("org_id","domain")
);
--> statement-breakpoint
ALTER TABLE "identity_domains" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "identity_providers" (
	"org_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"client_secret" text NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	"automatic" boolean DEFAULT false NOT NULL,
	"groups_claim" text,
	"role_rules" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"default_role" text,
	"second_factor_values" text[] DEFAULT '{}' NOT NULL,
	"last_test" jsonb,
	"token_keys" text,
	"checks_sessions" boolean DEFAULT true NOT NULL,
	CONSTRAINT "identity_providers_pkey" PRIMARY KEY("org_id")
);
--> statement-breakpoint
ALTER TABLE "identity_providers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "logout_tokens" (
	"org_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "logout_tokens_pkey" PRIMARY KEY("org_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "logout_tokens" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sign_on_failures" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"reason" text NOT NULL,
	"detail" text,
	"error" text,
	"error_description" text,
	"ip" text NOT NULL,
	"request_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_on_failures_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "sign_on_failures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "user_identities" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"linked_by" text NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "user_identities_pkey" PRIMARY KEY("org_id","id"),
	CONSTRAINT "user_identities_subject" UNIQUE("org_id","issuer","subject"),
	CONSTRAINT "user_identities_user" UNIQUE("org_id","user_id","issuer")
);
--> statement-breakpoint
ALTER TABLE "user_identities" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD COLUMN "identity_id" uuid;--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD COLUMN "provider_session" text;--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD COLUMN "logout_url" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "single_sign_on_enforced" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "break_glass_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "identity_domains_verified" ON "identity_domains" USING btree ("domain_hash") WHERE verified_at is not null;--> statement-breakpoint
CREATE INDEX "logout_tokens_age" ON "logout_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_on_failures_age" ON "sign_on_failures" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "auth_sessions_identity" ON "auth_sessions" USING btree ("org_id","identity_id") WHERE identity_id is not null;--> statement-breakpoint
CREATE INDEX "auth_sessions_check_due" ON "auth_sessions" USING btree ("check_due_at") WHERE check_due_at is not null and revoked_at is null;--> statement-breakpoint
CREATE POLICY "identity_domains_select" ON "identity_domains" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "identity_domains_insert" ON "identity_domains" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "identity_domains_update" ON "identity_domains" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "identity_domains_delete" ON "identity_domains" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "identity_domains_routing" ON "identity_domains" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (verified_at is not null and domain_hash = decode(nullif(current_setting('clinical.email_hash', true), ''), 'hex'));--> statement-breakpoint
CREATE POLICY "identity_providers_select" ON "identity_providers" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "identity_providers_insert" ON "identity_providers" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "identity_providers_update" ON "identity_providers" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "identity_providers_delete" ON "identity_providers" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "logout_tokens_select" ON "logout_tokens" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "logout_tokens_insert" ON "logout_tokens" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "logout_tokens_update" ON "logout_tokens" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "logout_tokens_delete" ON "logout_tokens" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "logout_tokens_worker" ON "logout_tokens" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sign_on_failures_select" ON "sign_on_failures" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "sign_on_failures_insert" ON "sign_on_failures" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "sign_on_failures_update" ON "sign_on_failures" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "sign_on_failures_delete" ON "sign_on_failures" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "sign_on_failures_worker" ON "sign_on_failures" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "user_identities_select" ON "user_identities" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "user_identities_insert" ON "user_identities" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "user_identities_update" ON "user_identities" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "user_identities_delete" ON "user_identities" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);
--> statement-breakpoint
ALTER TABLE identity_domains FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE identity_providers FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE logout_tokens FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE sign_on_failures FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE user_identities FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON identity_domains TO clinical_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON identity_providers TO clinical_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON logout_tokens TO clinical_app;
--> statement-breakpoint
GRANT SELECT (expires_at), DELETE ON logout_tokens TO clinical_worker;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON sign_on_failures TO clinical_app;
--> statement-breakpoint
GRANT SELECT (expires_at), DELETE ON sign_on_failures TO clinical_worker;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON user_identities TO clinical_app;
--> statement-breakpoint
CREATE TABLE "scim_groups" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"display_name" text NOT NULL,
	"external_id" text,
	"member_ids" uuid[] DEFAULT '{}' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "scim_groups_pkey" PRIMARY KEY("org_id","id"),
	CONSTRAINT "scim_groups_name" UNIQUE("org_id","display_name")
);
--> statement-breakpoint
ALTER TABLE "scim_groups" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "scim_tokens" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"stub" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text,
	CONSTRAINT "scim_tokens_pkey" PRIMARY KEY("org_id","id"),
	CONSTRAINT "scim_tokens_secret_hash" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "scim_tokens" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "scim_users" (
	"org_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"user_name" text NOT NULL,
	"attributes" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "scim_users_pkey" PRIMARY KEY("org_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "scim_users" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "scim_groups_select" ON "scim_groups" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "scim_groups_insert" ON "scim_groups" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "scim_groups_update" ON "scim_groups" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "scim_groups_delete" ON "scim_groups" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "scim_tokens_select" ON "scim_tokens" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "scim_tokens_insert" ON "scim_tokens" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "scim_tokens_update" ON "scim_tokens" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "scim_tokens_delete" ON "scim_tokens" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "scim_tokens_credential" ON "scim_tokens" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (secret_hash = decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex'));--> statement-breakpoint
CREATE POLICY "scim_users_select" ON "scim_users" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "scim_users_insert" ON "scim_users" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "scim_users_update" ON "scim_users" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "scim_users_delete" ON "scim_users" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);
--> statement-breakpoint
ALTER TABLE scim_groups FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE scim_tokens FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE scim_users FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON scim_groups TO clinical_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON scim_tokens TO clinical_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON scim_users TO clinical_app;
