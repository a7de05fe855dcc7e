import { describe, expect, it } from 'vitest';
import { createParsedTime, newYorkInstant, readClockField, readYearFirst, readYearLast } from './byte-time.ts';

function read(text: string): string {
	const stamp = createParsedTime();
	const bytes = Buffer.from(text);
	if (!readYearFirst(bytes, 0, bytes.length, stamp)) return 'none';
	const date = new Date(stamp.day * 86_400_000).toISOString().slice(0, 10);
	return `${date} ${stamp.clockMs / 1000} ${stamp.offsetMinutes}`;
}

describe('readStamp', () => {
	it.each([
		['2024-07-03', '2024-07-03 NaN NaN'],
		['20240703', '2024-07-03 NaN NaN'],
		['2024-07-03 09:31:00', '2024-07-03 34260 NaN'],
		['2024-07-03 09:31', '2024-07-03 34260 NaN'],
		['20240703 093105', '2024-07-03 34265 NaN'],
		['2024-07-03T13:31:00Z', '2024-07-03 48660 0'],
		['2024-07-03T13:31:00.125Z', '2024-07-03 48660 0'],
		['2024-07-03 09:31:00-04:00', '2024-07-03 34260 -240'],
		['2024-07-03T09:31:00 +0530', '2024-07-03 34260 330'],
		['2024-07-03T09:31:00-05', '2024-07-03 34260 -300'],
	])('reads %s', (text, expected) => expect(read(text)).toBe(expected));

	it.each([
		'',
		'2024-02-30',
		'2024-13-01',
		'2024-07-03 24:00',
		'2024-07-03 09:60',
		'2024-07-03x',
		'07/03/2024',
		'2024-07-03 09:31 EST',
		'2024-07-03 ',
	])('refuses %j', (text) => expect(read(text)).toBe('none'));

	it('does not take a date with too large a month for the day that has the same digits', () => {
		const dayOf = (text: string): number | undefined => {
			const stamp = createParsedTime();
			const bytes = Buffer.from(text);
			return readYearLast(bytes, 0, bytes.length, stamp, 'month-first') ? stamp.day : undefined;
		};
		const valid = Date.UTC(2024, 0, 5) / 86_400_000;
		expect([dayOf('1201/5/2012'), dayOf('01/05/2024'), dayOf('1201/5/2012')]).toEqual([undefined, valid, undefined]);
	});

	it('reads a clock of its own', () => {
		const stamp = createParsedTime();
		expect(readClockField(Buffer.from('09:31'), 0, 5, stamp) && stamp.clockMs).toBe(34_260_000);
		expect(readClockField(Buffer.from('0931'), 0, 4, stamp) && stamp.clockMs).toBe(34_260_000);
		expect(readClockField(Buffer.from('9.31'), 0, 4, stamp)).toBe(false);
	});
});

describe('newYorkInstant', () => {
	it('knows summer, winter and the days between', () => {
		const at = (date: string, clock: string): string => {
			const [h, m] = clock.split(':').map(Number) as [number, number];
			return new Date(newYorkInstant(Date.parse(date) / 86_400_000, (h * 60 + m) * 60_000)).toISOString();
		};
		expect(at('2024-01-02', '09:30')).toBe('2024-01-02T14:30:00.000Z');
		expect(at('2024-07-02', '09:30')).toBe('2024-07-02T13:30:00.000Z');
		expect(at('2024-03-10', '04:00')).toBe('2024-03-10T08:00:00.000Z');
		expect(at('2024-11-03', '19:59')).toBe('2024-11-04T00:59:00.000Z');
	});
});
