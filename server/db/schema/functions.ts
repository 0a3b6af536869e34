/**
 * Tables partitioned by month, with the column that decides, a UUIDv7. drizzle-kit does not know partitions: the
 * migration that creates such a table adds `PARTITION BY RANGE`.
 */
export const PARTITIONED: Readonly<Record<string, string>> = {
  audit_events: 'id',
  inbound_message_bytes: 'message_id',
  outbound_message_bytes: 'message_id',
};

/**
 * Functions and a sequence that drizzle-kit does not generate. The first migration contains the same statements before
 * its tables; a test compares both.
 */
export const FUNCTIONS: readonly string[] = [
  // No transaction that is still running has a lower `txid`. A sequence, because each new value replaces the old one.
  'CREATE SEQUENCE txid_floor AS bigint MINVALUE 0 START 0',
  'GRANT SELECT ON txid_floor TO clinical_app',
  'GRANT SELECT, UPDATE ON txid_floor TO clinical_worker',

  // Volatile, so that the number is read after the lock that `open_generation` waits for, not in an earlier snapshot.
  // It runs for each audit row: reading the sequence as a table would take twice as long.
  `CREATE FUNCTION generation_txid() RETURNS xid8 LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  own bigint;
BEGIN
  SELECT number INTO own FROM public.generations ORDER BY number DESC LIMIT 1;
  own := coalesce(own, 0) * 281474976710656 + pg_current_xact_id()::text::bigint;
  IF own < pg_sequence_last_value('public.txid_floor') THEN
    RAISE EXCEPTION 'The transaction ID is lower than those of sealed rows.' USING ERRCODE = 'CL001';
  END IF;
  RETURN own::text::xid8;
END $$`,

  // Waits for every transaction that has read the current number; those that read it later see the new one.
  `CREATE FUNCTION open_generation(expected integer, opened integer, cause text, reason text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  LOCK TABLE public.generations IN ACCESS EXCLUSIVE MODE;
  IF expected <> coalesce((SELECT max(number) FROM public.generations), 0) OR opened <= expected THEN
    RETURN false;
  END IF;
  INSERT INTO public.generations (number, opened_at, cause, reason) VALUES (opened, now(), cause, reason);
  RETURN true;
END $$`,
  'REVOKE ALL ON FUNCTION open_generation(integer, integer, text, text) FROM PUBLIC',
  'GRANT EXECUTE ON FUNCTION open_generation(integer, integer, text, text) TO clinical_worker',

  // As `lowestIdAt` in server/shared/ids.ts.
  `CREATE FUNCTION lowest_id_at(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (lpad(to_hex(greatest(0, floor(extract(epoch FROM at) * 1000))::bigint), 12, '0') || '70008000000000000000')::uuid`,

  // Rows after this one in (txid, id) order have no lower ID: \`at\` of both may be wrong by 31 days. With it, PostgreSQL
  // does not search the partitions of earlier months.
  `CREATE FUNCTION audit_id_floor(id uuid) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lowest_id_at(to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0) - interval '70 days')`,

  // Partitions of this month and the following ones, attached without blocking writers. The first one takes all earlier
  // IDs. The role of the caller cannot create tables.
  `CREATE FUNCTION create_month_partitions() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  parent text;
  month timestamp;
  name text;
  created integer := 0;
BEGIN
  FOREACH parent IN ARRAY ARRAY[${Object.keys(PARTITIONED)
    .map((name) => `'${name}'`)
    .join(', ')}] LOOP
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
END $$`,
  'REVOKE ALL ON FUNCTION create_month_partitions() FROM PUBLIC',
  'GRANT EXECUTE ON FUNCTION create_month_partitions() TO clinical_worker',

  // At most a batch of the rows of an organization up to this one, and none of the last year. Declared restores stay,
  // because they explain lost seals. No role of the service may delete audit rows otherwise.
  `CREATE FUNCTION remove_archived_audit(org uuid, last_txid xid8, last_id uuid, most integer) RETURNS integer
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
END $$`,
  'REVOKE ALL ON FUNCTION remove_archived_audit(uuid, xid8, uuid, integer) FROM PUBLIC',
  'GRANT EXECUTE ON FUNCTION remove_archived_audit(uuid, xid8, uuid, integer) TO clinical_worker',

  // The oldest partitions, if they are empty and their month ended more than a year ago.
  `CREATE FUNCTION drop_empty_month_partitions() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  parent text;
  name text;
  found boolean;
  dropped integer := 0;
BEGIN
  FOREACH parent IN ARRAY ARRAY[${Object.keys(PARTITIONED)
    .map((name) => `'${name}'`)
    .join(', ')}] LOOP
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
END $$`,
  'REVOKE ALL ON FUNCTION drop_empty_month_partitions() FROM PUBLIC',
  'GRANT EXECUTE ON FUNCTION drop_empty_month_partitions() TO clinical_worker',
];
