/**
 * Payments that are told all at once: how many notices a second the hook takes in while they are worked on beside, on the same machine, whether one of
 * those that were acknowledged is lost, and how fast the orders behind them are paid. Each is read back from a stand-in of the provider.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hashedText, signedText } from '@sw/domain/billing/signed-text';
import { orderTime } from '@sw/domain/billing/testing/payment-provider';
import autocannon from 'autocannon';
import { asked, left, started } from './child.ts';
import { against, alone, type Benchmark, median } from './measured.ts';
import type { NoticesKept, NoticesStarted } from './notices-server.ts';

const CONNECTIONS = 32;
const ROUNDS = 3;
const A_ROUND = 4_000;
const FIRST_ID = 1_000_000;
const LOOK_MS = 250;

const documented = JSON.parse(
	readFileSync(new URL('../packages/server/src/compose/testing/paypro-notice.json', import.meta.url), 'utf8'),
) as Record<string, string>;
const hex = (name: string, text: string): string => createHash(name).update(text).digest('hex');

/** That the n-th order was paid, as the provider sends it. */
const notice = (n: number): string => {
	const fields = {
		...documented,
		ORDER_ID: String(FIRST_ID + n),
		ORDER_ITEM_ID: String(FIRST_ID + n),
		SUBSCRIPTION_ID: String(2 * FIRST_ID + n),
		CUSTOMER_EMAIL: `buyer${n}@example.com`,
		ORDER_CUSTOM_FIELDS: `x-order=BENCH${n}`,
		ORDER_PLACED_TIME_UTC: orderTime(Date.now()),
	};
	const signature = { HASH: hex('md5', hashedText(fields, 'secret-key')), SIGNATURE: hex('sha256', signedText(fields, 'validation-key')) };
	return new URLSearchParams({ ...fields, ...signature }).toString();
};

/** Knows every order, as paid. */
const openProvider = async (): Promise<{ url: string; close(): void }> => {
	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const { orderId } = JSON.parse(Buffer.concat(parts).toString()) as { orderId: number };
			const customFields = [{ customFieldKey: 'x-order', customFieldValue: `BENCH${orderId - FIRST_ID}` }];
			response.end(JSON.stringify({ isSuccess: true, response: { orderStatusId: 5, mainProductId: 81, customFields } }));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
};

/** Sends each of the forms once; notices a second, and how many were acknowledged. */
const load = async (url: string, forms: readonly string[]): Promise<{ rate: number; acknowledged: number }> => {
	let next = 0;
	const began = performance.now();
	let answered = began;
	const loading = autocannon({
		url,
		connections: CONNECTIONS,
		amount: forms.length,
		requests: [
			{
				path: '/api/payproglobal/webhook',
				method: 'POST',
				headers: { 'content-type': 'application/x-www-form-urlencoded' },
				setupRequest: (request) => ({ ...request, body: forms[next++ % forms.length] ?? '' }),
			},
		],
	});
	// It ends with the second in which the last answer came: that one's time counts.
	loading.on('response', () => {
		answered = performance.now();
	});
	const result = await loading;
	if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
	return { rate: result['2xx'] / ((answered - began) / 1000), acknowledged: result['2xx'] };
};

const perSecond = (rate: number): string => `${Math.round(rate).toLocaleString('en')}/s`;

export const run: Benchmark = async () => {
	const provider = await openProvider();
	const { child, message } = await started<NoticesStarted>('notices-server.ts', [provider.url, String(ROUNDS * A_ROUND)]);
	try {
		const began = performance.now();
		const rates: number[] = [];
		const references: number[] = [];
		let acknowledged = 0;
		for (let round = 0; round < ROUNDS; round++) {
			const forms = Array.from({ length: A_ROUND }, (_, n) => notice(round * A_ROUND + n + 1));
			references.push((await load(message.referenceUrl, forms)).rate);
			const taken = await load(message.url, forms);
			rates.push(taken.rate);
			acknowledged += taken.acknowledged;
		}
		let found = await asked<NoticesKept>(child, 'kept');
		while (found.waiting > 0) {
			await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
			found = await asked<NoticesKept>(child, 'kept');
		}
		const took = (performance.now() - began) / 1000;
		const lost = acknowledged - found.kept;
		return [
			against('taken in while they are worked on beside', median(rates), median(references), 'at least 1,000/s', perSecond),
			alone('acknowledged and lost', `${lost} of ${acknowledged.toLocaleString('en')}`, 'none'),
			alone('acknowledged whose order was not paid in the end', `${acknowledged - found.paid}`, 'none'),
			alone('worked on, from the first to the last, with all of the above', perSecond(found.worked / took), null),
		];
	} finally {
		await left(child);
		provider.close();
	}
};
