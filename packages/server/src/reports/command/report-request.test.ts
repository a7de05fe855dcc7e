import { describe, expect, it } from 'vitest';
import { parseReport, REPORT_USAGE } from './report-request.ts';

function parse(line: string) {
	return parseReport(line.split(' '), (path) => `/here/${path}`);
}

describe('the command line of a report', () => {
	it('is read with its defaults', () => {
		const at = Date.UTC(2026, 5, 30, 15, 45);
		expect(parse('verify 2026-06-30T15:45:00Z')).toEqual({
			act: 'verify',
			span: { from: at, to: at },
			algo: 'reverse',
			list: { tab: 'extreme_rise', operation: undefined, strategy: 'first', max: 20 },
			format: 'csv',
			cells: false,
			chain: false,
			accept: false,
			proof: false,
		});
		expect(parse('show latest --tab coiled_spring --operation long --strategy 60,240,1D --max 5')).toMatchObject({
			span: null,
			list: { tab: 'coiled_spring', operation: 'long', strategy: 'third', max: 5 },
		});
		expect(parse('export 2026-06-29..2026-06-30T15:45Z --format arrow --out x.arrow --version 2')).toMatchObject({
			span: { from: Date.UTC(2026, 5, 29, 4), to: at },
			format: 'arrow',
			out: '/here/x.arrow',
			version: 2,
		});
	});

	it.each([
		['', REPORT_USAGE],
		['dance latest', REPORT_USAGE],
		['verify', REPORT_USAGE],
		['verify latest more', REPORT_USAGE],
		['export latest --version 1000000001', '--version must be a whole number from 1 to 1000000000.'],
		['verify yesterday', "'yesterday' isn't a time: use the form 2026-06-30T15:45:00Z."],
		['verify 2026-06-30', 'verify needs the time of one report, not a range.'],
		['export 2026-06-30..2026-06-29', '2026-06-30 is later than 2026-06-29.'],
		['export latest --format xls', "--format must be one of csv, parquet, arrow, not 'xls'."],
		['show latest --strategy fourth', "--strategy must be one of first, second, third, not 'fourth'."],
		['show latest --max 0', '--max must be a whole number from 1 to 10000.'],
		['show latest --max 10001', '--max must be a whole number from 1 to 10000.'],
		['show latest --max 1.5', '--max must be a whole number from 1 to 10000.'],
	])('%s says what is wrong', (line, message) => {
		expect(parse(line)).toBe(message);
	});

	it.each([1, 10_000])('accepts a list of %i rows', (max) => {
		expect(parse(`show latest --max ${max}`)).toMatchObject({ list: { max } });
	});

	it('names an option that it does not know', () => {
		expect(parse('show latest --what')).toContain('--what');
	});

	it('asks for the whole chain, without a time', () => {
		expect(parse('verify --chain')).toMatchObject({ act: 'verify', span: null, chain: true, accept: false });
		expect(parse('verify --chain --accept')).toMatchObject({ chain: true, accept: true });
		for (const line of ['verify', 'verify latest --chain', 'show --chain', 'verify latest --accept', 'export --chain'])
			expect(parse(line), line).toContain('Usage');
	});

	it('asks for a proof, or reads the file of one', () => {
		expect(parse('export --proof 2026-06-29..2026-06-30 --out a.proof')).toMatchObject({
			act: 'export',
			proof: true,
			out: '/here/a.proof',
		});
		const hash = 'AB'.repeat(32);
		expect(parse(`verify --proof a.proof --roots r.pem --block 925000:${hash} --anchors b.proof --within 200`)).toMatchObject({
			file: {
				path: '/here/a.proof',
				roots: '/here/r.pem',
				blocks: { 925000: hash.toLowerCase() },
				anchors: '/here/b.proof',
				within: 200,
			},
		});
		expect(parse('verify --proof a.proof --block 12')).toBe("--block needs the form height:hash, with 64 hex digits, not '12'.");
		for (const line of ['verify --proof', 'show latest --proof', 'verify a.proof --proof --chain', 'export latest --proof --cells'])
			expect(parse(line), line).toContain('Usage');
	});
});
