import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withFiles } from '../../intake/files/testing/import-all.ts';
import { readInstructions } from './read-instructions.ts';

function read(files: Record<string, string>) {
	return withFiles(files, (folder) => readInstructions(join(folder, 'a.csv')));
}

describe('instructions beside a dropped file', () => {
	it('say what flags say; those of the file come before those of its folder', async () => {
		expect(await read({ 'a.csv': '' })).toEqual({});
		expect(
			await read({
				'import.json': '{"zone": "utc", "interval": 15, "symbol_from": "file"}',
				'a.csv.import.json':
					'{"interval": "day", "symbol": "BRK-B", "stamp": "end", "dates": "dmy", "as_of": "2023-09-18", "format": "ohlcv"}',
			}),
		).toEqual({
			zone: 'utc',
			interval: 'day',
			symbolFrom: 'file',
			symbol: 'BRK-B',
			stamp: 'end',
			dates: 'dmy',
			asOf: '2023-09-18',
			format: 'ohlcv',
		});
		expect(await read({ 'import.json': '{"interval": "5"}' })).toEqual({ interval: 5 });
	});

	it.each([
		['{"zone": "mars"}', /^a\.csv\.import\.json: zone takes utc, new-york or a time zone/],
		['{"interval": 30}', /: interval takes 1, 5, 15 \(minutes\) or "day"/],
		['{"stamp": "middle"}', /: stamp takes start, end/],
		['{"dates": "day first"}', /: dates takes mdy, dmy, ymd/],
		['{"symbol": "a?b"}', /: symbol takes a symbol such as/],
		['{"as_of": "yesterday"}', /: as_of takes a date/],
		['{"tz": "utc"}', /unknown field 'tz': it takes format, zone, stamp, dates, interval, symbol, symbol_from, as_of/],
		['[]', /takes an object/],
		['{zone: utc}', /isn't JSON/],
	])('%s is refused by its file and field', async (text, words) => {
		await expect(read({ 'a.csv.import.json': text })).rejects.toThrow(words);
	});
});
