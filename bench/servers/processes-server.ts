/**
 * One of several processes of the product on the same stores, with 10,000 random tickers. The message {memory} returns its resident bytes; {processorTime}
 * returns its processor time in microseconds.
 */
import { compose } from '@sw/server/compose/compose';
import { readConfig } from '@sw/server/config/config';
import { createSlotMarket } from '../inputs/slot-market.ts';

export interface ProcessConfig {
	roles: string;
	folder: string;
	databaseUrl: string;
	clickhouseUrl: string;
	port: number;
	/** Multiple of real speed during trading hours. */
	speed: number;
}
export type ProcessQuery = { memory: true } | { processorTime: true };

const ROWS = 10_000;
/** The engine's windows are full after 70. */
const SESSIONS = 75;
const LIVE_SESSIONS = 2;

const { roles, folder, databaseUrl, clickhouseUrl, port, speed } = JSON.parse(process.argv[2] ?? '') as ProcessConfig;
const config = readConfig(
	{
		// Only to pass validation; replaced below by the embedded database's URL, which contains a socket.
		DATABASE_URL: 'postgres://localhost/signalwheel',
		CLICKHOUSE_URL: clickhouseUrl,
		SIGNALWHEEL_ROLES: roles,
		SIGNALWHEEL_DATA: folder,
		SIGNALWHEEL_SPEED: String(speed),
		SIGNALWHEEL_LOG: 'error',
		// All readers call from this machine; each sends its own IP address.
		SIGNALWHEEL_TRUSTED_PROXIES: '127.0.0.1',
		PORT: String(port),
	},
	folder,
);
const product = await compose(
	{ ...config, databaseUrl },
	{ reportSessions: 2, provider: async () => createSlotMarket(ROWS, SESSIONS, LIVE_SESSIONS) },
);
await product.listen();
await product.run();

function shutDown(): void {
	void product.close().then(() => process.exit(0));
}

process.once('disconnect', shutDown);
process.on('message', (message: ProcessQuery | 'stop') => {
	if (message === 'stop') return shutDown();
	const { user, system } = process.cpuUsage();
	process.send?.('memory' in message ? process.memoryUsage.rss() : user + system);
});
process.send?.('ready');
