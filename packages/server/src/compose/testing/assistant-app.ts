import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { accounts } from '@sw/contract/accounts/accounts';
import type { Area } from '@sw/contract/base/define';
import { contract } from '@sw/contract/index';
import type { KeyScope } from '@sw/domain/access/api-key';
import type { User } from '@sw/domain/access/user';
import { type AccountApp, accountApp, ORIGIN } from '../../areas/accounts/testing/account-app.ts';
import type { Implementation } from '../../areas/handlers.ts';
import { ASSISTANTS_PATH, createAssistantRoutes } from '../../http/assistants/assistants.ts';
import { Problem } from '../../platform/errors.ts';

const NOW = '2026-06-30T15:45:00Z';
const ANSWERS: Readonly<Record<string, () => unknown>> = {
	health: () => ({
		status: 'ready',
		phase: 'Ready',
		progress: null,
		degraded: [],
		versions: { product: '1', engine: '1', parameters: '1', node: '24' },
		provider: { name: 'simulated', label: 'Simulated market', simulated: true, public: true },
		now: NOW,
		speed: 1,
		last_report: null,
		reports: 0,
		behind: null,
	}),
	tickers: () => ({ total_count: 0, items: [] }),
};

/** Behind authentication there are only health and an empty list of tickers; all other calls return 404 once admitted. */
const areas: Implementation[] = Object.values(contract)
	.filter((area: Area) => area !== accounts)
	.map((area) => ({
		area,
		handlers: Object.fromEntries(
			Object.keys(area).map((name) => [
				name,
				ANSWERS[name] ??
					(() => {
						throw new Problem('not_found');
					}),
			]),
		),
	}));

export interface AssistantApp extends AsyncDisposable {
	readonly at: AccountApp;
	readonly url: string;
	/** Creates an account with a key. */
	addAccountWithKey(change: Partial<User>, scopes: readonly KeyScope[]): Promise<{ key: string; user: User; id: string }>;
	/** Connects the official client over HTTP; rejects if the server refuses it. */
	connectClient(key: string): Promise<Client>;
}

/** The endpoint for assistants with real authentication and real HTTP. */
export async function assistantApp(messagesPerMinute = 1_000_000): Promise<AssistantApp> {
	let guard: AccountApp['accounts']['guard'] | undefined;
	const at = await accountApp({
		areas,
		createAreas: ({ accounts: createdAccounts }) => {
			guard = createdAccounts.guard;
			return [];
		},
		createExtensions: () =>
			guard === undefined
				? []
				: [createAssistantRoutes({ config: { origin: ORIGIN, callsPerMinute: messagesPerMinute }, version: '1', guard })],
	});
	await at.app.listen({ port: 0, host: '127.0.0.1' });
	const url = `http://127.0.0.1:${(at.app.server.address() as AddressInfo).port}${ASSISTANTS_PATH}`;
	const clients: Client[] = [];
	return {
		at,
		url,
		addAccountWithKey: async (change, scopes) => {
			const user = await at.addUser({ passwordHash: null, ...change });
			return { user, ...(await at.addKey(user, scopes)) };
		},
		connectClient: async (key) => {
			const client = new Client({ name: 'test', version: '1' });
			const headers = { authorization: `Bearer ${key}` };
			await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
			clients.push(client);
			return client;
		},
		[Symbol.asyncDispose]: async () => {
			await Promise.all(clients.map((client) => client.close()));
			await at[Symbol.asyncDispose]();
		},
	};
}
