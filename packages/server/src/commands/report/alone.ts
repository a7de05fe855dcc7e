import { existsSync } from 'node:fs';
import { openStores } from '@sw/store/open';
import { setting } from '@sw/store/postgres/records/settings';
import { placeOfStores } from '../../compose/core/configured-stores.ts';
import { verifyParts } from '../../compose/core/research-store.ts';
import { openSiteCalendar } from '../../compose/core/site-settings-store.ts';
import { openProvider } from '../../compose/vendors/provider.ts';
import type { Config } from '../../config/config.ts';
import type { PrintLine } from '../../platform/control/socket.ts';
import { reportCommand } from '../../reports/command/report-command.ts';

/** Key of the setting that says which market the folder has; see bindFolderToMarket. */
const MARKET_KEY = 'market';

/** Runs a report command in this process, when no server has the data folder open. Returns the exit code. */
export async function reportAlone(config: Config, args: readonly string[], print: PrintLine): Promise<number> {
	const nothing = (): number => {
		console.error(`${config.folder} contains no market data yet.`);
		return 1;
	};
	// Checked first, because opening the stores would create the folder.
	if (!existsSync(config.folder)) return nothing();
	await using stores = await openStores(placeOfStores(config));
	const held = await setting(stores.records.db, MARKET_KEY);
	if (typeof held !== 'string') return nothing();
	const { calendar } = await openSiteCalendar(stores.records.db);
	const provider = await openProvider(stores, held as Config['provider'], calendar);
	// Awaited here, because the stores close when this function returns.
	return await reportCommand({ ...verifyParts({ stores, provider, calendar }), folder: config.folder })(args, print);
}
