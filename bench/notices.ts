/**
 * Sends a burst of payment notifications: how many per second the webhook accepts while they are processed on the same machine, whether an acknowledged
 * one is lost, and how fast their orders become paid. The product verifies each payment with a fake provider.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hashedText, signedText } from '@sw/domain/billing/payment-event';
import { orderTime } from '@sw/domain/billing/testing/payment-provider';
import { askChild, startChild, stopChild } from './child.ts';
import { type Benchmark, compareToReference, median, rowWithoutReference } from './measure.ts';
import type { NoticesKept, NoticesStarted } from './servers/notices-server.ts';
import { formRequest, rawLoad } from './tools/raw-load.ts';

const CONNECTIONS = 128;
const PATH = '/api/payproglobal/webhook';
const ROUNDS = 3;
const NOTICES_PER_ROUND = 3_000;
const FIRST_ID = 1_000_000;
const POLL_MS = 250;

const documented = JSON.parse(
	readFileSync(new URL('../packages/server/src/compose/testing/paypro-notice.json', import.meta.url), 'utf8'),
) as Record<string, string>;

/** The body of the n-th order's payment notification, a form signed as the provider signs it. */
function notice(n: number): string {
	const fields = {
		...documented,
		ORDER_ID: String(FIRST_ID + n),
		ORDER_ITEM_ID: String(FIRST_ID + n),
		SUBSCRIPTION_ID: String(2 * FIRST_ID + n),
		CUSTOMER_EMAIL: `buyer${n}@example.com`,
		ORDER_CUSTOM_FIELDS: `x-order=BENCH${n}`,
		ORDER_PLACED_TIME_UTC: orderTime(Date.now()),
	};
	const signature = {
		HASH: hexDigest('md5', hashedText(fields, 'secret-key')),
		SIGNATURE: hexDigest('sha256', signedText(fields, 'validation-key')),
	};
	return new URLSearchParams({ ...fields, ...signature }).toString();
}

function hexDigest(name: string, text: string): string {
	return createHash(name).update(text).digest('hex');
}

/** A fake provider that reports every order as paid. */
async function openProvider(): Promise<{ url: string; close(): void }> {
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
}

function perSecond(rate: number): string {
	return `${Math.round(rate).toLocaleString('en')}/s`;
}

export const run: Benchmark = async () => {
	const provider = await openProvider();
	const { child, message } = await startChild<NoticesStarted>('servers/notices-server.ts', [
		provider.url,
		String(ROUNDS * NOTICES_PER_ROUND),
	]);
	try {
		const began = performance.now();
		const rates: number[] = [];
		const references: number[] = [];
		let acknowledged = 0;
		for (let round = 0; round < ROUNDS; round++) {
			const forms = Array.from({ length: NOTICES_PER_ROUND }, (_, n) => notice(round * NOTICES_PER_ROUND + n + 1));
			const sendForms = (address: string) => {
				const url = new URL(address);
				const requests = forms.map((form) => formRequest(url, PATH, form));
				return rawLoad(url, requests, CONNECTIONS);
			};
			references.push((await sendForms(message.referenceUrl)).rate);
			const result = await sendForms(message.url);
			rates.push(result.rate);
			acknowledged += result.acknowledged;
		}
		let found = await askChild<NoticesKept>(child, 'kept');
		while (found.waiting > 0) {
			await new Promise((resolve) => setTimeout(resolve, POLL_MS));
			found = await askChild<NoticesKept>(child, 'kept');
		}
		const took = (performance.now() - began) / 1000;
		const lost = acknowledged - found.kept;
		return [
			compareToReference('taken in while they are worked on beside', median(rates), median(references), 'at least 1,000/s', perSecond),
			rowWithoutReference('acknowledged and lost', `${lost} of ${acknowledged.toLocaleString('en')}`, 'none'),
			rowWithoutReference('acknowledged whose order was not paid in the end', `${acknowledged - found.paid}`, 'none'),
			rowWithoutReference('worked on, from the first to the last, with all of the above', perSecond(found.worked / took), null),
		];
	} finally {
		await stopChild(child);
		provider.close();
	}
};
