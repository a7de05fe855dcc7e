import { createUsageFailure, EXIT } from '../shell/exit.ts';
import type { Command, Options } from '../shell/options.ts';

const options: Options = {
	data: { type: 'string', valuePlaceholder: 'folder', about: 'Data folder (default: SIGNALWHEEL_DATA, otherwise ./data).' },
	port: { type: 'string', short: 'p', valuePlaceholder: 'number', about: 'Port to listen on (default: PORT, otherwise 8080).' },
	host: {
		type: 'string',
		valuePlaceholder: 'address',
		about: 'Address to listen on (default: HOST, otherwise all addresses of this machine).',
	},
};

/** Option -> the server's environment variable. */
const VARIABLES = { data: 'SIGNALWHEEL_DATA', port: 'PORT', host: 'HOST' } as const;

export const start: Command = {
	name: 'start',
	about: 'Run the server here, with its own databases',
	usage: ['signalwheel start [--data <folder>] [--port <number>]'],
	paragraphs: [
		'Starts the whole product: databases, market, pages and API. The first start fills a simulated market, which takes a while; it shows its progress and the address to open.',
		'Environment variables configure everything else; see docs/generated/environment.md. Ctrl+C shuts the server down. It also stops when the npx process that started it ends.',
	],
	options,
	examples: [
		['npx signalwheel start', 'in an empty folder'],
		['SIGNALWHEEL_SPEED=60 signalwheel start --port 9000 --data ~/market', 'one market hour per minute'],
	],
	run: async (args, world) => {
		if (args.positionalArguments.length > 0) throw createUsageFailure(`start doesn't take the argument '${args.positionalArguments[0]}'.`);
		await world.startServer(
			Object.fromEntries(
				Object.entries(VARIABLES).flatMap(([option, variable]) => {
					const value = args.getText(option);
					return value === undefined ? [] : [[variable, value]];
				}),
			),
		);
		return EXIT.success;
	},
};
