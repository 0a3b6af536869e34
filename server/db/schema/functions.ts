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
];
