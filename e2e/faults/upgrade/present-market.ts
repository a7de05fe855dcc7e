/** The present product on the market of old-versions.ts, without pages. */
import { compose } from '@sw/server/compose/compose';
import { readConfig } from '@sw/server/config/config';
import { createSmallMarket } from '@sw/server/intake/testing/small-market';
import { onStopSignal } from '@sw/server/platform/stop-signals';
import { SESSIONS, TICKERS } from './old-versions.ts';

const product = await compose(readConfig(process.env, process.cwd()), {
	web: false,
	provider: async (_stores, calendar) => createSmallMarket(TICKERS, SESSIONS, { siteCalendar: calendar }),
});
onStopSignal(() => void product.close().then(() => process.exit(0)));
await product.listen();
await product.run();
