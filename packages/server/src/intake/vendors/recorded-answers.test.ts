import { exchangeDate } from '@sw/domain/time/units';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import * as mentions from '../mentions/parse.ts';
import { VendorError } from '../outbound/vendor-error.ts';
import { damageBody } from '../testing/damage.ts';
import { type Fixture, itWithFixtures, readFixtures } from '../testing/vendor-fixtures.ts';
import * as alpaca from './alpaca/parse.ts';
import * as massive from './massive/parse.ts';
import * as yahoo from './yahoo/parse.ts';

interface Call {
	vendor: string;
	/** As VendorError names it. */
	call: string;
	files: RegExp;
	parse(text: string): unknown;
}

const DAY = exchangeDate('2025-02-21');
/** Every call that the product makes and that was recorded by someone. */
const CALLS: Record<string, Call[]> = {
	'yahoo-finance': [
		{ vendor: 'yahoo', call: 'chart', files: /^(chart|historical-via-chart)-/, parse: yahoo.parseChart },
		{ vendor: 'yahoo', call: 'options', files: /^options-/, parse: (text) => yahoo.parseOptions(text, DAY) },
		{ vendor: 'yahoo', call: 'quote', files: /^quote-/, parse: yahoo.parseQuotes },
		{ vendor: 'yahoo', call: 'screener', files: /^(screener-|daily(Gainers|Losers))/, parse: yahoo.parseScreener },
	],
	alpaca: [
		{ vendor: 'alpaca', call: 'bars', files: /^get_bars_/, parse: alpaca.parseBars },
		{ vendor: 'alpaca', call: 'option chain', files: /^get_option_(chain|snapshot)/, parse: (text) => alpaca.parseChain(text, DAY) },
		{ vendor: 'alpaca', call: 'corporate actions', files: /^get_corporate_actions/, parse: alpaca.parseActions },
	],
	'polygon-massive': [
		{ vendor: 'massive', call: 'bars', files: /^v2\/aggs\/ticker\//, parse: massive.parseBars },
		{ vendor: 'massive', call: 'grouped daily bars', files: /^v2\/aggs\/grouped\//, parse: massive.parseGrouped },
		{ vendor: 'massive', call: 'splits', files: /^v3\/reference\/splits/, parse: massive.parseSplits },
		{ vendor: 'massive', call: 'tickers', files: /^v3\/reference\/tickers(__cursor.*)?\.json$/, parse: massive.parseTickers },
		{ vendor: 'massive', call: 'ticker details', files: /^v3\/reference\/tickers\/AAPL/, parse: massive.parseDetails },
		{
			vendor: 'massive',
			call: 'option chain',
			files: /^v3\/snapshot\/options\/AAPL\.json$/,
			parse: (text) => massive.parseChain(text, DAY),
		},
		{ vendor: 'massive', call: 'holidays', files: /^v1\/marketstatus\/upcoming/, parse: massive.parseHolidays },
	],
	reddit: [{ vendor: 'reddit', call: 'listing', files: /./, parse: mentions.parseListing }],
	'x-twitter': [{ vendor: 'x', call: 'counts', files: /^counts_/, parse: mentions.parseCounts }],
};

/** Recorded answers of calls that the product does not make. */
const UNUSED: Record<string, RegExp> = {
	// Company profiles and trends: screeners and quotes say what is needed.
	'yahoo-finance': /^(quoteSummary|trendingSymbols)-/,
	// Single trades and quotes, and the latest of everything: slots are made of bars, which are all asked for by many symbols at once.
	alpaca: /^(get_(trades|quotes|multi_(trades|quotes)|latest_option|option_trades)|latest_|snapshots?_)/,
	// The same, and lists of exchanges, kinds, single contracts and renames.
	'polygon-massive':
		/^(v1\/marketstatus\/now|v2\/snapshot|v3\/(trades|snapshot\.json|snapshot\/indices|snapshot\/options\/AAPL\/)|v3\/reference\/(exchanges|options|tickers\/types)|vX)/,
	reddit: /^$/,
	// Posts themselves: counts are enough.
	'x-twitter': /^search_/,
};

function numbersIn(value: unknown): number[] {
	if (typeof value === 'number') return [value];
	if (value instanceof Map) return [...value.values()].flatMap(numbersIn);
	return value !== null && typeof value === 'object' ? Object.values(value).flatMap(numbersIn) : [];
}

function outcome(call: Call, text: string): unknown {
	try {
		return call.parse(text);
	} catch (error) {
		return error;
	}
}

describe.each(Object.keys(CALLS))('recorded answers of %s', (folder) => {
	const fixtures = readFixtures(folder);
	const callOf = (fixture: Fixture): Call | undefined => CALLS[folder]?.find((call) => call.files.test(fixture.name));

	itWithFixtures('are all of a call that is made, or named as unused', () => {
		const neither = fixtures.filter((fixture) => !callOf(fixture) && !UNUSED[folder]?.test(fixture.name));
		expect(neither.map(({ name }) => name)).toEqual([]);
		expect(fixtures.some((fixture) => callOf(fixture))).toBe(true);
	});

	itWithFixtures('parse', () => {
		for (const fixture of fixtures) {
			const call = callOf(fixture);
			if (!call || fixture.status !== 200) continue;
			const answer = outcome(call, fixture.text);
			expect([fixture.name, answer instanceof Error ? answer.message : '']).toEqual([fixture.name, '']);
			expect(numbersIn(answer).every(Number.isFinite)).toBe(true);
		}
	});

	itWithFixtures('are understood or refused by vendor, call and field, however they are damaged', () => {
		for (const call of CALLS[folder] ?? []) {
			const samples = fixtures
				.filter((fixture) => callOf(fixture) === call && fixture.status === 200)
				.sort((a, b) => a.text.length - b.text.length);
			// One small answer and the one in the middle: the largest only repeat themselves.
			for (const { name, text } of new Set([samples.at(0), samples.at(samples.length >> 1)].filter((sample) => sample !== undefined))) {
				fc.assert(
					fc.property(damageBody(text), (damage) => {
						const answer = outcome(call, damage.text);
						if (!(answer instanceof Error)) {
							expect([name, damage.kind, numbersIn(answer).every(Number.isFinite)]).toEqual([name, damage.kind, true]);
							return;
						}
						expect([name, damage.kind, answer.constructor.name, String(answer)].slice(0, 3)).toEqual([name, damage.kind, VendorError.name]);
						const { vendor, call: which, fault, field } = answer as VendorError;
						expect([vendor, which]).toEqual([call.vendor, call.call]);
						if (fault === 'shape') expect(field).toMatch(/./);
						else expect(fault).toBe('refused');
					}),
					{ numRuns: 150 },
				);
			}
		}
	});
});
