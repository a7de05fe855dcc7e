import { existsSync } from 'node:fs';
import { openStores } from '@sw/store/open';
import { setting } from '@sw/store/postgres/records/settings';
import { storesLocation } from '../../compose/core/configured-stores.ts';
import { createVerifyParts } from '../../compose/core/research-store.ts';
import { openSiteCalendar } from '../../compose/core/site-settings-store.ts';
import { openProvider } from '../../compose/vendors/provider.ts';
import type { Config } from '../../config/config.ts';
import type { PrintLine } from '../../platform/control/socket.ts';
import { createReportCommand } from '../../reports/command/report-command.ts';

/** Key of the setting that says which market the folder has; see bindFolderToMarket. */
const MARKET_KEY = 'market';

/** Runs a report command in this process, when no server has the data folder open. Returns the exit code. */
export async function runReportLocally(config: Config, args: readonly string[], print: PrintLine): Promise<number> {
	const failWithoutData = (): number => {
		console.error(`${config.folder} contains no market data yet.`);
		return 1;
	};
	// Checked first, because opening the stores would create the folder.
	if (!existsSync(config.folder)) return failWithoutData();
	await using stores = await openStores(storesLocation(config));
	const market = await setting(stores.records.db, MARKET_KEY);
	if (typeof market !== 'string') return failWithoutData();
	const { calendar } = await openSiteCalendar(stores.records.db);
	const provider = await openProvider(stores, market as Config['provider'], calendar);
	// Awaited here, because the stores close when this function returns.
	return await createReportCommand({ ...createVerifyParts({ stores, provider, calendar }), exportFolder: config.folder })(args, print);
}
