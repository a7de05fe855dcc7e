import type { Command } from '../shell/command.ts';
import { EXIT, misused } from '../shell/exit.ts';
import type { Options } from '../shell/options.ts';

const options: Options = {
	data: { type: 'string', value: 'folder', about: 'Where everything is kept; SIGNALWHEEL_DATA, then ./data unless told.' },
	port: { type: 'string', short: 'p', value: 'number', about: 'PORT, then 8080 unless told.' },
	host: { type: 'string', value: 'address', about: 'The address of this machine that it listens at; HOST, then all of them unless told.' },
};

/** Option -> the product's own variable. */
const VARIABLES = { data: 'SIGNALWHEEL_DATA', port: 'PORT', host: 'HOST' } as const;

export const start: Command = {
	name: 'start',
	about: 'Runs the product here, on its own databases',
	usage: ['signalwheel start [--data <folder>] [--port <number>]'],
	text: [
		'Starts the whole product: both stores under one folder, the market, the pages and the API. The first start fills a simulated market and takes a while; it says how far it is, and where to look once it is ready.',
		'All other settings are variables of the environment, described in docs/generated/environment.md. Ctrl+C stops it in order; so does the end of whatever started it by npx.',
	],
	options,
	examples: [
		['npx signalwheel start', 'in an empty folder'],
		['SIGNALWHEEL_SPEED=60 signalwheel start --port 9000 --data ~/market', 'a market hour in a minute'],
	],
	run: async (given, world) => {
		if (given.words.length > 0) throw misused(`start takes no '${given.words[0]}'.`);
		await world.startProduct(
			Object.fromEntries(
				Object.entries(VARIABLES).flatMap(([option, variable]) => {
					const value = given.text(option);
					return value === undefined ? [] : [[variable, value]];
				}),
			),
		);
		return EXIT.fine;
	},
};
