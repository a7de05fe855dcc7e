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
import { alertMail } from './alert-mail.ts';
import { appMessage, createAppSending } from './app-message.ts';
import { type DeliveryContent, deliveryContentOf, withPictures } from './delivery-content.ts';
import { pictureToken, unsubscribeToken } from './link-tokens.ts';
import { pushPayload, webhookBody } from './payloads.ts';
import type { DeliveryParts } from './ports.ts';

/** Options of a push message. `ttl`: seconds for which the push service keeps the message. */
interface PushOptions {
	readonly ttl: number;
	readonly urgency: 'normal' | 'high';
	readonly signal: AbortSignal;
}

const NO_BROWSER = 'This account no longer has a subscribed browser.';

/** Sends one delivery. Resolves to undefined if there is no destination; rejects only on errors of the store. */
type SendDelivery = (one: OutgoingDelivery, contents: readonly DeliveryContent[], signal: AbortSignal) => Promise<Outcome | undefined>;

interface Sender {
	/** Maximum concurrent deliveries. */
	readonly maxConcurrent: number;
	/** Reads the destinations of a whole batch, and returns the function that sends to them. */
	prepare(batch: readonly OutgoingDelivery[]): Promise<SendDelivery>;
}

/** Claims last longer than any attempt. Deliveries claimed by a process that died are due again after this time. */
export const CLAIM_LIFE = 3 * MINUTE;
/** An unavailable channel is paused for UNAVAILABLE_PAUSE after UNAVAILABLE_AFTER failures in a row: one broken connection alone proves nothing. */
const UNAVAILABLE_PAUSE = MINUTE;
const UNAVAILABLE_AFTER = 5;
/** A delivery is given up after this time even if its receiver is merely unavailable. */
const RETRY_PERIOD = DAY;
const RETRIES_EXHAUSTED = 'Sending failed for a day.';
const STOPPED = 'The server was shut down meanwhile.';
const NO_DESTINATION = 'There is no address to send it to.';

export interface Deliverer {
	/** Delivers until nothing is due; returns the number of claimed deliveries. */
	drain(channel: Channel, signal: AbortSignal): Promise<number>;
	/** Channels with due deliveries that are not paused. */
	due(): Promise<Channel[]>;
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

	const selectWanted = (one: OutgoingDelivery, now: UtcMs) => {
		const { channel, account, settings, stopped } = one;
		const licence = licenceAt(account, now);
		// The owner scheduled this mail, whether or not alerts are mailed.
		const isScheduled = one.messages.every(({ kind }) => kind === 'list');
		const messages = one.messages.map((message) => ({
			message,
			kind: message.kind,
			isRead: message.readAt !== null,
			isDeleted: message.isDeleted,
			isUnwatched: message.isUnwatched,
			isOpen: message.notice === null || isReportOpen(licence, message.notice.report.time),
		}));
		return selectSendable({ status: account.status, channel, isOn: settings.channels[channel] || isScheduled, stopped }, messages);
	};

	const retryOf = (one: OutgoingDelivery, { why, wait, away }: Extract<Outcome, { kind: 'later' }>): DeliveryOutcome => {
		const now = clock.now();
		if (away) {
			// While the channel is unavailable, attempts aren't counted.
			const attempts = Math.max(1, one.attempts - 1);
			if (now - one.createdAt >= RETRY_PERIOD) return { state: 'failed', reason: `${RETRIES_EXHAUSTED} ${why}` };
			return { state: 'waiting', dueAt: utcMs(now + UNAVAILABLE_PAUSE + Math.round(random() * UNAVAILABLE_PAUSE)), reason: why, attempts };
		}
		const dueAt = nextAttempt(one.channel, { attempts: one.attempts, wait, now }, random());
		return dueAt === undefined ? { state: 'failed', reason: why } : { state: 'waiting', dueAt, reason: why, attempts: one.attempts };
	};

	const recordOutcome = async (one: OutgoingDelivery, outcome: Outcome | undefined, signal: AbortSignal): Promise<void> => {
		const { id, userId, channel, attempts } = one;
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
		const inARow = outcome.away ? (failuresInARow.get(channel) ?? 0) + 1 : 0;
		failuresInARow.set(channel, inARow);
		if (inARow >= UNAVAILABLE_AFTER) pausedUntil.set(channel, utcMs(clock.now() + UNAVAILABLE_PAUSE));
		return records.recordDeliveryOutcome(id, retryOf(one, outcome));
	};

