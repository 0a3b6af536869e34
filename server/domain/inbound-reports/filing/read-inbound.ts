import { and, eq, isNotNull } from 'drizzle-orm';
import { labCodes, labUnits } from '../../../db/schema/index';
import type { Tx } from '../../../db/transaction';
import { showId } from '../../../shared/ids';
import type { Context } from '../../../shared/context';
import type { AccessionField } from '../../../data-types/lab-connection-codes';
import type { NormalMessage } from '../../../hl7v2/normal-message';
import { normalize, type NormalizeOptions } from '../../../hl7v2/normalize';
import { readMessage } from '../../../hl7v2/read-message';
import { allowLongPauses } from './long-pauses';
import { codeKey, type ConnectionMappings } from './connection-mappings';
import type { ReportSource } from './to-report';
import { storedMessage, type StoredMessage } from '../../inbound-messages/access';

/** A stored message with its connection and content, which is parsed from the bytes each time and never stored. */
export interface InboundMessage extends Omit<StoredMessage, 'bytes'> {
  normal: NormalMessage;
  source: ReportSource;
}

const ACCESSION: Record<AccessionField, NormalizeOptions['accessionField']> = {
  spm2: 'SPM-2',
  obr18: 'OBR-18',
  obr20: 'OBR-20',
};

/** `messageId`: `uuid`. Throws the DomainErrors of `storedMessage`. */
export async function readInbound(tx: Tx, ctx: Context, messageId: string): Promise<InboundMessage> {
  const { orgId } = ctx.actor;
  const { row, connection, bytes } = await storedMessage(tx, ctx, messageId);
  await allowLongPauses(tx, row.size);
  const { message, doubts, warnings } = readMessage(bytes, connection.charset);
  const normal = normalize(message, {
    timeZone: connection.timeZone,
    decimalComma: connection.decimalComma,
    accessionField: ACCESSION[connection.accessionField],
  });
  normal.warnings.unshift(...warnings);
  return {
    row,
    connection,
    normal,
    source: {
      messageId: showId('inbound_message', row.id),
      isTest: row.isTest,
      arrival: row.position,
      lab: connection.lab,
      updateMode: connection.updateMode,
      mappings: await readMappings(tx, orgId, connection.id),
      sentAt: normal.sent_at,
      doubts,
    },
  };
}

async function readMappings(tx: Tx, orgId: string, connectionId: string): Promise<ConnectionMappings> {
  const codes = await tx
    .select({ code: labCodes.code, system: labCodes.codeSystem, loinc: labCodes.loinc })
    .from(labCodes)
    .where(
      and(eq(labCodes.orgId, orgId), eq(labCodes.connectionId, connectionId), isNotNull(labCodes.loinc)),
    );
  const units = await tx
    .select({ unit: labUnits.unit, ucum: labUnits.ucum })
    .from(labUnits)
    .where(and(eq(labUnits.orgId, orgId), eq(labUnits.connectionId, connectionId)));
  return {
    codes: new Map(codes.map(({ code, system, loinc }) => [codeKey(code, system), loinc!])),
    units: new Map(units.map(({ unit, ucum }) => [unit, ucum])),
  };
}
