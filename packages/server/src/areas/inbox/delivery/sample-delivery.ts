import type { Channel } from '@sw/domain/inbox/delivery';
import type { UtcMs } from '@sw/domain/time/units';
import { deliverBySmtp } from '../../../outside/mail/smtp.ts';
import type { Outcome } from '../../../outside/outcome.ts';
import { createAlertMail } from './alert-mail.ts';
import type { DeliveryContent } from './delivery-content.ts';
import { createUnsubscribeToken } from './link-tokens.ts';
import { createPushPayload, createWebhookBody } from './payloads.ts';
import type { DeliveryParts } from './ports.ts';

export interface SampleDelivery {
	readonly delivered: boolean;
	/** The outcome as text for users. */
	readonly line: string;
}

/** A push service keeps a test message for this many seconds. */
const PUSH_TTL_SECONDS = 600;
const NO_BROWSER = 'No browser is subscribed to push notifications for this account yet.';
/** Message channels of apps are tested individually, in own-message-channels.ts. */
type TestableChannel = Exclude<Channel, 'app'>;

const NO_ADDRESS = 'No webhook address is set yet.';

/** Sends a test message on one channel immediately, even if the channel is switched off, without recording the result. */
export function createSampleSender(parts: DeliveryParts) {
	const { records, mailer, push, webhook, clock, randomSource, origin, label, linkSecret } = parts;

	const createSample = (): DeliveryContent => createSampleContent(clock.now());

	const sendByMail = async (userId: string, id: string): Promise<SampleDelivery> => {
		const { email } = (await records.userById(userId)) ?? { email: '' };
		const token = createUnsubscribeToken(linkSecret, userId);
		return describeOutcome(
			await deliverBySmtp(mailer, createAlertMail({ id, to: email, token }, [createSample()], { origin, label })),
			`The mail server accepted a mail to ${email}.`,
		);
	};

	const sendByPush = async (userId: string, id: string): Promise<SampleDelivery> => {
		const browsers = await records.pushBrowsersOf(userId);
		if (browsers.length === 0) return { delivered: false, line: NO_BROWSER };
		const payload = JSON.stringify(createPushPayload(id, [createSample()], label));
		const outcomes = await Promise.all(
			browsers.map((browser) => push.send(browser, payload, { id, ttlSeconds: PUSH_TTL_SECONDS, urgency: 'high' })),
		);
		const acceptedCount = outcomes.filter(({ kind }) => kind === 'delivered').length;
		const line = `The push services accepted the message for ${acceptedCount} of ${browsers.length} browsers.`;
		const failedOutcome = outcomes.find(({ kind }) => kind !== 'delivered');
		return acceptedCount > 0 ? { delivered: true, line } : describeOutcome(failedOutcome as Outcome, line);
	};

	const sendByWebhook = async (userId: string, id: string): Promise<SampleDelivery> => {
		const hook = await records.webhookOf(userId);
		if (!hook) return { delivered: false, line: NO_ADDRESS };
		const now = clock.now();
		const body = createWebhookBody('trial', { id, createdAt: now }, [createSample()], { origin, label });
		return describeOutcome(await webhook.send(hook, id, body, now), 'The receiver accepted the message.');
	};

	const senders: Readonly<Record<TestableChannel, typeof sendByMail>> = { mail: sendByMail, push: sendByPush, webhook: sendByWebhook };

	return async (userId: string, channel: TestableChannel): Promise<SampleDelivery> => {
		await parts.countTest(userId);
		return senders[channel](userId, randomSource.uuid());
	};
}

/** Returns the content of a test message. */
export function createSampleContent(now: UtcMs): DeliveryContent {
	return {
		id: 0,
		kind: 'house',
		subject: 'Signalwheel test message',
		createdAt: now,
		path: '/profile',
		alert: null,
		text: "You will receive changes of your filters' lists like this.",
	};
}

function describeOutcome(outcome: Outcome, successLine: string): SampleDelivery {
	return outcome.kind === 'delivered' ? { delivered: true, line: successLine } : { delivered: false, line: outcome.why };
}