	/** Postpones a delivery until its owner's quiet hours end, without counting an attempt. */
	const postpone = (one: OutgoingDelivery, dueAt: UtcMs): Promise<void> =>
		records.recordDeliveryOutcome(one.id, { state: 'waiting', dueAt, reason: null, attempts: Math.max(1, one.attempts - 1) });

	const deliver = async (one: OutgoingDelivery, send: SendDelivery, signal: AbortSignal): Promise<void> => {
		const now = clock.now();
		const verdict = selectWanted(one, now);
		if ('drop' in verdict) return records.recordDeliveryOutcome(one.id, { state: 'dropped', reason: verdict.drop });
		const quietUntil = quietHoursEnd(one.settings, now);
		if (quietUntil !== null) return postpone(one, quietUntil);
		const withPicture = withPictures(
			one.channel,
			verdict.notify.map(({ message }) => message),
		);
		const contents = await Promise.all(
			verdict.notify.map(async ({ message }: { message: OutgoingMessage }): Promise<DeliveryContent> => {
				const wheel = withPicture.includes(message) ? message.written?.wheel : undefined;
				const picture = wheel && (await pictureOf(wheel));
				const content = deliveryContentOf(message, symbolOf, message.notice ? await informationIn(message.notice) : undefined, picture);
				// Only a picture that exists gets an address.
				if (!wheel || !picture || !hasPublicOrigin) return content;
				return { ...content, pictureUrl: `${origin}/wheels/${pictureToken(linkSecret, wheel, now)}.png` };
			}),
		);
		return recordOutcome(one, await send(one, contents, signal), signal);
	};

	/** Claims up to `limit` due deliveries and starts sending each. */
	const startDue = async (channel: Channel, limit: number, signal: AbortSignal): Promise<Promise<void>[]> => {
		const now = clock.now();
		const claimed = await records.claimDueDeliveries(channel, { now, marketNow: marketNow(), until: utcMs(now + CLAIM_LIFE), limit });
		if (claimed.length === 0) return [];
		const outgoing = await records.outgoingOf(claimed);
		const send = await senders[channel].prepare(outgoing);
		return outgoing.map((one) =>
			// If the store fails, the delivery is due again when its claim ends.
			deliver(one, send, signal).catch((error) => onError(`failed to deliver by ${channel}`, error)),
		);
	};

	return {
		drain: async (channel, signal) => {
			const { maxConcurrent } = senders[channel];
			const running = new Set<Promise<void>>();
			let count = 0;
			for (;;) {
				const free = maxConcurrent - running.size;
				const canClaim = !signal.aborted && !isPaused(channel) && free >= maxConcurrent / 2;
				const started = canClaim ? await startDue(channel, free, signal) : [];
				count += started.length;
				for (const work of started) {
					const done = work.finally(() => running.delete(done));
					running.add(done);
				}
				if (started.length === 0 && running.size === 0) return count;
				// Starts more deliveries before all running ones are done, so that a slow delivery doesn't block the others.
				if (started.length === 0 || running.size > maxConcurrent / 2) await Promise.race(running);
			}
		},
		due: async () => {
			const now = clock.now();
			const channels = await records.dueChannels({ now, marketNow: marketNow() });
			return channels.filter((channel) => !isPaused(channel));
		},
	};
}

/** Interval at which the process looks for due deliveries. */
export const CHECK_INTERVAL = 10 * SECOND;

function createSenders(parts: DeliveryParts): Readonly<Record<Channel, Sender>> {
	return {
		mail: mailSender(parts),
		push: pushSender(parts),
		webhook: webhookSender(parts),
		app: appSender(parts),
	};
}

function appSender(parts: DeliveryParts): Sender {
	return {
		maxConcurrent: 16,
		prepare: async (batch) => {
			const sendToApps = await createAppSending(parts, batch);
			return (one, contents, signal) => sendToApps(one, appMessage(contents, parts), signal);
		},
	};
}

