import fc from 'fast-check';
import { packWord } from '../../signals/packed.ts';
import {
	createReportTable,
	FLAG_ELIGIBLE,
	FLAG_QUARANTINE,
	FLAG_STALE,
	type ReportTable,
	UNKNOWN_CHANGE,
} from '../../signals/report-table.ts';
import { utcMs } from '../../time/units.ts';

const depth = fc.integer({ min: 0, max: 5 });
const listedCode = fc.constantFrom(0, 1, 2, 3, 4, 26);

/** Depths of one timeframe in nibble order, with some slices entirely null. */
const depths = fc
	.record({ values: fc.tuple(depth, depth, depth, depth, depth, depth, depth), nulls: fc.constantFrom(0, 0, 0, 1, 2, 4, 8) })
	.map(({ values: [rise, fall, sum, volume, puts, calls, squeeze], nulls }) => [
		nulls & 1 ? null : rise,
		nulls & 1 ? null : fall,
		nulls & 2 ? null : sum,
		nulls & 4 ? null : volume,
		nulls & 2 ? null : puts,
		nulls & 2 ? null : calls,
		nulls & 8 ? null : squeeze,
	]);

const listed = fc.tuple(listedCode, listedCode, listedCode).map(([rise, fall, spring]) => 0x8000 | rise | (fall << 5) | (spring << 10));

const row = fc.record({
	words: fc.array(depths, { minLength: 5, maxLength: 5 }),
	z: fc.array(fc.oneof(fc.constantFrom(Number.NaN, 0, 1, 2), fc.float({ min: -12, max: 12, noNaN: true })), {
		minLength: 25,
		maxLength: 25,
	}),
	cap: fc.constantFrom(Number.NaN, 1e6, 6e7, 5e8, 5e8, 3e9, 2e10, 5e11),
	mentions: fc.constantFrom(-1, 0, 5, 20, 60, 2000),
	change: fc.constantFrom(UNKNOWN_CHANGE, -1_000_000, -52_500, -52_501, -100, -99, 0, 30_000, 30_001, 1_000_000),
	dollarVolume: fc.constantFrom(Number.NaN, 0, 49_999.5, 50e3, 20e6, 2e12),
	/** By strategy: for each tab, one plus the slots since the first report in the list. */
	listed: fc.tuple(listed, listed, listed),
	/** The states of both look-backs. */
	information: fc.constantFrom(0, 1, 4, 5, 6, 8, 9, 10),
	flags: fc.constantFrom(FLAG_ELIGIBLE, FLAG_ELIGIBLE, FLAG_ELIGIBLE, 0, FLAG_ELIGIBLE | FLAG_STALE, FLAG_ELIGIBLE | FLAG_QUARANTINE),
});

/** Small reports where ties of every key are common. */
export const randomTable: fc.Arbitrary<ReportTable> = fc.array(row, { maxLength: 60 }).map((rows) => {
	const table = createReportTable(utcMs(Date.UTC(2025, 6, 1, 14)), 'reverse', rows.length);
	rows.forEach(({ words, z, cap, mentions, change, dollarVolume, listed, information, flags }, r) => {
		table.tickerId[r] = 10 + 3 * r;
		words.forEach((word, t) => {
			(table.words[t] as Uint32Array)[r] = packWord(word);
		});
		z.forEach((value, cell) => {
			table.z[cell * rows.length + r] = value;
		});
		table.price[r] = 10_000 * (r + 1);
		table.cap[r] = cap;
		table.mentions[r] = mentions;
		table.change[r] = change;
		table.dollarVolume[r] = dollarVolume;
		listed.forEach((packed, strategy) => {
			(table.listed[strategy] as Uint16Array)[r] = packed;
		});
		table.information[r] = information;
		table.flags[r] = flags;
	});
	return table;
});
