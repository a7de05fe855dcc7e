/** `npm run report -- verify|show|export`: in the running server when there is one, since one process alone may open the embedded stores; otherwise here. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { nyse } from '@sw/domain/time/calendar';
import { openStores } from '@sw/store/open';
import { setting } from '@sw/store/postgres/records/settings';
import { openProvider } from '../compose/provider.ts';
import { verifyParts } from '../compose/verify-parts.ts';
import { readConfig } from '../config/config.ts';
import { askRunning } from '../platform/control/socket.ts';
import { keepFilesPrivate } from '../platform/private-files.ts';
import { reportCommand } from '../reports/command/report-command.ts';
import { parseReport } from '../reports/command/report-request.ts';

keepFilesPrivate();

/** What the folder was claimed for, see claimFolder. */
const MARKET_KEY = 'market';

const say = (line: string): void => console.log(line);

const main = async (): Promise<number> => {
	const here = process.env['INIT_CWD'] ?? process.cwd();
	const request = parseReport(process.argv.slice(2), (path) => resolve(here, path));
	if (typeof request === 'string') {
		console.error(request);
		return 2;
	}
	const config = readConfig(process.env, process.cwd());
	const args = [JSON.stringify(request)];
	const answered = await askRunning(config.folder, 'report', args, say);
	if (answered !== undefined) return answered;
	const nothing = (): number => {
		console.error(`${config.folder} holds no market yet.`);
		return 1;
	};
	// Opening the stores would make the folder.
	if (!existsSync(config.folder)) return nothing();
	await using stores = await openStores({
		folder: config.folder,
		...(config.databaseUrl ? { databaseUrl: config.databaseUrl } : {}),
		...(config.clickhouseUrl ? { clickhouseUrl: config.clickhouseUrl } : {}),
	});
	const held = await setting(stores.records.db, MARKET_KEY);
	if (typeof held !== 'string') return nothing();
	const provider = await openProvider(stores, held as typeof config.provider);
	// Awaited here: the stores close when this function returns.
	return await reportCommand({ ...verifyParts({ stores, provider, calendar: nyse }), folder: config.folder })(args, say);
};

try {
	process.exitCode = await main();
} catch (error) {
	console.error(error instanceof Error ? error.message : String(error));
	process.exitCode = 1;
}
