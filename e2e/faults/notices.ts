/**
 * Kills while the simulated provider's payments arrive: between storing and processing a notification, and during processing. Every payment that
 * the endpoint has acknowledged must eventually have paid its order, once, with one receipt: a mail repeated after a kill has the same id, so mail
 * programs show it once.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillFolder, pause, type Scenario, startScenarioServer, stopCleanly } from './scenario.ts';
import type { ServerProcess } from './server-process.ts';
import { signIn } from './sign-in.ts';

const ENV = { SIGNALWHEEL_PAYMENTS: 'simulated', SIGNALWHEEL_SPEED: '1' };
/** Notifications of one account are processed one after another, those of several in parallel. */
const BUYERS = ['basic@demo.test', 'premium@demo.test', 'pro@demo.test'];
/** Orders per buyer and round. */
const ORDERS_PER_BUYER = 2;
/** Maximum milliseconds between the first acknowledged payment and the kill, while the others are in progress. */
const MAX_KILL_DELAY_MS = 250;
/** A mail that a killed process was sending is sent by the next one two minutes later. */
const MAX_PROCESSING_MS = 300_000;
const POLL_MS = 250;

interface ShownOrder {
	code: string;
	status: string;
	charges: unknown[];
}

function createCheckoutClient(server: ServerProcess, cookie: string) {
	const headers = { cookie, origin: server.url };
	return {
		callJson: async <T>(path: string, body?: object): Promise<T> => {
			const requestOptions = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
			const response = await fetch(`${server.url}${path}`, {
				headers: { ...headers, 'content-type': 'application/json' },
				...requestOptions,
			});
			if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
			return (await response.json()) as T;
		},
		/** Pays an order. Returns whether the provider's notification was acknowledged. */
		pay: async (code: string): Promise<boolean> => {
			const body = new URLSearchParams({ act: 'pay' });
			const response = await fetch(`${server.url}/simulated-checkout/${code}`, { method: 'POST', headers, body, redirect: 'manual' });
			return response.status === 303;
		},
	};
}

type CheckoutClient = ReturnType<typeof createCheckoutClient>;

export async function runPayments(scenario: Scenario): Promise<void> {
	const { randomSource, folder, kills, log, reportProblem } = scenario;
	/** The buyer of each order whose payment was acknowledged, by order code. */
	const buyerByOrder = new Map<string, number>();
	// Accounts and plans are created at the first start.
	await fillFolder(scenario);
	const signInBuyers = createBuyerSignIn(folder);
	for (let kill = 0; kill < kills; kill++) {
		const { server, served } = await startScenarioServer(scenario, ENV);
		const clients = await signInBuyers(server);
		const { items } = await (clients[0] as CheckoutClient).callJson<{ items: { product_id: string; license: string }[] }>('/api/prices');
		const plan = items.find(({ license }) => license === 'pro')?.product_id;
		const orders: { code: string; buyer: number; pay: CheckoutClient['pay'] }[] = [];
		for (const [buyer, { callJson, pay }] of clients.entries())
			for (let n = 0; n < ORDERS_PER_BUYER; n++)
				orders.push({ ...(await callJson<ShownOrder>('/api/orders', { product_id: plan })), buyer, pay });
		const paidBefore = buyerByOrder.size;
		const firstPayment = Promise.withResolvers<void>();
		const payments = orders.map(async ({ code, buyer, pay }) => {
			if (!(await pay(code).catch(() => false))) return;
			buyerByOrder.set(code, buyer);
			firstPayment.resolve();
		});
		await Promise.race([firstPayment.promise, Promise.all(payments)]);
		const waitMs = randomSource() * MAX_KILL_DELAY_MS;
		await pause(waitMs);
		const target = kill % 2 === 0 ? 'node' : 'group';
		await server.kill(target);
		await Promise.all(payments);
		log(
			`notices ${kill + 1}/${kills}: ${served}, killed ${target} ${waitMs.toFixed(0)} ms after the first was acknowledged, ${buyerByOrder.size - paidBefore} acknowledged`,
		);
	}
	const { server } = await startScenarioServer(scenario, ENV);
	const clients = await signInBuyers(server);
	const deadline = performance.now() + MAX_PROCESSING_MS;
	const isPaid = ({ status, charges }: ShownOrder): boolean => status === 'processed' && charges.length === 1;
	for (const [code, buyer] of buyerByOrder) {
		const { callJson } = clients[buyer] as CheckoutClient;
		let order = await callJson<ShownOrder>(`/api/orders/${code}`);
		while (!isPaid(order) && performance.now() < deadline) {
			await pause(POLL_MS);
			order = await callJson<ShownOrder>(`/api/orders/${code}`);
		}
		if (!isPaid(order)) reportProblem(`the order ${code} was paid, and is ${order.status} with ${order.charges.length} payments`);
		while (countReceipts(folder, code) === 0 && performance.now() < deadline) await pause(POLL_MS);
		const receipts = countReceipts(folder, code);
		if (receipts !== 1) reportProblem(`the order ${code} has ${receipts} receipts`);
	}
	log(`${buyerByOrder.size} acknowledged payments checked`);
	await stopCleanly(server, scenario);
}

function countReceipts(folder: string, code: string): number {
	const outbox = join(folder, 'outbox');
	const mails = readdirSync(outbox).filter((name) => name.endsWith('.json'));
	const messageIds = mails.flatMap((name) => {
		const text = readFileSync(join(outbox, name), 'utf8');
		return text.includes('"subject": "Receipt') && text.includes(code) ? [(JSON.parse(text) as { messageId: string }).messageId] : [];
	});
	return new Set(messageIds).size;
}

/** Returns a function that creates one client per buyer. Only one buyer signs in again each round: sign-ins are limited, and sessions outlive the server. */
function createBuyerSignIn(folder: string) {
	const cookies: string[] = [];
	let round = 0;
	return async (server: ServerProcess): Promise<CheckoutClient[]> => {
		for (const [n, buyer] of BUYERS.entries())
			if (cookies[n] === undefined || round % BUYERS.length === n) cookies[n] = await signIn(server.url, folder, buyer);
		round++;
		return cookies.map((cookie) => createCheckoutClient(server, cookie));
	};
}
