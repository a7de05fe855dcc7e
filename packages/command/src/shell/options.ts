import { parseArgs } from 'node:util';
import { createUsageFailure, type ExitCode } from './exit.ts';
import type { World } from './world.ts';

export interface Option {
	readonly type: 'string' | 'boolean';
	readonly short?: string;
	/** The option can be repeated, and each value can be a comma-separated list. */
	readonly multiple?: true;
	/** Placeholder for the option's value on the help page. */
	readonly valuePlaceholder?: string;
	readonly about: string;
	/** The API parameter that it sets. */
	readonly parameter?: string;
}
export type Options = Readonly<Record<string, Option>>;

type OptionValue = string | boolean | readonly (string | boolean)[];

export interface ParsedArguments {
	/** The positional arguments. */
	readonly positionalArguments: readonly string[];
	/** Returns the value of an option; undefined if it was not given. */
	getText(name: string): string | undefined;
	hasFlag(name: string): boolean;
	/** API parameters set by the given options, by parameter name. */
	readonly parameters: Readonly<Record<string, string | boolean | readonly string[]>>;
}

/** Parses the arguments after the command's name. Throws a usage Failure for unknown options. */
export function readArguments(options: Options, args: readonly string[]): ParsedArguments {
	const parserOptions = Object.fromEntries(
		Object.entries(options).map(([name, { type, short, multiple = false }]) => [name, { type, multiple, ...(short ? { short } : {}) }]),
	);
	const parse = () => {
		try {
			return parseArgs({ args: [...args], options: parserOptions, allowPositionals: true });
		} catch (error) {
			// The first sentence names the error; Node's advice after it doesn't apply here.
			throw createUsageFailure((error as Error).message.split('. ')[0]!);
		}
	};
	const { values, positionals } = parse();
	const getValue = (name: string): OptionValue | undefined => values[name] as OptionValue | undefined;
	return {
		positionalArguments: positionals,
		getText: (name) => (getValue(name) === undefined ? undefined : String(getValue(name))),
		hasFlag: (name) => getValue(name) === true,
		parameters: Object.fromEntries(
			Object.entries(options).flatMap(([name, option]) => {
				const value = getValue(name);
				return option.parameter === undefined || value === undefined ? [] : [[option.parameter, toParameter(option, value)]];
			}),
		),
	};
}

function toParameter({ type, multiple }: Option, value: OptionValue): string | boolean | readonly string[] {
	return type === 'boolean' ? value === true : multiple ? splitValues(value) : String(value);
}

function splitValues(value: OptionValue): string[] {
	return [value].flat().flatMap((element) => String(element).split(','));
}

/** Returns the option that sets an API parameter, as users type it ('--tab'), or the parameter's own name if no option sets it. */
export function findOptionName(options: Options, parameter: string): string {
	const name = Object.entries(options).find(([, option]) => option.parameter === parameter)?.[0];
	return name === undefined ? parameter : `--${name}`;
}

export interface Command {
	readonly name: string;
	/** One line, for the list of commands. */
	readonly about: string;
	/** One command line for each way to call the command. */
	readonly usage: readonly string[];
	/** The paragraphs of the description on the help page. */
	readonly paragraphs: readonly string[];
	readonly options: Options;
	/** Example command lines, each with a description of its effect. */
	readonly examples: readonly (readonly [line: string, about: string])[];
	/** Returns the exit code, or throws a Failure. */
	run(args: ParsedArguments, world: World): Promise<ExitCode>;
}

/** A program of the server, which parses its own arguments. */
export type ServerCommand = Omit<Command, 'run'>;
