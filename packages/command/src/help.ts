import { SERVER_COMMANDS } from './commands/server-commands.ts';
import type { ServerCommand } from './shell/command.ts';
import { EXIT_WORDS } from './shell/exit.ts';

/** Longest line of the help, which is read in terminals, pipes and mails. */
const LINE = 96;
const INDENT = '  ';

const WIDE = 26;

function entry(name: string, about: string): string[] {
	const head = `${INDENT}${name}`;
	const indent = ' '.repeat(WIDE);
	return head.length < WIDE - 1 ? wrapped(about, indent, head.padEnd(WIDE)) : [head, ...wrapped(about, indent)];
}

function wrapped(text: string, indent = INDENT, first = indent): string[] {
	const lines = [first];
	for (const word of text.split(' ')) {
		const last = lines.at(-1) as string;
		const isBlank = last.trim() === '' || last === first;
		if (!isBlank && last.length + 1 + word.length > LINE) lines.push(`${indent}${word}`);
		else lines[lines.length - 1] = isBlank ? `${last}${word}` : `${last} ${word}`;
	}
	return lines;
}

const ENVIRONMENT = [
	...entry('SIGNALWHEEL_URL', 'Server address (default: http://localhost:8080).'),
	...entry('SIGNALWHEEL_KEY', "Personal key; create one in the profile under 'API keys'."),
	...entry('NO_COLOR', "Turns colours off. They are always off if the output isn't a terminal."),
];
const EXITS = EXIT_WORDS.flatMap(([code, about]) => entry(String(code), about));

/** The help of one command. */
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

/** The list of commands. */
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
