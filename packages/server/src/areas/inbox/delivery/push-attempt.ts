import type { Outgoing, PushBrowser } from '@sw/domain/inbox/outgoing';
import { DELIVERED, type Outcome, refusedByReceiver } from '../../../outside/outcome.ts';
import type { DeliveryParts } from './ports.ts';

interface Way {
	readonly ttl: number;
	readonly urgency: 'normal' | 'high';
	readonly signal: AbortSignal;
}

const NO_BROWSER = 'This account no longer has a subscribed browser.';

/** Pushes a delivery to every browser of its account that has not accepted it yet. Browsers that no longer exist are removed. */
export async function createPushAttempt(
	{ records, push, clock }: Pick<DeliveryParts, 'records' | 'push' | 'clock'>,
	batch: readonly Outgoing[],
): Promise<(one: Outgoing, payload: string, way: Way) => Promise<Outcome>> {
	const [browsers, receipts] = await Promise.all([
		records.pushBrowsersOfAll([...new Set(batch.map(({ userId }) => userId))]),
		records.pushReceiptsOf(batch.flatMap(({ id, attempts }) => (attempts > 1 ? [id] : []))),
	]);
	const byOwner = Map.groupBy(browsers, ({ userId }) => userId);
	const taken = new Set(receipts.map(({ deliveryId, subscriptionId }) => `${deliveryId} ${subscriptionId}`));

	const toOne = async (one: Outgoing, browser: PushBrowser, payload: string, { ttl, urgency, signal }: Way): Promise<Outcome> => {
		if (taken.has(`${one.id} ${browser.id}`)) return DELIVERED;
		// The browser subscribed with another server key: no push service would accept this message.
		const isOurs = browser.serverKey === push.publicKey;
		const outcome = isOurs ? await push.send(browser, payload, { id: one.id, ttl, urgency }, signal) : refusedByReceiver(NO_BROWSER);
		if (outcome.kind === 'delivered') await records.recordPushReceipt(one.id, browser.id, clock.now());
		if (outcome.kind === 'refused') await records.removePushBrowser(one.userId, { id: browser.id });
		return outcome;
	};

	return async (one, payload, way) => {
		const own = byOwner.get(one.userId) ?? [];
		return together(await Promise.all(own.map((browser) => toOne(one, browser, payload, way))));
	};
}

/** The combined outcome of several browsers: one retry means a retry for all. */
function together(outcomes: readonly Outcome[]): Outcome {
	return (
		outcomes.find(({ kind }) => kind === 'later') ??
		outcomes.find(({ kind }) => kind === 'delivered') ??
		outcomes.find(({ kind }) => kind === 'unfit') ??
		refusedByReceiver(NO_BROWSER)
	);
}
