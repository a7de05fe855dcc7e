import { hasTooManyRejections, type MessageAddress, type MessageChannel } from '@sw/domain/inbox/message-channel';
import type { OutgoingDelivery } from '@sw/domain/inbox/outgoing';
import { isAbandoned, MAX_REQUESTED_PAUSE } from '@sw/domain/inbox/retry';
import { utcMs } from '@sw/domain/time/units';
import type { MessageContent } from '../../../outside/messengers/channel-request.ts';
import { DELIVERED, type Outcome, refusedByReceiver } from '../../../outside/outcome.ts';
import type { AlertMailParts } from './alert-mail.ts';
import {
	type DeliveryContent,
	formatBatchTitle,
	formatFilingLines,
	formatRemainder,
	formatReportLine,
	formatSymbols,
	formatTitle,
} from './delivery-content.ts';
import type { DeliveryParts } from './ports.ts';

/** Maximum tickers per list and maximum inbox messages in an app message. */
const [MAX_TICKERS, MAX_MESSAGES] = [40, 20];

/** Builds one app message for one or more inbox messages, with the URL of the page that shows these messages in full. */
export function createAppMessage(contents: readonly DeliveryContent[], { origin, label }: AlertMailParts): MessageContent {
	const [first] = contents;
	const labelLines = label === null ? [] : [`${label}: tickers and prices are invented.`];
	if (first && contents.length === 1)
		return {
			title: formatTitle(first),
			body: [...labelLines, ...formatLines(first)].join('\n'),
			url: `${origin}${first.path}`,
			...(first.picture ? { picture: first.picture } : {}),
			...(first.pictureUrl ? { pictureUrl: first.pictureUrl } : {}),
		};
	const remaining = contents.length - MAX_MESSAGES;
	const messageLines = contents.slice(0, MAX_MESSAGES).flatMap((one) => [formatTitle(one), ...formatLines(one).map((text) => `  ${text}`)]);
	const remainderLines = remaining > 0 ? [formatRemainder(remaining)] : [];
	return {
		title: formatBatchTitle(contents),
		body: [...labelLines, ...messageLines, ...remainderLines].join('\n'),
		url: `${origin}/messages`,
	};
}

function formatLines({ alert, text }: DeliveryContent): string[] {
	if (alert === null) return (text ?? '').split(/\s*\n\s*/);
	const lists = [
		['Entered', alert.entered],
		['Also entered', alert.otherEntered],
		['Left', alert.left],
	] as const;
	return [
		...lists.flatMap(([name, symbols]) => (symbols.length > 0 ? [`${name}: ${formatSymbols(symbols, MAX_TICKERS)}`] : [])),
		...formatFilingLines(alert, MAX_TICKERS),
		`${formatReportLine(alert)}.`,
	];
}

type OwnedChannel = MessageChannel & { readonly userId: string };

const RATE_LIMITED = 'The service is rate-limiting messages.';

/** Reads the channels of a batch. The returned function sends a delivery to the account's channels that haven't accepted it yet; undefined without channels. */
export async function createAppDelivery(
	{ records, messengers, clock }: Pick<DeliveryParts, 'records' | 'messengers' | 'clock'>,
	batch: readonly OutgoingDelivery[],
): Promise<(delivery: OutgoingDelivery, message: MessageContent, signal: AbortSignal) => Promise<Outcome | undefined>> {
	const [channels, receipts] = await Promise.all([
		records.readyChannelsOfAll([...new Set(batch.map(({ userId }) => userId))]),
		records.channelReceiptsOf(batch.flatMap(({ id, attempts }) => (attempts > 1 ? [id] : []))),
	]);
	const channelsByOwner = Map.groupBy(channels, ({ userId }) => userId);
	const acceptedKeys = new Set(receipts.map(({ deliveryId, channelId }) => `${deliveryId} ${channelId}`));

	const stopChannel = async ({ id }: OwnedChannel, reason: string): Promise<Outcome> => {
		await records.stopMessageChannel(id, reason, clock.now());
		return refusedByReceiver(reason);
	};

	const recordFailure = async (channel: OwnedChannel, outcome: Exclude<Outcome, { kind: 'delivered' }>): Promise<Outcome> => {
		const now = clock.now();
		const waitMs = outcome.kind === 'later' ? (outcome.wait ?? 0) : 0;
		const pausedUntil = waitMs > 0 ? utcMs(now + Math.min(waitMs, MAX_REQUESTED_PAUSE)) : null;
		const failureState = await records.recordChannelFailure(channel.id, { now, pausedUntil });
		if (outcome.kind === 'refused') return stopChannel(channel, outcome.why);
		const mustStop =
			failureState !== undefined && (outcome.kind === 'unfit' ? hasTooManyRejections(failureState) : isAbandoned(failureState, now));
		return mustStop ? stopChannel(channel, `It failed ${failureState.failures} times in a row, most recently: ${outcome.why}`) : outcome;
	};

	const sendToChannel = async (
		delivery: OutgoingDelivery,
		channel: OwnedChannel,
		message: MessageContent,
		signal: AbortSignal,
	): Promise<Outcome> => {
		if (acceptedKeys.has(`${delivery.id} ${channel.id}`)) return DELIVERED;
		const pauseMs = (channel.pausedUntil ?? 0) - clock.now();
		if (pauseMs > 0) return { kind: 'later', why: RATE_LIMITED, wait: pauseMs };
		const outcome = await messengers.send(channel as OwnedChannel & MessageAddress, message, signal);
		if (outcome.kind === 'delivered') {
			await records.recordChannelReceipt(delivery.id, channel.id, clock.now());
			return outcome;
		}
		return signal.aborted ? outcome : recordFailure(channel, outcome);
	};

	return async (delivery, message, signal) => {
		const ownChannels = channelsByOwner.get(delivery.userId) ?? [];
		return ownChannels.length === 0
			? undefined
			: combineOutcomes(await Promise.all(ownChannels.map((channel) => sendToChannel(delivery, channel, message, signal))));
	};
}

/** Combines the outcomes of several channels. If any asks for a retry, the delivery is retried, after the shortest wait. */
function combineOutcomes(outcomes: readonly Outcome[]): Outcome | undefined {
	const retries = outcomes.filter((outcome) => outcome.kind === 'later').sort((a, b) => (a.wait ?? 0) - (b.wait ?? 0));
	const findByKind = (kind: Outcome['kind']): Outcome | undefined => outcomes.find((outcome) => outcome.kind === kind);
	return retries[0] ?? findByKind('delivered') ?? findByKind('unfit') ?? findByKind('refused');
}
