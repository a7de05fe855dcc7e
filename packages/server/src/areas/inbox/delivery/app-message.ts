import { isRejectedForGood, type MessageAddress, type MessageChannel } from '@sw/domain/inbox/message-channel';
import type { Outgoing } from '@sw/domain/inbox/outgoing';
import { isAbandoned, LONGEST_WAIT } from '@sw/domain/inbox/retry';
import { utcMs } from '@sw/domain/time/units';
import type { Text } from '../../../outside/messengers/channel-request.ts';
import { DELIVERED, type Outcome, refusedByReceiver } from '../../../outside/outcome.ts';
import type { AlertMailParts } from './alert-mail.ts';
import { type DeliveryContent, filingLines, reportWords, summaryTitle, symbolWords, titleOf } from './delivery-content.ts';
import type { DeliveryParts } from './ports.ts';

/** Maximum tickers per list and maximum inbox messages in an app message. */
const [MOST_TICKERS, MOST_MESSAGES] = [40, 20];

/** One app message for one or more inbox messages, with the address of the page that shows them in full. */
export function appMessage(reported: readonly DeliveryContent[], { origin, label }: AlertMailParts): Text {
	const [first] = reported;
	const lines = label === null ? [] : [`${label}: tickers and prices are invented.`];
	if (first && reported.length === 1)
		return {
			title: titleOf(first),
			body: [...lines, ...linesOf(first)].join('\n'),
			url: `${origin}${first.path}`,
			...(first.picture ? { picture: first.picture } : {}),
			...(first.pictureUrl ? { pictureUrl: first.pictureUrl } : {}),
		};
	const left = reported.length - MOST_MESSAGES;
	const each = reported.slice(0, MOST_MESSAGES).flatMap((one) => [titleOf(one), ...linesOf(one).map((text) => `  ${text}`)]);
	const more = left > 0 ? [`${left} more messages`] : [];
	return { title: summaryTitle(reported), body: [...lines, ...each, ...more].join('\n'), url: `${origin}/messages` };
}

function linesOf({ notice: alert, text }: DeliveryContent): string[] {
	if (alert === null) return (text ?? '').split(/\s*\n\s*/);
	const lists = [
		['Entered', alert.entered],
		['Entered again', alert.enteredAgain],
		['Left', alert.left],
	] as const;
	return [
		...lists.flatMap(([name, symbols]) => (symbols.length > 0 ? [`${name}: ${symbolWords(symbols, MOST_TICKERS)}`] : [])),
		...filingLines(alert, MOST_TICKERS),
		`${reportWords(alert)}.`,
	];
}

type Owned = MessageChannel & { readonly userId: string };

const PAUSED = 'The service is rate-limiting messages.';

/** Reads the channels of a batch. The result sends a delivery to each channel of its account that hasn't accepted it yet; undefined without channels. */
export async function createAppAttempt(
	{ records, messengers, clock }: Pick<DeliveryParts, 'records' | 'messengers' | 'clock'>,
	batch: readonly Outgoing[],
): Promise<(one: Outgoing, text: Text, signal: AbortSignal) => Promise<Outcome | undefined>> {
	const [channels, receipts] = await Promise.all([
		records.readyChannelsOfAll([...new Set(batch.map(({ userId }) => userId))]),
		records.channelReceiptsOf(batch.flatMap(({ id, attempts }) => (attempts > 1 ? [id] : []))),
	]);
	const byOwner = Map.groupBy(channels, ({ userId }) => userId);
	const taken = new Set(receipts.map(({ deliveryId, channelId }) => `${deliveryId} ${channelId}`));

	const stop = async ({ id }: Owned, reason: string): Promise<Outcome> => {
		await records.stopMessageChannel(id, reason, clock.now());
		return refusedByReceiver(reason);
	};

	const judge = async (channel: Owned, outcome: Exclude<Outcome, { kind: 'delivered' }>): Promise<Outcome> => {
		const now = clock.now();
		const wait = outcome.kind === 'later' ? (outcome.wait ?? 0) : 0;
		const pausedUntil = wait > 0 ? utcMs(now + Math.min(wait, LONGEST_WAIT)) : null;
		const standing = await records.recordChannelFailure(channel.id, { now, pausedUntil });
		if (outcome.kind === 'refused') return stop(channel, outcome.why);
		const isHopeless = standing !== undefined && (outcome.kind === 'unfit' ? isRejectedForGood(standing) : isAbandoned(standing, now));
		return isHopeless ? stop(channel, `It failed ${standing.failures} times in a row, most recently: ${outcome.why}`) : outcome;
	};

	const toOne = async (one: Outgoing, channel: Owned, text: Text, signal: AbortSignal): Promise<Outcome> => {
		if (taken.has(`${one.id} ${channel.id}`)) return DELIVERED;
		const pause = (channel.pausedUntil ?? 0) - clock.now();
		if (pause > 0) return { kind: 'later', why: PAUSED, wait: pause };
		const outcome = await messengers.send(channel as Owned & MessageAddress, text, signal);
		if (outcome.kind === 'delivered') {
			await records.recordChannelReceipt(one.id, channel.id, clock.now());
			return outcome;
		}
		return signal.aborted ? outcome : judge(channel, outcome);
	};

	return async (one, text, signal) => {
		const own = byOwner.get(one.userId) ?? [];
		return own.length === 0 ? undefined : together(await Promise.all(own.map((channel) => toOne(one, channel, text, signal))));
	};
}

/** Combines the outcomes of several channels. If any asks for a retry, the delivery is retried, after the shortest wait. */
function together(outcomes: readonly Outcome[]): Outcome | undefined {
	const later = outcomes.filter((outcome) => outcome.kind === 'later').sort((a, b) => (a.wait ?? 0) - (b.wait ?? 0));
	const byKind = (kind: Outcome['kind']): Outcome | undefined => outcomes.find((outcome) => outcome.kind === kind);
	return later[0] ?? byKind('delivered') ?? byKind('unfit') ?? byKind('refused');
}
