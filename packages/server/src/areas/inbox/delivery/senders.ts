/** Sending of a delivery, by channel. */
import type { Channel } from '@sw/domain/inbox/delivery';
import type { Outgoing } from '@sw/domain/inbox/outgoing';
import { isGivenUp } from '@sw/domain/inbox/retry';
import { HOUR, SECOND } from '@sw/domain/time/units';
import { handOver } from '../../../outside/mail/hand-over.ts';
import { type Outcome, refused } from '../../../outside/outcome.ts';
import { noticeLetter } from './notice-letter.ts';
import type { DeliveryParts } from './ports.ts';
import { pushPayload } from './push-payload.ts';
import { createPushRound } from './push-round.ts';
import type { Told } from './told.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';
import { webhookBody } from './webhook-body.ts';

/** Sends one delivery; only rejects on errors of the store. Undefined: there is no destination. */
export type HandOver = (one: Outgoing, told: readonly Told[], signal: AbortSignal) => Promise<Outcome | undefined>;

export interface Sender {
	/** Concurrent deliveries. */
	readonly atOnce: number;
	/** Reads the destinations of a whole batch. */
	prepare(batch: readonly Outgoing[]): Promise<HandOver>;
}

/** After hours a changed list is outdated; other messages are not. */
const lifeOf = (told: readonly Told[]): number => (told.every(({ kind }) => kind === 'filter') ? 4 * HOUR : 24 * HOUR) / SECOND;

const mailSender = ({ mailer, origin, label, unsubscribeSecret }: DeliveryParts): Sender => ({
	atOnce: 8,
	prepare: async () => (one, told) =>
		handOver(
			mailer,
			noticeLetter({ id: one.id, to: one.account.email, token: unsubscribeToken(unsubscribeSecret, one.userId) }, told, { origin, label }),
		),
});

const pushSender = (parts: DeliveryParts): Sender => ({
	atOnce: 16,
	prepare: async (batch) => {
		const round = await createPushRound(parts, batch);
		return (one, told, signal) =>
			round(one, JSON.stringify(pushPayload(one.id, told, parts.label)), {
				ttl: lifeOf(told),
				urgency: one.settings.when === 'at_once' ? 'high' : 'normal',
				signal,
			});
	},
});

const webhookSender = ({ records, webhook, clock, origin, label }: DeliveryParts): Sender => ({
	atOnce: 16,
	prepare: async (batch) => {
		const all = await records.webhooksOfAll([...new Set(batch.map(({ userId }) => userId))]);
		const byOwner = new Map(all.map((own) => [own.userId, own]));
		return async (one, told, signal) => {
			const own = byOwner.get(one.userId);
			if (!own) return undefined;
			const outcome = await webhook.send(own, one.id, webhookBody('notices', one, told, { origin, label }), clock.now(), signal);
			if (signal.aborted && outcome.kind !== 'delivered') return outcome;
			const now = clock.now();
			const standing = await records.webhookTried(one.userId, outcome.kind === 'delivered', now);
			if (outcome.kind !== 'later' || !standing || !isGivenUp(standing, now)) return outcome;
			return refused(`It failed ${standing.failures} times in a row, most recently: ${outcome.why}`);
		};
	},
});

export const createSenders = (parts: DeliveryParts): Readonly<Record<Channel, Sender>> => ({
	mail: mailSender(parts),
	push: pushSender(parts),
	webhook: webhookSender(parts),
});
