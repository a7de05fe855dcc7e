import { parseArgs } from 'node:util';
import { ACTION_TYPES, type ActionType } from '@sw/domain/prices/action-rows';
import { parseDate } from '@sw/domain/time/zone';

/** Request of `signalwheel actions` to the running server. */
export type ActionsRequest =
	| { readonly verb: 'list'; readonly ticker?: string }
	| { readonly verb: 'apply'; readonly csv: string; readonly dryRun: boolean }
	| { readonly verb: 'revoke'; readonly ticker: string; readonly date: string };

/** Request of `signalwheel tickers` to the running server. */
export type TickersRequest =
	| { readonly verb: 'remove'; readonly ticker: string; readonly isSure: boolean }
	| { readonly verb: 'rename'; readonly from: string; readonly to: string; readonly date: string };

export const ACTIONS_USAGE = [
	'Usage: signalwheel actions list [<ticker>]',
	'       signalwheel actions add split <ticker> <date> <new shares per old share> [--dry-run]',
	'       signalwheel actions add dividend <ticker> <ex-date> <dollars per share> [--dry-run]',
	'       signalwheel actions revoke split <ticker> <date>',
	'       signalwheel actions import <file.csv> [--dry-run]',
].join('\n');

export const TICKERS_USAGE = [
	'Usage: signalwheel tickers rename <old symbol> <new symbol> <first date under the new symbol>',
	'       signalwheel tickers remove <symbol> [--yes]',
].join('\n');

/** Parses a command line into a request, or returns an error message. `readFile` returns the text of a file or throws an Error. */
export function parseActions(args: readonly string[], readFile: (path: string) => string): ActionsRequest | string {
	const parsed = splitArguments(args, 'dry-run');
	if (typeof parsed === 'string') return parsed;
	const { words, flag } = parsed;
	const [verb, ...operands] = words;
	if (flag && verb !== 'add' && verb !== 'import') return '--dry-run belongs to add and import.';
	if (verb === 'list' && operands.length <= 1) return { verb, ...(operands[0] === undefined ? {} : { ticker: operands[0] }) };
	if (verb === 'import' && operands.length === 1) return { verb: 'apply', csv: readFile(operands[0]!), dryRun: flag };
	if (verb === 'revoke' && operands.length === 3) {
		const [type, ticker, date] = operands as [string, string, string];
		if (type !== 'split') return `Only a split can be revoked, not '${type}'. A dividend is corrected by adding its right value.`;
		return findDateError(date) ?? { verb, ticker, date };
	}
	if (verb === 'add' && operands.length === 4) {
		const [type, ticker, date, value] = operands as [string, string, string, string];
		if (!ACTION_TYPES.includes(type as ActionType)) return `Add a ${ACTION_TYPES.join(' or a ')}, not '${type}'.`;
		const invalidWord = [ticker, date, value].find((word) => /[,;\t\r\n"]/.test(word));
		if (invalidWord !== undefined) return `'${invalidWord}' contains a comma, semicolon, tab or quote.`;
		return findDateError(date) ?? { verb: 'apply', csv: `ticker,date,type,value\n${ticker},${date},${type},${value}\n`, dryRun: flag };
	}
	return ACTIONS_USAGE;
}

/** Parses a command line into a request, or returns an error message. */
export function parseTickers(args: readonly string[]): TickersRequest | string {
	const parsed = splitArguments(args, 'yes');
	if (typeof parsed === 'string') return parsed;
	const [verb, ...operands] = parsed.words;
	if (verb === 'remove' && operands.length === 1) return { verb, ticker: operands[0]!, isSure: parsed.flag };
	if (verb === 'rename' && operands.length === 3 && !parsed.flag) {
		const [from, to, date] = operands as [string, string, string];
		return findDateError(date) ?? { verb, from, to, date };
	}
	return TICKERS_USAGE;
}

function splitArguments(args: readonly string[], flagName: string): { words: string[]; flag: boolean } | string {
	try {
		const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { [flagName]: { type: 'boolean' } } });
		return { words: positionals, flag: values[flagName] === true };
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}

function findDateError(text: string): string | undefined {
	return parseDate(text) === undefined ? `'${text}' isn't a date such as 2020-08-31.` : undefined;
}
