import {
  listOutboundMessagesInput,
  outboundMessageDetail,
  outboundMessageList,
  outboundMessagePath,
} from '../../domain/outbound-messages/contract';
import { getOutboundMessage } from '../../domain/outbound-messages/get-outbound-message';
import { listOutboundMessages } from '../../domain/outbound-messages/list-outbound-messages';
import { procedure, router } from '../trpc';

/** Portal only. */
export const outboundMessagesRouter = router({
  listOutboundMessages: procedure
    .input(listOutboundMessagesInput)
    .output(outboundMessageList)
    .query(({ ctx, input }) => listOutboundMessages(ctx, input)),
  getOutboundMessage: procedure
    .input(outboundMessagePath)
    .output(outboundMessageDetail)
    .query(({ ctx, input }) => getOutboundMessage(ctx, input)),
});
