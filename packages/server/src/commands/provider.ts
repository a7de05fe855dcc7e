/** `npm run provider -- try <name>`: makes one call of each kind with the keys of the environment, and prints the results without storing them. */
import { TRY_USAGE, tryProvider } from '../compose/vendors/try-provider.ts';
import { MENTION_COUNTERS, VENDORS } from '../config/environment-values.ts';
import { systemWallClock } from '../platform/clocks/wall-clock.ts';
import { keepFilesPrivate } from '../platform/private-files.ts';
import { answerHelp } from './help.ts';

keepFilesPrivate();
answerHelp(TRY_USAGE);

const [verb, name = ''] = process.argv.slice(2);
if (verb !== 'try' || ![...VENDORS, ...MENTION_COUNTERS].some((known) => known === name)) {
	console.error(TRY_USAGE);
	process.exit(2);
}
// Delays between attempts are timers that don't keep the process alive; this one does.
const keepAlive = setInterval(() => {}, 60_000);
try {
	const failedCallKindCount = await tryProvider(name, process.env, {
		wall: systemWallClock,
		random: Math.random,
		print: (line) => console.log(line),
	});
	process.exit(failedCallKindCount === 0 ? 0 : 1);
} catch (error) {
	console.error(error instanceof Error ? error.message : String(error));
	process.exit(1);
} finally {
	clearInterval(keepAlive);
}
