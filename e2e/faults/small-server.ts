/** The unmodified product with twenty tickers of the simulated market and without pages: five such processes fit on two cores. */
import { compose } from '@sw/server/compose/compose';
import { readConfig } from '@sw/server/config/config';
import { createSmallMarket } from '@sw/server/intake/testing/small-market';
import { onStopSignal } from '@sw/server/platform/stop-signals';

const product = await compose(readConfig(process.env, process.cwd()), {
	web: false,
	reportSessions: 2,
	provider: async (_stores, calendar) => createSmallMarket(20, 30, { siteCalendar: calendar }),
});
onStopSignal(() => void product.close().then(() => process.exit(0)));
await product.listen();
await product.run();
