/**
 * One of several processes of the product on the same stores, with 10,000 random tickers. The message {memory} returns its resident bytes; {spent}
 * returns its processor time in microseconds.
 */
import { compose } from '@sw/server/compose/compose';
import { readConfig } from '@sw/server/config/config';
import { slotMarket } from '../inputs/slot-market.ts';

export interface ProcessOrder {
	roles: string;
	folder: string;
	databaseUrl: string;
	clickhouseUrl: string;
	port: number;
	/** Multiple of real speed during trading hours. */
	speed: number;
}
export type ProcessQuery = { memory: true } | { spent: true };

const ROWS = 10_000;
/** The engine's windows are full after 70. */
const SESSIONS = 75;
const LIVE_SESSIONS = 2;

const { roles, folder, databaseUrl, clickhouseUrl, port, speed } = JSON.parse(process.argv[2] ?? '') as ProcessOrder;
const config = readConfig(
	{
		// Only to pass validation; replaced below by the embedded database's URL, which contains a socket.
		DATABASE_URL: 'postgres://localhost/signalwheel',
		CLICKHOUSE_URL: clickhouseUrl,
		SIGNALWHEEL_ROLES: roles,
		SIGNALWHEEL_DATA: folder,
		SIGNALWHEEL_SPEED: String(speed),
		SIGNALWHEEL_LOG: 'error',
		// All readers call from this machine; each sends an address of its own.
		SIGNALWHEEL_TRUSTED_PROXIES: '127.0.0.1',
		PORT: String(port),
	},
	folder,
);
const product = await compose(
	{ ...config, databaseUrl },
	{ reportSessions: 2, provider: async () => slotMarket(ROWS, SESSIONS, LIVE_SESSIONS) },
);
await product.listen();
await product.run();

function leave(): void {
	void product.close().then(() => process.exit(0));
}

process.once('disconnect', leave);
process.on('message', (order: ProcessQuery | 'leave') => {
	if (order === 'leave') return leave();
	const { user, system } = process.cpuUsage();
	process.send?.('memory' in order ? process.memoryUsage.rss() : user + system);
});
process.send?.('ready');
