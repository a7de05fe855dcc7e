/**
 * Sends a burst of payment notifications: how many per second the webhook accepts while they are processed on the same machine, whether an acknowledged
 * one is lost, and how fast their orders become paid. The product verifies each payment with a fake provider.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildHashedText, buildSignedText } from '@sw/domain/billing/payment-event';
import { formatOrderTime } from '@sw/domain/billing/testing/payment-provider';
import { askChild, startChild, stopChild } from './child.ts';
import { type Benchmark, compareToReference, median, rowWithoutReference } from './measure.ts';
import type { NotificationCounts, PaymentServerInfo } from './servers/notices-server.ts';
import { createFormRequest, sendLoad } from './tools/raw-load.ts';

const CONNECTIONS = 128;
const WEBHOOK_PATH = '/api/payproglobal/webhook';
const ROUNDS = 3;
const NOTIFICATIONS_PER_ROUND = 3_000;
const FIRST_ID = 1_000_000;
const POLL_MS = 250;

const documentedFields = JSON.parse(
	readFileSync(new URL('../packages/server/src/compose/testing/paypro-notice.json', import.meta.url), 'utf8'),
) as Record<string, string>;

/** The body of the n-th order's payment notification, a form signed as the provider signs it. */
function createNotification(n: number): string {
	const fields = {
		...documentedFields,
		ORDER_ID: String(FIRST_ID + n),
		ORDER_ITEM_ID: String(FIRST_ID + n),
		SUBSCRIPTION_ID: String(2 * FIRST_ID + n),
		CUSTOMER_EMAIL: `buyer${n}@example.com`,
		ORDER_CUSTOM_FIELDS: `x-order=BENCH${n}`,
		ORDER_PLACED_TIME_UTC: formatOrderTime(Date.now()),
	};
	const signature = {
		HASH: hexDigest('md5', buildHashedText(fields, 'secret-key')),
		SIGNATURE: hexDigest('sha256', buildSignedText(fields, 'validation-key')),
	};
	return new URLSearchParams({ ...fields, ...signature }).toString();
}

function hexDigest(name: string, text: string): string {
	return createHash(name).update(text).digest('hex');
}

/** A fake provider that reports every order as paid. */
async function startProvider(): Promise<{ url: string; close(): void }> {
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

function formatRate(rate: number): string {
	return `${Math.round(rate).toLocaleString('en')}/s`;
}

export const run: Benchmark = async () => {
	const provider = await startProvider();
	const { child, message: info } = await startChild<PaymentServerInfo>('servers/notices-server.ts', [
		provider.url,
		String(ROUNDS * NOTIFICATIONS_PER_ROUND),
	]);
	try {
		const startedAt = performance.now();
		const rates: number[] = [];
		const references: number[] = [];
		let acknowledged = 0;
		for (let round = 0; round < ROUNDS; round++) {
			const forms = Array.from({ length: NOTIFICATIONS_PER_ROUND }, (_, n) => createNotification(round * NOTIFICATIONS_PER_ROUND + n + 1));
			const sendForms = (serverUrl: string) => {
				const url = new URL(serverUrl);
				const requests = forms.map((form) => createFormRequest(url, WEBHOOK_PATH, form));
				return sendLoad(url, requests, CONNECTIONS);
			};
			references.push((await sendForms(info.referenceUrl)).rate);
			const result = await sendForms(info.url);
			rates.push(result.rate);
			acknowledged += result.acknowledged;
		}
		let counts = await askChild<NotificationCounts>(child, 'counts');
		while (counts.waiting > 0) {
			await new Promise((resolve) => setTimeout(resolve, POLL_MS));
			counts = await askChild<NotificationCounts>(child, 'counts');
		}
		const elapsedSeconds = (performance.now() - startedAt) / 1000;
		const lostCount = acknowledged - counts.stored;
		return [
			compareToReference(
				'notifications accepted while earlier ones are processed',
				median(rates),
				median(references),
				'at least 1,000/s',
				formatRate,
			),
			rowWithoutReference('acknowledged and lost', `${lostCount} of ${acknowledged.toLocaleString('en')}`, 'none'),
			rowWithoutReference('acknowledged, but the order was never marked as paid', `${acknowledged - counts.paid}`, 'none'),
			rowWithoutReference(
				'processed, from the first to the last, including all of the above',
				formatRate(counts.processed / elapsedSeconds),
				null,
			),
		];
	} finally {
		await stopChild(child);
		provider.close();
	}
};
