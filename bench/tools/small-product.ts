import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compose } from '@sw/server/compose/compose';
import type { Overrides } from '@sw/server/compose/product';
import { readConfig } from '@sw/server/config/config';
import { createSmallMarket } from '@sw/server/intake/testing/small-market';
import { findFreePort } from './free-port.ts';

export interface ProductInfo {
	url: string;
	password: string;
}

const TICKERS = 1_000;
const SESSIONS = 100;

/** Starts the whole product in an empty folder with a small simulated market. Resolves when it is ready and listening. */
export async function startSmallProduct(env: Record<string, string> = {}, overrides: Pick<Overrides, 'vendors'> = {}) {
	const folder = mkdtempSync(join(tmpdir(), 'signalwheel-bench-'));
	// At real speed the market hardly moves during the run, so it does not disturb the measurement.
	const config = readConfig(
		{ PORT: String(await findFreePort()), SIGNALWHEEL_DATA: folder, SIGNALWHEEL_LOG: 'error', SIGNALWHEEL_SPEED: '1', ...env },
		folder,
	);
	const product = await compose(config, {
		...overrides,
		reportSessions: 3,
		provider: async () => createSmallMarket(TICKERS, SESSIONS),
	});
	const url = (await product.listen()).replace('127.0.0.1', 'localhost');
	await product.run();
	await product.market.settled;
	const info: ProductInfo = { url, password: readFileSync(join(folder, 'demo-password'), 'utf8').trim() };
	const shutDown = async (): Promise<void> => {
		await product.close();
		rmSync(folder, { recursive: true, force: true });
		process.exit(0);
	};
	return { product, info, shutDown };
}
