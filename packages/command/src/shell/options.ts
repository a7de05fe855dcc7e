import { parseArgs } from 'node:util';
import { misused } from './exit.ts';

export interface Option {
	readonly type: 'string' | 'boolean';
	readonly short?: string;
	/** May be repeated, or holds several by commas. */
	readonly multiple?: true;
	/** What stands for its value in the help. */
	readonly value?: string;
	readonly about: string;
	/** The parameter of the calls that it is. */
	readonly parameter?: string;
}
export type Options = Readonly<Record<string, Option>>;

type Value = string | boolean | readonly (string | boolean)[];

export interface Given {
	/** The words that are no options. */
	readonly words: readonly string[];
	/** The value of an option; undefined where it was not given. */
	text(name: string): string | undefined;
	flag(name: string): boolean;
	/** Parameters of a call, by the options that stand for one. */
	readonly parameters: Readonly<Record<string, string | boolean | readonly string[]>>;
}

const inParts = (value: Value): string[] => [value].flat().flatMap((one) => String(one).split(','));

const parameterOf = ({ type, multiple }: Option, value: Value): string | boolean | readonly string[] =>
	type === 'boolean' ? value === true : multiple ? inParts(value) : String(value);

/** What was typed behind the name of a command. Throws a Failure of usage for what its options do not name. */
export const readArguments = (options: Options, args: readonly string[]): Given => {
	const known = Object.fromEntries(
		Object.entries(options).map(([name, { type, short, multiple = false }]) => [name, { type, multiple, ...(short ? { short } : {}) }]),
	);
	const parse = () => {
		try {
			return parseArgs({ args: [...args], options: known, allowPositionals: true });
		} catch (error) {
			// Node goes on about words that begin with a dash: the first sentence says what is wrong.
			throw misused((error as Error).message.split('. ')[0] as string);
		}
	};
	const { values, positionals } = parse();
	const given = (name: string): Value | undefined => values[name] as Value | undefined;
	return {
		words: positionals,
		text: (name) => (given(name) === undefined ? undefined : String(given(name))),
		flag: (name) => given(name) === true,
		parameters: Object.fromEntries(
			Object.entries(options).flatMap(([name, option]) => {
				const value = given(name);
				return option.parameter === undefined || value === undefined ? [] : [[option.parameter, parameterOf(option, value)]];
			}),
		),
	};
};

/** How an option is typed that stands for a parameter; the parameter's own name where none does. */
export const typedName = (options: Options, parameter: string): string => {
	const name = Object.entries(options).find(([, option]) => option.parameter === parameter)?.[0];
	return name === undefined ? parameter : `--${name}`;
};
