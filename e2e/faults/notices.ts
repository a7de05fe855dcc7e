/**
 * Kills while the simulated provider's payments arrive: between storing and processing a notification, and during processing. Every payment that
 * the endpoint has acknowledged must eventually have paid its order, once, with one receipt: a mail repeated after a kill has the same id, so mail
 * programs show it once.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fill, pause, type Scenario, startIn, stopInOrder } from './scenario.ts';
import type { ServerProcess } from './server-process.ts';
import { signIn } from './sign-in.ts';

const ENV = { SIGNALWHEEL_PAYMENTS: 'simulated', SIGNALWHEEL_SPEED: '1' };
/** Notifications of one account are processed one after another, those of several in parallel. */
const BUYERS = ['basic@demo.test', 'premium@demo.test', 'pro@demo.test'];
/** Orders per buyer and round. */
const ORDERS = 2;
/** Milliseconds between the first acknowledged payment and the kill, while the others are in progress. */
const KILL_WITHIN = 250;
/** A mail that a killed process was sending is sent by the next one two minutes later. */
const WORKED_WITHIN = 300_000;
const LOOK = 250;

interface Shown {
	code: string;
	status: string;
	charges: unknown[];
}

function checkoutClient(server: ServerProcess, cookie: string) {
	const headers = { cookie, origin: server.url };
	return {
		json: async <T>(path: string, body?: object): Promise<T> => {
			const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
			const answer = await fetch(`${server.url}${path}`, { headers: { ...headers, 'content-type': 'application/json' }, ...sent });
			if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
			return (await answer.json()) as T;
		},
		/** Whether the provider's notification was acknowledged. */
		pay: async (code: string): Promise<boolean> => {
			const body = new URLSearchParams({ act: 'pay' });
			const answer = await fetch(`${server.url}/simulated-checkout/${code}`, { method: 'POST', headers, body, redirect: 'manual' });
			return answer.status === 303;
		},
	};
}

type AccessRules = ReturnType<typeof checkoutClient>;

export async function notices(scenario: Scenario): Promise<void> {
	const { randomSource, folder, kills, log, problem } = scenario;
	/** The buyer of each order code. */
	const paid = new Map<string, number>();
	// Accounts and plans are created at the first start.
	await fill(scenario);
	const clientsOf = signInClients(folder);
	for (let kill = 0; kill < kills; kill++) {
		const { server, served } = await startIn(scenario, ENV);
		const clients = await clientsOf(server);
		const { items } = await (clients[0] as AccessRules).json<{ items: { product_id: string; license: string }[] }>('/api/prices');
		const plan = items.find(({ license }) => license === 'pro')?.product_id;
		const orders: { code: string; buyer: number; pay: AccessRules['pay'] }[] = [];
		for (const [buyer, { json, pay }] of clients.entries())
			for (let n = 0; n < ORDERS; n++) orders.push({ ...(await json<Shown>('/api/orders', { product_id: plan })), buyer, pay });
		const before = paid.size;
		const first = Promise.withResolvers<void>();
		const paying = orders.map(async ({ code, buyer, pay }) => {
			if (!(await pay(code).catch(() => false))) return;
			paid.set(code, buyer);
			first.resolve();
		});
		await Promise.race([first.promise, Promise.all(paying)]);
		const wait = randomSource() * KILL_WITHIN;
		await pause(wait);
		const target = kill % 2 === 0 ? 'node' : 'group';
		await server.kill(target);
		await Promise.all(paying);
		log(
			`notices ${kill + 1}/${kills}: ${served}, killed ${target} ${wait.toFixed(0)} ms after the first was acknowledged, ${paid.size - before} acknowledged`,
		);
	}
	const { server } = await startIn(scenario, ENV);
	const clients = await clientsOf(server);
	const end = performance.now() + WORKED_WITHIN;
	const isPaid = ({ status, charges }: Shown): boolean => status === 'processed' && charges.length === 1;
	for (const [code, buyer] of paid) {
		const { json } = clients[buyer] as AccessRules;
		let order = await json<Shown>(`/api/orders/${code}`);
		while (!isPaid(order) && performance.now() < end) {
			await pause(LOOK);
			order = await json<Shown>(`/api/orders/${code}`);
		}
		if (!isPaid(order)) problem(`the order ${code} was paid, and is ${order.status} with ${order.charges.length} payments`);
		while (receiptsOf(folder, code) === 0 && performance.now() < end) await pause(LOOK);
		const receipts = receiptsOf(folder, code);
		if (receipts !== 1) problem(`the order ${code} has ${receipts} receipts`);
	}
	log(`${paid.size} acknowledged payments looked at`);
	await stopInOrder(server, scenario);
}

function receiptsOf(folder: string, code: string): number {
	const outbox = join(folder, 'outbox');
	const mails = readdirSync(outbox).filter((name) => name.endsWith('.json'));
	const numbers = mails.flatMap((name) => {
		const text = readFileSync(join(outbox, name), 'utf8');
		return text.includes('"subject": "Receipt') && text.includes(code) ? [(JSON.parse(text) as { messageId: string }).messageId] : [];
	});
	return new Set(numbers).size;
}

/** One per buyer. Too many sign-ins are refused, and a session outlives the server: in each round, one of them signs in again. */
function signInClients(folder: string) {
	const cookies: string[] = [];
	let round = 0;
	return async (server: ServerProcess): Promise<AccessRules[]> => {
		for (const [n, buyer] of BUYERS.entries())
			if (cookies[n] === undefined || round % BUYERS.length === n) cookies[n] = await signIn(server.url, folder, buyer);
		round++;
		return cookies.map((cookie) => checkoutClient(server, cookie));
	};
}
