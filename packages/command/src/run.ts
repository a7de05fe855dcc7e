import { failureOf } from './calls/connect.ts';
import { exportList } from './commands/export.ts';
import { filter } from './commands/filter.ts';
import { list } from './commands/list.ts';
import { SERVER_COMMANDS } from './commands/server-commands.ts';
import { start } from './commands/start.ts';
import { ticker } from './commands/ticker.ts';
import { watch } from './commands/watch.ts';
import { helpOf, overview } from './help.ts';
import { printJsonLine, printLines } from './screen/print.ts';
import type { Command, ServerCommand } from './shell/command.ts';
import { EXIT, Failure } from './shell/exit.ts';
import { type Options, readArguments } from './shell/options.ts';
import type { World } from './shell/world.ts';

export const COMMANDS: readonly (Command | ServerCommand)[] = [start, ...SERVER_COMMANDS, list, watch, ticker, exportList, filter];

const HELP: Options = { help: { type: 'boolean', short: 'h', about: 'Show this page.' } };
const STOPPED: Readonly<Record<string, number>> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/** Runs one command line and returns its exit code; errors are printed to standard error, as JSON if JSON was requested. */
export async function run(args: readonly string[], world: World): Promise<number> {
	const [name, ...rest] = args;
	if (name === '--version' || name === '-v') {
		printLines(world.out, [world.version]);
		return EXIT.fine;
	}
	if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
		const about = named(rest[0]);
		if (rest[0] !== undefined && !about) return unknown(rest[0], world);
		printLines(name === undefined ? world.err : world.out, about ? helpOf(about) : overview(COMMANDS, world.version));
		return name === undefined ? EXIT.usage : EXIT.fine;
	}
	const command = named(name);
	if (!command) return unknown(name, world);
	if (!('run' in command)) {
		if (rest[0] !== '--help' && rest[0] !== '-h') return world.runServer(command.name, rest);
		printLines(world.out, helpOf(command));
		return EXIT.fine;
	}
	const { options } = command;
	try {
		const given = readArguments({ ...options, ...HELP }, rest);
		if (given.flag('help')) {
			printLines(world.out, helpOf(command));
			return EXIT.fine;
		}
		return await command.run(given, world);
	} catch (error) {
		if (world.stopped.aborted) return STOPPED[String(world.stopped.reason)] ?? EXIT.nothing;
		const failure = failureOf(error, options);
		if (!(failure instanceof Failure)) throw error;
		if (rest.includes('--json')) printJsonLine(world.err, { error: { exit: failure.exit, message: failure.message, ...failure.reported } });
		else world.err.write(`${failure.message}\n${failure.exit === EXIT.usage ? `See 'signalwheel help ${name}'.\n` : ''}`);
		return failure.exit;
	}
}

function unknown(name: string, { err }: World): number {
	err.write(`Unknown command '${name}'. Commands: ${COMMANDS.map((command) => command.name).join(', ')}. See 'signalwheel help'.\n`);
	return EXIT.usage;
}

function named(name: string | undefined): Command | ServerCommand | undefined {
	return COMMANDS.find((command) => command.name === name);
}
