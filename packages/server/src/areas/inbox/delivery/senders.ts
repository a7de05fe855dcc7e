/** Sending of a delivery, by channel. */
import type { Channel } from '@sw/domain/inbox/delivery';
import type { Outgoing } from '@sw/domain/inbox/outgoing';
import { isAbandoned } from '@sw/domain/inbox/retry';
import { HOUR, SECOND } from '@sw/domain/time/units';
import { deliverBySmtp } from '../../../outside/mail/deliver-by-smtp.ts';
import { type Outcome, refusedByReceiver } from '../../../outside/outcome.ts';
import { alertMail } from './alert-mail.ts';
import { createAppAttempt } from './app-attempt.ts';
import { appMessage } from './app-message.ts';
import type { DeliveryContent } from './delivery-content.ts';
import type { DeliveryParts } from './ports.ts';
import { createPushAttempt } from './push-attempt.ts';
import { pushPayload } from './push-payload.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';
import { webhookBody } from './webhook-body.ts';

/** Sends one delivery; only rejects on errors of the store. Undefined: there is no destination. */
export type HandOver = (one: Outgoing, reported: readonly DeliveryContent[], signal: AbortSignal) => Promise<Outcome | undefined>;

export interface Sender {
	/** Concurrent deliveries. */
	readonly atOnce: number;
	/** Reads the destinations of a whole batch. */
	prepare(batch: readonly Outgoing[]): Promise<HandOver>;
}

export function createSenders(parts: DeliveryParts): Readonly<Record<Channel, Sender>> {
	return {
		mail: mailSender(parts),
		push: pushSender(parts),
		webhook: webhookSender(parts),
		app: appSender(parts),
	};
}

function appSender(parts: DeliveryParts): Sender {
	return {
		atOnce: 16,
		prepare: async (batch) => {
			const round = await createAppAttempt(parts, batch);
			return (one, reported, signal) => round(one, appMessage(reported, parts), signal);
		},
	};
}

function webhookSender({ records, webhook, clock, origin, label }: DeliveryParts): Sender {
	return {
		atOnce: 16,
		prepare: async (batch) => {
			const all = await records.webhooksOfAll([...new Set(batch.map(({ userId }) => userId))]);
			const byOwner = new Map(all.map((own) => [own.userId, own]));
			return async (one, reported, signal) => {
				const own = byOwner.get(one.userId);
				if (!own) return undefined;
				const outcome = await webhook.send(own, one.id, webhookBody('notices', one, reported, { origin, label }), clock.now(), signal);
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
		atOnce: 16,
		prepare: async (batch) => {
			const round = await createPushAttempt(parts, batch);
			return (one, reported, signal) =>
				round(one, JSON.stringify(pushPayload(one.id, reported, parts.label)), {
					ttl: lifeOf(reported),
					urgency: one.settings.when === 'at_once' ? 'high' : 'normal',
					signal,
				});
		},
	};
}

/** After hours a changed list is outdated; other messages are not. */
function lifeOf(reported: readonly DeliveryContent[]): number {
	return (reported.every(({ kind }) => kind === 'filter') ? 4 * HOUR : 24 * HOUR) / SECOND;
}

function mailSender({ mailer, origin, label, unsubscribeSecret }: DeliveryParts): Sender {
	return {
		atOnce: 8,
		prepare: async () => (one, reported) =>
			deliverBySmtp(
				mailer,
				alertMail({ id: one.id, to: one.account.email, token: unsubscribeToken(unsubscribeSecret, one.userId) }, reported, {
					origin,
					label,
				}),
			),
	};
}