function webhookSender({ records, webhook, clock, origin, label }: DeliveryParts): Sender {
	return {
		maxConcurrent: 16,
		prepare: async (batch) => {
			const all = await records.webhooksOfAll([...new Set(batch.map(({ userId }) => userId))]);
			const byOwner = new Map(all.map((own) => [own.userId, own]));
			return async (one, reported, signal) => {
				const hook = byOwner.get(one.userId);
				if (!hook) return undefined;
				const outcome = await webhook.send(hook, one.id, webhookBody('notices', one, reported, { origin, label }), clock.now(), signal);
				if (signal.aborted && outcome.kind !== 'delivered') return outcome;
				const now = clock.now();
				const state = await records.recordWebhookAttempt(one.userId, outcome.kind === 'delivered', now);
				if (outcome.kind !== 'later' || !state || !isAbandoned(state, now)) return outcome;
				return refusedByReceiver(`It failed ${state.failures} times in a row, most recently: ${outcome.why}`);
			};
		},
	};
}

function pushSender(parts: DeliveryParts): Sender {
	return {
		maxConcurrent: 16,
		prepare: async (batch) => {
			const pushToBrowsers = await createPushSending(parts, batch);
			return (one, reported, signal) =>
				pushToBrowsers(one, JSON.stringify(pushPayload(one.id, reported, parts.label)), {
					ttl: ttlOf(reported),
					urgency: one.settings.when === 'at_once' ? 'high' : 'normal',
					signal,
				});
		},
	};
}

/** Returns the lifetime of a push message in seconds. A changed list is outdated after a few hours; other messages aren't. */
function ttlOf(reported: readonly DeliveryContent[]): number {
	return (reported.every(({ kind }) => kind === 'filter') ? 4 * HOUR : 24 * HOUR) / SECOND;
}

function mailSender({ mailer, origin, label, linkSecret }: DeliveryParts): Sender {
	return {
		maxConcurrent: 8,
		prepare: async () => (one, reported) =>
			deliverBySmtp(
				mailer,
				alertMail({ id: one.id, to: one.account.email, token: unsubscribeToken(linkSecret, one.userId) }, reported, {
					origin,
					label,
				}),
			),
	};
}

/**
 * Returns the function that pushes a delivery to the browsers of its account. Skips browsers that already accepted it, and removes those that no longer exist.
 */
async function createPushSending(
	{ records, push, clock }: Pick<DeliveryParts, 'records' | 'push' | 'clock'>,
	batch: readonly OutgoingDelivery[],
): Promise<(one: OutgoingDelivery, payload: string, options: PushOptions) => Promise<Outcome>> {
	const [browsers, receipts] = await Promise.all([
		records.pushBrowsersOfAll([...new Set(batch.map(({ userId }) => userId))]),
		records.pushReceiptsOf(batch.flatMap(({ id, attempts }) => (attempts > 1 ? [id] : []))),
	]);
	const byOwner = Map.groupBy(browsers, ({ userId }) => userId);
	const accepted = new Set(receipts.map(({ deliveryId, subscriptionId }) => `${deliveryId} ${subscriptionId}`));

	const pushToBrowser = async (
		one: OutgoingDelivery,
		browser: PushBrowser,
		payload: string,
		{ ttl, urgency, signal }: PushOptions,
	): Promise<Outcome> => {
		if (accepted.has(`${one.id} ${browser.id}`)) return DELIVERED;
		// If the browser subscribed with another server key, no push service would accept the message.
		const isOurs = browser.serverKey === push.publicKey;
		const outcome = isOurs ? await push.send(browser, payload, { id: one.id, ttl, urgency }, signal) : refusedByReceiver(NO_BROWSER);
		if (outcome.kind === 'delivered') await records.recordPushReceipt(one.id, browser.id, clock.now());
		if (outcome.kind === 'refused') await records.removePushBrowser(one.userId, { id: browser.id });
		return outcome;
	};

	return async (one, payload, options) => {
		const browsersOfOwner = byOwner.get(one.userId) ?? [];
		return combineOutcomes(await Promise.all(browsersOfOwner.map((browser) => pushToBrowser(one, browser, payload, options))));
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
function jobOf(channel: Channel): JobDefinition<EmptyPayload> {
	return defineJob({ kind: `deliver_${channel}`, lane: `deliver_${channel}`, payload: z.strictObject({}) as z.ZodType<EmptyPayload> });
}

/** The delivery job of each channel. */
export const DELIVER = Object.fromEntries(CHANNELS.map((channel) => [channel, jobOf(channel)])) as Readonly<
	Record<Channel, JobDefinition<EmptyPayload>>
>;
