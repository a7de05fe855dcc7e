/** `npm run provider -- try <name>`: opens one configured vendor or mention counter and makes one call of each kind. */
import { nyse } from '@sw/domain/time/calendar';
import { type Config, readConfig } from '../../config/config.ts';
import { MENTION_COUNTERS, VENDORS } from '../../config/environment-values.ts';
import { SKIPPED_NOTE, tryCounter, tryVendor } from '../../intake/vendors/try-vendor.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import { openCounters, openVendorAdapter, type VendorWiring } from './vendor-adapter.ts';

export const TRY_USAGE = `Usage: npm run provider -- try ${[...VENDORS, ...MENTION_COUNTERS].join('|')} (keys from the same environment variables as npm start)`;

/** Symbols to try if none are configured: both have options. */
const SYMBOLS = ['AAPL', 'SPY'];
const MAX_SYMBOLS = 3;

/** Returns how many kinds of calls failed. Throws ConfigError if a key is missing. */
export async function tryProvider(
	name: string,
	env: Readonly<Record<string, string | undefined>>,
	wiring: Pick<VendorWiring, 'addresses' | 'random' | 'signal'> & { wall: WallClock; print(line: string): void },
): Promise<number> {
	/** Warnings are printed before the line that they explain, but not before the line that says the trial was stopped. */
	const notes: string[] = [];
	const log = (line: string): void => {
		if (!line.endsWith(SKIPPED_NOTE)) for (const note of notes) wiring.print(`  note: ${note}`);
		notes.length = 0;
		wiring.print(line);
	};
	const { vendors } = configFor(name, env);
	const symbols = vendors.symbols.length > 0 ? vendors.symbols.slice(0, MAX_SYMBOLS) : SYMBOLS;
	const vendorWiring: VendorWiring = {
		...wiring,
		info: () => {},
		tries: 1,
		config: { ...vendors, symbols, chains: 1 },
		calendar: nyse,
		warn: (message) => notes.push(message),
	};
	const vendor = VENDORS.find((one) => one === name);
	const trial = { wall: wiring.wall, calendar: nyse, print: log };
	if (vendor) return tryVendor(await openVendorAdapter(vendor, vendorWiring), symbols, trial);
	const [counter] = openCounters(vendorWiring, async () => []);
	if (!counter) throw new Error(TRY_USAGE);
	return tryCounter(counter, symbols, trial);
}

/** Creates a configuration with the named vendor as the market's provider, or with the named counter as the only source of mentions. */
function configFor(name: string, env: Readonly<Record<string, string | undefined>>): Config {
	return readConfig(
		{
			...env,
			...(VENDORS.some((vendor) => vendor === name)
				? { SIGNALWHEEL_PROVIDER: name, SIGNALWHEEL_MENTIONS: '' }
				: { SIGNALWHEEL_MENTIONS: name }),
		},
		'.',
	);
}
