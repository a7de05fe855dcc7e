/**
 * The unmodified product, except that everything sent to other servers goes to a port of this machine, which production can't be configured to do.
 * With NOTICES it first queues that many alerts, each for its own filter.
 */
import { readFileSync } from 'node:fs';
import { compose } from '@sw/server/compose/compose';
import { readConfig } from '@sw/server/config/config';
import { smallMarket } from '@sw/server/intake/testing/small-market';
import { loopbackAgent } from '@sw/server/outside/https/testing/loopback-agent';
import { onStopSignal } from '@sw/server/platform/stop-signals';
import { planNotices } from './delivery-notices.ts';

const { RECEIVER = '', NOTICES = '', BROWSER = '' } = process.env;
const product = await compose(readConfig(process.env, process.cwd()), {
	agent: loopbackAgent(Number(RECEIVER)),
	web: false,
	reportSessions: 1,
	provider: async (_stores, calendar) => smallMarket(20, 30, { open: calendar }),
});
onStopSignal(() => void product.close().then(() => process.exit(0)));
await product.listen();
await product.run();
if (NOTICES !== '') {
	await product.market.settled;
	const report = product.market.reports.newest();
	if (!report) throw new Error('There is no report.');
	await planNotices(product.stores.records.pool, Number(NOTICES), report.time, JSON.parse(readFileSync(BROWSER, 'utf8')));
	console.log('PLANNED');
}
