/** Sends the due deliveries of a channel: claims them, checks whether they are still wanted, sends them and records the outcome. */
import { licenceAt } from '@sw/domain/access/account';
import { CHANNELS, type Channel } from '@sw/domain/inbox/delivery';
import type { DeliveryOutcome, OutgoingDelivery, OutgoingMessage, PushBrowser } from '@sw/domain/inbox/outgoing';
import { quietHoursEnd } from '@sw/domain/inbox/plan-delivery';
import { isAbandoned, nextAttempt, selectSendable } from '@sw/domain/inbox/retry';
import { DAY, HOUR, MINUTE, SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import { z } from 'zod';
import { deliverBySmtp } from '../../../outside/mail/smtp.ts';
import { DELIVERED, type Outcome, refusedByReceiver } from '../../../outside/outcome.ts';
import { defineJob, type JobDefinition } from '../../../platform/jobs/definition.ts';
import { createAlertMail } from './alert-mail.ts';
import { createAppDelivery, createAppMessage } from './app-message.ts';
import { createDeliveryContent, type DeliveryContent, selectMessagesWithPicture } from './delivery-content.ts';
import { createPictureToken, createUnsubscribeToken } from './link-tokens.ts';
import { createPushPayload, createWebhookBody } from './payloads.ts';
import type { DeliveryParts } from './ports.ts';

/** Options of a push message. `ttl`: seconds for which the push service keeps the message. */
interface PushOptions {
	readonly ttl: number;
	readonly urgency: 'normal' | 'high';
	readonly signal: AbortSignal;
}

const NO_BROWSER = 'This account no longer has a subscribed browser.';

/** Sends one delivery. Resolves to undefined if there is no destination; rejects only on errors of the store. */
type SendDelivery = (delivery: OutgoingDelivery, contents: readonly DeliveryContent[], signal: AbortSignal) => Promise<Outcome | undefined>;

interface Sender {
	/** Maximum concurrent deliveries. */
	readonly maxConcurrent: number;
	/** Reads the destinations of a whole batch, and returns the function that sends to them. */
	prepare(batch: readonly OutgoingDelivery[]): Promise<SendDelivery>;
}

/** Claims last longer than any attempt. Deliveries claimed by a process that died are due again after this time. */
export const CLAIM_LIFE_MS = 3 * MINUTE;
/** An unavailable channel is paused after several failures in a row; a single broken connection proves nothing. */
const UNAVAILABLE_PAUSE_MS = MINUTE;
const UNAVAILABLE_AFTER_FAILURES = 5;
/** A delivery is given up after this time even if its receiver is merely unavailable. */
const RETRY_PERIOD_MS = DAY;
const RETRIES_EXHAUSTED = 'Sending failed for a day.';
const STOPPED = 'The server was shut down meanwhile.';
const NO_DESTINATION = 'There is no address to send it to.';

export interface Deliverer {
	/** Delivers until nothing is due; returns the number of claimed deliveries. */
	drain(channel: Channel, signal: AbortSignal): Promise<number>;
	/** Returns the channels that have due deliveries and are not paused. */
	findDueChannels(): Promise<Channel[]>;
}

export function createDeliverer(parts: DeliveryParts): Deliverer {
	const {
		records,
		clock,
		marketNow,
		random,
		symbolOf,
		informationIn,
		pictureOf,
		hasPublicOrigin,
		origin,
		linkSecret,
		isReportOpen,
		onError,
	} = parts;
	const senders = createSenders(parts);
	const pausedUntil = new Map<Channel, UtcMs>();
	const failuresInARow = new Map<Channel, number>();

	const isPaused = (channel: Channel): boolean => (pausedUntil.get(channel) ?? 0) > clock.now();

	const selectMessages = (delivery: OutgoingDelivery, now: UtcMs) => {
		const { channel, account, settings, stopped } = delivery;
		const licence = licenceAt(account, now);
		// The owner scheduled this mail, whether or not alerts are mailed.
		const isScheduled = delivery.messages.every(({ kind }) => kind === 'list');
		const messages = delivery.messages.map((message) => ({
			message,
			kind: message.kind,
			isRead: message.readAt !== null,
			isDeleted: message.isDeleted,
			isUnwatched: message.isUnwatched,
			isOpen: message.notice === null || isReportOpen(licence, message.notice.report.time),
		}));
		return selectSendable({ status: account.status, channel, isOn: settings.channels[channel] || isScheduled, stopped }, messages);
	};

	const planRetry = (delivery: OutgoingDelivery, { why, wait, away }: Extract<Outcome, { kind: 'later' }>): DeliveryOutcome => {
		const now = clock.now();
		if (away) {
			// While the channel is unavailable, attempts aren't counted.
			const attempts = Math.max(1, delivery.attempts - 1);
			if (now - delivery.createdAt >= RETRY_PERIOD_MS) return { state: 'failed', reason: `${RETRIES_EXHAUSTED} ${why}` };
			return {
				state: 'waiting',
				dueAt: utcMs(now + UNAVAILABLE_PAUSE_MS + Math.round(random() * UNAVAILABLE_PAUSE_MS)),
				reason: why,
				attempts,
			};
		}
		const dueAt = nextAttempt(delivery.channel, { attempts: delivery.attempts, wait, now }, random());
		return dueAt === undefined ? { state: 'failed', reason: why } : { state: 'waiting', dueAt, reason: why, attempts: delivery.attempts };
	};

	const recordOutcome = async (delivery: OutgoingDelivery, outcome: Outcome | undefined, signal: AbortSignal): Promise<void> => {
		const { id, userId, channel, attempts } = delivery;
		if (outcome === undefined) return records.recordDeliveryOutcome(id, { state: 'dropped', reason: NO_DESTINATION });
		if (outcome.kind === 'delivered') {
			failuresInARow.delete(channel);
			return records.recordDeliveryOutcome(id, { state: 'delivered', deliveredAt: clock.now() });
		}
		if (outcome.kind === 'unfit') return records.recordDeliveryOutcome(id, { state: 'failed', reason: outcome.why });
		if (outcome.kind === 'refused') {
			await records.recordDeliveryOutcome(id, { state: 'failed', reason: outcome.why });
			await records.stopChannel(userId, channel, outcome.why, clock.now());
			return undefined;
		}
		if (signal.aborted) {
			return records.recordDeliveryOutcome(id, {
				state: 'waiting',
				dueAt: clock.now(),
				reason: STOPPED,
				attempts: Math.max(1, attempts - 1),
			});
		}
		const failureCount = outcome.away ? (failuresInARow.get(channel) ?? 0) + 1 : 0;
		failuresInARow.set(channel, failureCount);
		if (failureCount >= UNAVAILABLE_AFTER_FAILURES) pausedUntil.set(channel, utcMs(clock.now() + UNAVAILABLE_PAUSE_MS));
		return records.recordDeliveryOutcome(id, planRetry(delivery, outcome));
	};

	/** Postpones a delivery until its owner's quiet hours end, without counting an attempt. */
	const postpone = (delivery: OutgoingDelivery, dueAt: UtcMs): Promise<void> =>
		records.recordDeliveryOutcome(delivery.id, { state: 'waiting', dueAt, reason: null, attempts: Math.max(1, delivery.attempts - 1) });

	const deliver = async (delivery: OutgoingDelivery, send: SendDelivery, signal: AbortSignal): Promise<void> => {
		const now = clock.now();
		const selection = selectMessages(delivery, now);
		if ('drop' in selection) return records.recordDeliveryOutcome(delivery.id, { state: 'dropped', reason: selection.drop });
		const quietUntil = quietHoursEnd(delivery.settings, now);
		if (quietUntil !== null) return postpone(delivery, quietUntil);
		const messagesWithPicture = selectMessagesWithPicture(
			delivery.channel,
			selection.notify.map(({ message }) => message),
		);
		const contents = await Promise.all(
			selection.notify.map(async ({ message }: { message: OutgoingMessage }): Promise<DeliveryContent> => {
				const wheel = messagesWithPicture.includes(message) ? message.written?.wheel : undefined;
				const picture = wheel && (await pictureOf(wheel));
				const content = createDeliveryContent(message, symbolOf, message.notice ? await informationIn(message.notice) : undefined, picture);
				// Only a picture that exists gets a URL.
				if (!wheel || !picture || !hasPublicOrigin) return content;
				return { ...content, pictureUrl: `${origin}/wheels/${createPictureToken(linkSecret, wheel, now)}.png` };
			}),
		);
		return recordOutcome(delivery, await send(delivery, contents, signal), signal);
	};

	/** Claims up to `limit` due deliveries and starts sending each. */
	const startDue = async (channel: Channel, limit: number, signal: AbortSignal): Promise<Promise<void>[]> => {
		const now = clock.now();
		const claimedIds = await records.claimDueDeliveries(channel, { now, marketNow: marketNow(), until: utcMs(now + CLAIM_LIFE_MS), limit });
		if (claimedIds.length === 0) return [];
		const outgoingDeliveries = await records.outgoingOf(claimedIds);
		const send = await senders[channel].prepare(outgoingDeliveries);
		return outgoingDeliveries.map((delivery) =>
			// If the store fails, the delivery is due again when its claim ends.
			deliver(delivery, send, signal).catch((error) => onError(`failed to deliver by ${channel}`, error)),
		);
	};

	return {
		drain: async (channel, signal) => {
			const { maxConcurrent } = senders[channel];
			const runningTasks = new Set<Promise<void>>();
			let claimedCount = 0;
			for (;;) {
				const freeCapacity = maxConcurrent - runningTasks.size;
				const canClaim = !signal.aborted && !isPaused(channel) && freeCapacity >= maxConcurrent / 2;
				const startedTasks = canClaim ? await startDue(channel, freeCapacity, signal) : [];
				claimedCount += startedTasks.length;
				for (const task of startedTasks) {
					const trackedTask = task.finally(() => runningTasks.delete(trackedTask));
					runningTasks.add(trackedTask);
				}
				if (startedTasks.length === 0 && runningTasks.size === 0) return claimedCount;
				// Starts more deliveries before all running ones are done, so that a slow delivery doesn't block the others.
				if (startedTasks.length === 0 || runningTasks.size > maxConcurrent / 2) await Promise.race(runningTasks);
			}
		},
		findDueChannels: async () => {
			const now = clock.now();
			const channels = await records.dueChannels({ now, marketNow: marketNow() });
			return channels.filter((channel) => !isPaused(channel));
		},
	};
}

/** Interval at which the process looks for due deliveries. */
export const CHECK_INTERVAL_MS = 10 * SECOND;

function createSenders(parts: DeliveryParts): Readonly<Record<Channel, Sender>> {
	return {
		mail: createMailSender(parts),
		push: createPushSender(parts),
		webhook: createWebhookSender(parts),
		app: createAppSender(parts),
	};
}

function createAppSender(parts: DeliveryParts): Sender {
	return {
		maxConcurrent: 16,
		prepare: async (batch) => {
			const sendToApps = await createAppDelivery(parts, batch);
			return (delivery, contents, signal) => sendToApps(delivery, createAppMessage(contents, parts), signal);
		},
	};
}

function createWebhookSender({ records, webhook, clock, origin, label }: DeliveryParts): Sender {
	return {
		maxConcurrent: 16,
		prepare: async (batch) => {
			const webhooks = await records.webhooksOfAll([...new Set(batch.map(({ userId }) => userId))]);
			const webhooksByOwner = new Map(webhooks.map((entry) => [entry.userId, entry]));
			return async (delivery, contents, signal) => {
				const hook = webhooksByOwner.get(delivery.userId);
				if (!hook) return undefined;
				const outcome = await webhook.send(
					hook,
					delivery.id,
					createWebhookBody('notices', delivery, contents, { origin, label }),
					clock.now(),
					signal,
				);
				if (signal.aborted && outcome.kind !== 'delivered') return outcome;
				const now = clock.now();
				const failureState = await records.recordWebhookAttempt(delivery.userId, outcome.kind === 'delivered', now);
				if (outcome.kind !== 'later' || !failureState || !isAbandoned(failureState, now)) return outcome;
				return refusedByReceiver(`It failed ${failureState.failures} times in a row, most recently: ${outcome.why}`);
			};
		},
	};
}

function createPushSender(parts: DeliveryParts): Sender {
	return {
		maxConcurrent: 16,
		prepare: async (batch) => {
			const pushToBrowsers = await createPushDelivery(parts, batch);
			return (delivery, contents, signal) =>
				pushToBrowsers(delivery, JSON.stringify(createPushPayload(delivery.id, contents, parts.label)), {
					ttl: ttlSeconds(contents),
					urgency: delivery.settings.when === 'at_once' ? 'high' : 'normal',
					signal,
				});
		},
	};
}

/** Returns the lifetime of a push message in seconds. A changed list is outdated after a few hours; other messages aren't. */
function ttlSeconds(contents: readonly DeliveryContent[]): number {
	return (contents.every(({ kind }) => kind === 'filter') ? 4 * HOUR : 24 * HOUR) / SECOND;
}

function createMailSender({ mailer, origin, label, linkSecret }: DeliveryParts): Sender {
	return {
		maxConcurrent: 8,
		prepare: async () => (delivery, contents) =>
			deliverBySmtp(
				mailer,
				createAlertMail(
					{ id: delivery.id, to: delivery.account.email, token: createUnsubscribeToken(linkSecret, delivery.userId) },
					contents,
					{
						origin,
						label,
					},
				),
			),
	};
}

/**
 * Returns the function that pushes a delivery to the browsers of its account. Skips browsers that already accepted it, and removes those that no longer exist.
 */
async function createPushDelivery(
	{ records, push, clock }: Pick<DeliveryParts, 'records' | 'push' | 'clock'>,
	batch: readonly OutgoingDelivery[],
): Promise<(delivery: OutgoingDelivery, payload: string, options: PushOptions) => Promise<Outcome>> {
	const [browsers, receipts] = await Promise.all([
		records.pushBrowsersOfAll([...new Set(batch.map(({ userId }) => userId))]),
		records.pushReceiptsOf(batch.flatMap(({ id, attempts }) => (attempts > 1 ? [id] : []))),
	]);
	const browsersByOwner = Map.groupBy(browsers, ({ userId }) => userId);
	const acceptedKeys = new Set(receipts.map(({ deliveryId, subscriptionId }) => `${deliveryId} ${subscriptionId}`));

	const pushToBrowser = async (
		delivery: OutgoingDelivery,
		browser: PushBrowser,
		payload: string,
		{ ttl, urgency, signal }: PushOptions,
	): Promise<Outcome> => {
		if (acceptedKeys.has(`${delivery.id} ${browser.id}`)) return DELIVERED;
		// If the browser subscribed with another server key, no push service would accept the message.
		const hasOurKey = browser.serverKey === push.publicKey;
		const outcome = hasOurKey
			? await push.send(browser, payload, { id: delivery.id, ttlSeconds: ttl, urgency }, signal)
			: refusedByReceiver(NO_BROWSER);
		if (outcome.kind === 'delivered') await records.recordPushReceipt(delivery.id, browser.id, clock.now());
		if (outcome.kind === 'refused') await records.removePushBrowser(delivery.userId, { id: browser.id });
		return outcome;
	};

	return async (delivery, payload, options) => {
		const browsersOfOwner = browsersByOwner.get(delivery.userId) ?? [];
		return combineOutcomes(await Promise.all(browsersOfOwner.map((browser) => pushToBrowser(delivery, browser, payload, options))));
	};
}

/** Combines the outcomes of several browsers. If any asks for a retry, the delivery is retried. */
function combineOutcomes(outcomes: readonly Outcome[]): Outcome {
	return (
		outcomes.find(({ kind }) => kind === 'later') ??
		outcomes.find(({ kind }) => kind === 'delivered') ??
		outcomes.find(({ kind }) => kind === 'unfit') ??
		refusedByReceiver(NO_BROWSER)
	);
}

type EmptyPayload = Record<string, never>;

/** Defines the job of a channel on its own lane, so that slow or unavailable receivers don't delay other channels. */
function createDeliveryJob(channel: Channel): JobDefinition<EmptyPayload> {
	return defineJob({ kind: `deliver_${channel}`, lane: `deliver_${channel}`, payload: z.strictObject({}) as z.ZodType<EmptyPayload> });
}

/** The delivery job of each channel. */
export const DELIVERY_JOBS = Object.fromEntries(CHANNELS.map((channel) => [channel, createDeliveryJob(channel)])) as Readonly<
	Record<Channel, JobDefinition<EmptyPayload>>
>;
