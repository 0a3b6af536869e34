import {
  inboundMessage,
  inboundMessageDetail,
  inboundMessageList,
  inboundMessagePath,
  listInboundMessagesInput,
  setMessageAsideInput,
} from '../../domain/inbound-messages/contract';
import { listInboundMessages } from '../../domain/inbound-messages/list-inbound-messages';
import { runMessageAgain } from '../../domain/inbound-messages/run-message-again';
import { setMessageAside } from '../../domain/inbound-messages/set-message-aside';
import { getInboundMessage } from '../../domain/inbound-messages/get-inbound-message';
import { procedure, router } from '../trpc';

/** Portal only. */
export const inboundMessagesRouter = router({
  listInboundMessages: procedure
    .input(listInboundMessagesInput)
    .output(inboundMessageList)
    .query(({ ctx, input }) => listInboundMessages(ctx, input)),
  getInboundMessage: procedure
    .input(inboundMessagePath)
    .output(inboundMessageDetail)
    .query(({ ctx, input }) => getInboundMessage(ctx, input)),
  runMessageAgain: procedure
    .input(inboundMessagePath)
    .output(inboundMessage)
    .mutation(({ ctx, input }) => runMessageAgain(ctx, input)),
  setMessageAside: procedure
    .input(setMessageAsideInput)
    .output(inboundMessage)
    .mutation(({ ctx, input }) => setMessageAside(ctx, input)),
});
