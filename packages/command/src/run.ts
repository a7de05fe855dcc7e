import { toFailure } from './calls/connect.ts';
import { exportList } from './commands/export.ts';
import { filter } from './commands/filter.ts';
import { list } from './commands/list.ts';
import { SERVER_COMMANDS } from './commands/server-commands.ts';
import { start } from './commands/start.ts';
import { ticker } from './commands/ticker.ts';
import { watch } from './commands/watch.ts';
import { printJsonLine, printLines } from './screen/print.ts';
import { EXIT, EXIT_DESCRIPTIONS, Failure } from './shell/exit.ts';
import { type Command, type Options, readArguments, type ServerCommand } from './shell/options.ts';
import type { World } from './shell/world.ts';

/** Maximum characters of a help line. Not the terminal's width, because help is also piped and mailed. */
const LINE_WIDTH = 96;

const INDENT = '  ';

const NAME_COLUMN_WIDTH = 26;

const ENVIRONMENT = [
	...formatHelpEntry('SIGNALWHEEL_URL', 'Server address (default: http://localhost:8080).'),
	...formatHelpEntry('SIGNALWHEEL_KEY', "Personal key; create one in the profile under 'API keys'."),
	...formatHelpEntry('NO_COLOR', "Turns colours off. They are always off if the output isn't a terminal."),
];

const EXIT_CODE_LINES = EXIT_DESCRIPTIONS.flatMap(([code, about]) => formatHelpEntry(String(code), about));

export const COMMANDS: readonly (Command | ServerCommand)[] = [start, ...SERVER_COMMANDS, list, watch, ticker, exportList, filter];

const HELP: Options = { help: { type: 'boolean', short: 'h', about: 'Show this page.' } };
const SIGNAL_EXIT_CODES: Readonly<Record<string, number>> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/** Runs one command line and returns its exit code; errors are printed to standard error, as JSON if JSON was requested. */
export async function run(args: readonly string[], world: World): Promise<number> {
	const [name, ...commandArguments] = args;
	if (name === '--version' || name === '-v') {
		printLines(world.out, [world.version]);
		return EXIT.success;
	}
	if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
		const topic = findCommand(commandArguments[0]);
		if (commandArguments[0] !== undefined && !topic) return rejectUnknownCommand(commandArguments[0], world);
		printLines(name === undefined ? world.err : world.out, topic ? formatCommandHelp(topic) : formatOverview(COMMANDS, world.version));
		return name === undefined ? EXIT.usage : EXIT.success;
	}
	const command = findCommand(name);
	if (!command) return rejectUnknownCommand(name, world);
	if (!('run' in command)) {
		if (commandArguments[0] !== '--help' && commandArguments[0] !== '-h') return world.runServer(command.name, commandArguments);
		printLines(world.out, formatCommandHelp(command));
		return EXIT.success;
	}
	const { options } = command;
	try {
		const parsedArguments = readArguments({ ...options, ...HELP }, commandArguments);
		if (parsedArguments.hasFlag('help')) {
			printLines(world.out, formatCommandHelp(command));
			return EXIT.success;
		}
		return await command.run(parsedArguments, world);
	} catch (error) {
		if (world.stopSignal.aborted) return SIGNAL_EXIT_CODES[String(world.stopSignal.reason)] ?? EXIT.notFound;
		const failure = toFailure(error, options);
		if (!(failure instanceof Failure)) throw error;
		if (commandArguments.includes('--json'))
			printJsonLine(world.err, { error: { exit: failure.exitCode, message: failure.message, ...failure.jsonFields } });
		else world.err.write(`${failure.message}\n${failure.exitCode === EXIT.usage ? `See 'signalwheel help ${name}'.\n` : ''}`);
		return failure.exitCode;
	}
}

function rejectUnknownCommand(name: string, { err }: World): number {
	err.write(`Unknown command '${name}'. Commands: ${COMMANDS.map((command) => command.name).join(', ')}. See 'signalwheel help'.\n`);
	return EXIT.usage;
}

function findCommand(name: string | undefined): Command | ServerCommand | undefined {
	return COMMANDS.find((command) => command.name === name);
}

function formatHelpEntry(name: string, about: string): string[] {
	const indentedName = `${INDENT}${name}`;
	const indent = ' '.repeat(NAME_COLUMN_WIDTH);
	return indentedName.length < NAME_COLUMN_WIDTH - 1
		? wrap(about, indent, indentedName.padEnd(NAME_COLUMN_WIDTH))
		: [indentedName, ...wrap(about, indent)];
}

function wrap(text: string, indent = INDENT, firstPrefix = indent): string[] {
	const wrappedLines = [firstPrefix];
	for (const word of text.split(' ')) {
		const lastLine = wrappedLines.at(-1)!;
		const isLineEmpty = lastLine.trim() === '' || lastLine === firstPrefix;
		if (!isLineEmpty && lastLine.length + 1 + word.length > LINE_WIDTH) wrappedLines.push(`${indent}${word}`);
		else wrappedLines[wrappedLines.length - 1] = isLineEmpty ? `${lastLine}${word}` : `${lastLine} ${word}`;
	}
	return wrappedLines;
}

/** Returns the lines of the help page of one command. */
export function formatCommandHelp({ name, about, usage, paragraphs, options, examples }: ServerCommand): string[] {
	return [
		`signalwheel ${name}: ${about}`,
		...formatHelpSection(
			'Usage',
			usage.map((line) => `${INDENT}${line}`),
		),
		...formatHelpSection(
			'Description',
			paragraphs.flatMap((paragraph) => wrap(paragraph)),
		),
		...formatHelpSection(
			'Options',
			Object.entries(options).flatMap(([option, { short, valuePlaceholder, about: description }]) =>
				formatHelpEntry(`${short ? `-${short}, ` : ''}--${option}${valuePlaceholder ? ` <${valuePlaceholder}>` : ''}`, description),
			),
		),
		...formatHelpSection(
			'Examples',
			examples.flatMap(([line, effect]) => [`${INDENT}${line}`, ...wrap(effect, '      ')]),
		),
		...formatHelpSection('Environment', name === 'start' || SERVER_COMMANDS.some((command) => command.name === name) ? [] : ENVIRONMENT),
		...formatHelpSection('Exit codes', EXIT_CODE_LINES),
	];
}

function formatHelpSection(title: string, lines: readonly string[]): string[] {
	return lines.length > 0 ? ['', title, ...lines] : [];
}

/** Returns the lines of the general help page. */
export function formatOverview(commands: readonly ServerCommand[], version: string): string[] {
	return [
		`signalwheel ${version}: Signalwheel's lists on the command line`,
		...formatHelpSection('Usage', [`${INDENT}signalwheel <command> [options]`, `${INDENT}signalwheel help <command>`]),
		...formatHelpSection(
			'Commands',
			commands.flatMap(({ name, about }) => formatHelpEntry(name, about)),
		),
		...formatHelpSection('Environment', ENVIRONMENT),
		...formatHelpSection('Exit codes', EXIT_CODE_LINES),
		'',
		'Listed tickers are candidates: unusual situations, never advice. Past results are hypothetical.',
	];
}
