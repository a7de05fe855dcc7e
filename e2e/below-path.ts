/** A product below a path of its host, behind the operators' nginx. The rest of the host is another site. */
import type { BrowserContext } from '@playwright/test';
import { type OpenidServer, startOpenidServer } from '@sw/server/areas/accounts/testing/openid-server';
import { findFreePort } from './faults/server-process.ts';
import { FEW_TICKERS, type RunningProduct, startProduct } from './fixtures.ts';
import { readSiteFile, startNginx } from './nginx.ts';

export const SUB_PATH = '/signals';

export interface ProductBelowPath extends RunningProduct {
	/** The URL that users type; the product's own `url` stays unknown to them. */
	readonly site: string;
	readonly provider: OpenidServer;
	close(): Promise<void>;
}

export async function startBelowPath(): Promise<ProductBelowPath> {
	const port = await findFreePort();
	const host = `http://localhost:${port}`;
	const site = host + SUB_PATH;
	const provider = await startOpenidServer(`${site}/oauth/company`, { signOutRedirectUrl: `${site}/` });
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
		{ tickers: FEW_TICKERS },
	);
	// Makes the change that docs/operations.md describes, and serves another site on the rest of the host.
	const edit = (config: string): string =>
		config
			.replace('location / {', `location / {\n\t\treturn 404 "Another site";\n\t}\n\tlocation ${SUB_PATH}/ {`)
			.replace('$host;', '$http_host;');
	const nginx = await startNginx(port, () => readSiteFile('nginx.conf', { port, productPort: Number(new URL(running.url).port), edit }));
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

/** Returns a list that collects the URLs on the host, but outside the site, that pages of this context request from now on. */
export function collectStrayUrls(context: BrowserContext, { site }: Pick<ProductBelowPath, 'site'>): string[] {
	const strayUrls: string[] = [];
	context.on('request', (request) => {
		const url = request.url();
		if (url.startsWith(new URL(site).origin) && !url.startsWith(`${site}/`)) strayUrls.push(url);
	});
	return strayUrls;
}
