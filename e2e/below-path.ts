/** A product below a path of its host, behind the operators' nginx. The rest of the host is another site. */
import type { BrowserContext } from '@playwright/test';
import { type OpenidServer, openidServer } from '@sw/server/areas/accounts/testing/openid-server';
import { freePort } from './faults/server-process.ts';
import { FEW, type Running, startProduct } from './fixtures.ts';
import { operatorsFile, startNginx } from './nginx.ts';

export const SUB_PATH = '/signals';

export interface Below extends Running {
	/** The address that users type; `url` of the product itself stays unknown to them. */
	readonly site: string;
	readonly provider: OpenidServer;
	close(): Promise<void>;
}

export async function startBelowPath(): Promise<Below> {
	const port = await freePort();
	const host = `http://localhost:${port}`;
	const site = host + SUB_PATH;
	const provider = await openidServer(`${site}/oauth/company`, { returnTo: `${site}/` });
	const { issuer, clientId, clientSecret } = provider;
	const grants = { traders: 'premium', operators: 'admin' };
	const running = await startProduct(
		{
			SIGNALWHEEL_ORIGIN: site,
			SIGNALWHEEL_ASSISTANTS: 'on',
			SIGNALWHEEL_PAYMENTS: 'simulated',
			SIGNALWHEEL_OAUTH: JSON.stringify([
				{ name: 'company', label: 'Company', issuer, clientId, clientSecret, scope: 'openid email profile groups', grants, logout: true },
			]),
		},
		undefined,
		{ tickers: FEW },
	);
	// The change that docs/operations.md names, and what else the host serves.
	const changed = (config: string): string =>
		config
			.replace('location / {', `location / {\n\t\treturn 404 "Another site";\n\t}\n\tlocation ${SUB_PATH}/ {`)
			.replace('$host;', '$http_host;');
	const nginx = await startNginx(port, () => operatorsFile('nginx.conf', { port, behind: Number(new URL(running.url).port), changed }));
	return {
		...running,
		site,
		provider,
		close: async () => {
			await nginx.close();
			await running.close();
			await provider.stop();
		},
	};
}

/** Addresses of the host outside the site that the pages of a context ask for from now on. */
export function straysOf(context: BrowserContext, { site }: Pick<Below, 'site'>): string[] {
	const strays: string[] = [];
	context.on('request', (request) => {
		const url = request.url();
		if (url.startsWith(new URL(site).origin) && !url.startsWith(`${site}/`)) strays.push(url);
	});
	return strays;
}
