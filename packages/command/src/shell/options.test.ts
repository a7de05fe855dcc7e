import { describe, expect, it } from 'vitest';
import { SERVER_COMMANDS } from '../commands/server-commands.ts';
import { COMMANDS, formatCommandHelp, formatOverview } from '../run.ts';
import { Failure } from './exit.ts';
import { findOptionName, type Options, readArguments } from './options.ts';

const OPTIONS: Options = {
	tab: { type: 'string', short: 't', parameter: 'tab_type', about: 'A tab.' },
	cap: { type: 'string', multiple: true, parameter: 'marketcap', about: 'Tiers.' },
	new: { type: 'boolean', parameter: 'new_leaders', about: 'New ones.' },
	output: { type: 'string', about: 'A file.' },
};

describe('what was typed', () => {
	it('becomes parameters of calls, lists by commas or repetition', () => {
		const args = readArguments(OPTIONS, ['-t', 'free', 'AB', '--cap', 'mega_cap,large_cap', '--cap=mid_cap', '--new', '--output', 'x']);
		expect(args.parameters).toEqual({ tab_type: 'free', marketcap: ['mega_cap', 'large_cap', 'mid_cap'], new_leaders: true });
		expect([args.positionalArguments, args.getText('output'), args.hasFlag('new'), args.getText('cap')]).toEqual([
			['AB'],
			'x',
			true,
			'mega_cap,large_cap,mid_cap',
		]);
	});

	it('leaves out what was not given', () => {
		const args = readArguments(OPTIONS, []);
		expect([args.parameters, args.positionalArguments, args.getText('tab'), args.hasFlag('new')]).toEqual([{}, [], undefined, false]);
	});

	it.each([
		[['--moon'], "Unknown option '--moon'"],
		[['--tab'], "Option '-t, --tab <value>' argument missing"],
		[['--new=yes'], "Option '--new' does not take an argument"],
	])('is refused as %j', (args, message) => {
		expect(() => readArguments(OPTIONS, args)).toThrow(new Failure(2, message));
	});

	it('is named as it is typed', () => {
		expect([findOptionName(OPTIONS, 'tab_type'), findOptionName(OPTIONS, 'sort_by')]).toEqual(['--tab', 'sort_by']);
	});
});

describe('the pages of the commands', () => {
	it.each(COMMANDS.map((command) => [command.name, command] as const))('of %s names every option and fits a line of 100', (_, command) => {
		const page = formatCommandHelp(command);
		for (const [name, { about }] of Object.entries(command.options)) {
			expect(page.join('\n')).toContain(`--${name}`);
			expect(about).toMatch(/\.$/);
		}
		const written = page.filter(
			(line) => !command.usage.includes(line.trim()) && !command.examples.some(([example]) => example === line.trim()),
		);
		for (const line of written) if (!line.includes('{"version"')) expect(line.length, line).toBeLessThanOrEqual(100);
	});

	it('shows examples that its own options take', () => {
		const own = COMMANDS.filter(({ name }) => !SERVER_COMMANDS.some((command) => command.name === name));
		for (const { examples, options } of own)
			for (const [line] of examples) {
				const words = line.replace(/ [|>&;].*/, '').split(' ');
				const args = words.slice(words.indexOf('signalwheel') + 2);
				expect(() => readArguments(options, args), line).not.toThrow();
			}
	});

	it('begin with one that names every command and every exit code', () => {
		const page = formatOverview(COMMANDS, '1.2.3').join('\n');
		for (const { name, about } of COMMANDS) expect(page).toMatch(new RegExp(`\\n  ${name} +${about}`));
		for (const code of [0, 1, 2, 3, 4, 130]) expect(page).toMatch(new RegExp(`\\n  ${code} +\\w`));
	});
});
