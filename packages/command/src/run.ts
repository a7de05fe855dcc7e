import { failureOf } from './calls/connect.ts';
import { exportList } from './commands/export.ts';
import { filter } from './commands/filter.ts';
import { list } from './commands/list.ts';
import { SERVER_COMMANDS } from './commands/server-commands.ts';
import { start } from './commands/start.ts';
import { ticker } from './commands/ticker.ts';
import { watch } from './commands/watch.ts';
import { printJsonLine, printLines } from './screen/print.ts';
import { EXIT, EXIT_WORDS, Failure } from './shell/exit.ts';
import { type Command, type Options, readArguments, type ServerCommand } from './shell/options.ts';
import type { World } from './shell/world.ts';

/** Maximum characters of a help line. Not the terminal's width, because help is also piped and mailed. */
const LINE = 96;

const INDENT = '  ';

const WIDE = 26;

const ENVIRONMENT = [
	...entry('SIGNALWHEEL_URL', 'Server address (default: http://localhost:8080).'),
	...entry('SIGNALWHEEL_KEY', "Personal key; create one in the profile under 'API keys'."),
	...entry('NO_COLOR', "Turns colours off. They are always off if the output isn't a terminal."),
];

const EXITS = EXIT_WORDS.flatMap(([code, about]) => entry(String(code), about));

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
		const args = readArguments({ ...options, ...HELP }, rest);
		if (args.flag('help')) {
			printLines(world.out, helpOf(command));
			return EXIT.fine;
		}
		return await command.run(args, world);
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

function entry(name: string, about: string): string[] {
	const head = `${INDENT}${name}`;
	const indent = ' '.repeat(WIDE);
	return head.length < WIDE - 1 ? wrapped(about, indent, head.padEnd(WIDE)) : [head, ...wrapped(about, indent)];
}

function wrapped(text: string, indent = INDENT, first = indent): string[] {
	const lines = [first];
	for (const word of text.split(' ')) {
		const last = lines.at(-1)!;
		const isBlank = last.trim() === '' || last === first;
		if (!isBlank && last.length + 1 + word.length > LINE) lines.push(`${indent}${word}`);
		else lines[lines.length - 1] = isBlank ? `${last}${word}` : `${last} ${word}`;
	}
	return lines;
}

/** Lines of the help page of one command. */
export function helpOf({ name, about, usage, text, options, examples }: ServerCommand): string[] {
	return [
		`signalwheel ${name}: ${about}`,
		...section(
			'Usage',
			usage.map((line) => `${INDENT}${line}`),
		),
		...section(
			'Description',
			text.flatMap((paragraph) => wrapped(paragraph)),
		),
		...section(
			'Options',
			Object.entries(options).flatMap(([option, { short, value, about: words }]) =>
				entry(`${short ? `-${short}, ` : ''}--${option}${value ? ` <${value}>` : ''}`, words),
			),
		),
		...section(
			'Examples',
			examples.flatMap(([line, words]) => [`${INDENT}${line}`, ...wrapped(words, '      ')]),
		),
		...section('Environment', name === 'start' || SERVER_COMMANDS.some((command) => command.name === name) ? [] : ENVIRONMENT),
		...section('Exit codes', EXITS),
	];
}

function section(title: string, lines: readonly string[]): string[] {
	return lines.length > 0 ? ['', title, ...lines] : [];
}

/** Lines of the general help page. */
export function overview(commands: readonly ServerCommand[], version: string): string[] {
	return [
		`signalwheel ${version}: Signalwheel's lists on the command line`,
		...section('Usage', [`${INDENT}signalwheel <command> [options]`, `${INDENT}signalwheel help <command>`]),
		...section(
			'Commands',
			commands.flatMap(({ name, about }) => entry(name, about)),
		),
		...section('Environment', ENVIRONMENT),
		...section('Exit codes', EXITS),
		'',
		'Listed tickers are candidates: unusual situations, never advice. Past results are hypothetical.',
	];
}
