import type { CorpusCase } from './corpus-case.ts';
import { DAY_HEADER, writeDayRows } from './corpus-rows.ts';
import { makeGzip } from './make-gzip.ts';
import { makeTar } from './make-tar.ts';
import { makeZip } from './make-zip.ts';

const DAILY = DAY_HEADER + writeDayRows();

function createEntry(name: string, data: string | Buffer = DAILY) {
	return { name, data: Buffer.from(data), stored: true };
}

const GOOD_ZIP = makeZip([createEntry('aapl.csv')]);

export const ARCHIVE_CASES: readonly CorpusCase[] = [
	{
		name: 'archive-in-archive',
		files: { 'outer.zip': makeZip([createEntry('inner.zip', GOOD_ZIP)]) },
		gives: ['failed nested'],
		says: /outer\.zip!inner\.zip: It is an archive inside an archive: unpack the outer one first/,
		exit: 1,
	},
	{
		name: 'archive-beside-a-table-in-archive',
		files: { 'outer.zip': makeZip([createEntry('ibm.csv'), createEntry('inner.tar.gz', makeGzip(makeTar({ 'aapl.csv': DAILY })))]) },
		gives: ['failed nested', 'IBM 10/10'],
		exit: 1,
	},
	{
		name: 'archive-in-tar',
		files: { 'outer.tar.gz': makeGzip(makeTar({ 'inner.zip': 'PK', 'aapl.csv': DAILY })) },
		gives: ['failed nested', 'AAPL 10/10'],
		exit: 1,
	},
	{
		name: 'archive-tar',
		files: { 'prices.tgz': makeGzip(makeTar({ 'aapl.csv': DAILY, 'ibm.csv': DAILY })) },
		gives: ['AAPL 10/10', 'IBM 10/10'],
		exit: 0,
	},
	{ name: 'archive-named-as-text', files: { 'aapl.csv': GOOD_ZIP }, gives: ['failed nested'], says: /its content is an archive/, exit: 1 },
	{ name: 'text-named-as-archive', files: { 'aapl.zip': DAILY }, gives: ['failed damaged'], says: /The file is damaged/, exit: 1 },
	{ name: 'text-named-as-gz', files: { 'aapl.csv.gz': DAILY }, gives: ['failed damaged'], exit: 1 },
	{ name: 'gz-in-gz', files: { 'aapl.csv.gz': makeGzip(makeGzip(DAILY)) }, gives: ['failed nested'], exit: 1 },
	{ name: 'gz-cut-off', files: { 'aapl.csv.gz': makeGzip(DAILY).subarray(0, 300) }, gives: ['failed damaged'], exit: 1 },
	{ name: 'zip-cut-off', files: { 'aapl.zip': GOOD_ZIP.subarray(0, GOOD_ZIP.length - 30) }, gives: ['failed damaged'], exit: 1 },
	{
		name: 'zip-without-tables',
		files: { 'aapl.zip': makeZip([createEntry('readme.md', 'hello')]) },
		gives: ['skipped format'],
		says: /no tables/,
		exit: 1,
	},
	{ name: 'zip-of-nothing', files: { 'aapl.zip': makeZip([]) }, gives: ['skipped format'], exit: 1 },
	{ name: 'zip-naming-a-path-outside', files: { 'aapl.zip': makeZip([createEntry('../aapl.csv')]) }, gives: ['failed path'], exit: 1 },
	{
		name: 'zip-encrypted',
		files: { 'aapl.zip': makeZip([{ ...createEntry('aapl.csv'), flags: 1, method: 8 }]) },
		gives: ['failed encrypted'],
		exit: 1,
	},
	{
		name: 'zip-with-a-wrong-sum',
		files: { 'aapl.zip': makeZip([{ ...createEntry('aapl.csv'), crc: 1 }]) },
		gives: ['failed damaged'],
		exit: 1,
	},
	{
		name: 'spreadsheet',
		files: { 'aapl.xlsx': makeZip([createEntry('xl/workbook.xml')]) },
		gives: ['skipped format'],
		says: /save it as CSV/,
		exit: 1,
	},
	{ name: 'json', files: { 'aapl.json': '{"open":1}' }, gives: ['skipped format'], says: /JSON isn't supported/, exit: 1 },
	{
		name: 'archive-of-another-kind',
		files: { 'aapl.7z': Buffer.from('377abcaf271c', 'hex') },
		gives: ['skipped format'],
		says: /pack it as zip, gz or tar\.gz/,
		exit: 1,
	},
	{
		name: 'mentions-to-come',
		files: { 'm.csv': 'symbol,time,source,mentions\nAAPL,2024-07-03T15:00:00Z,reddit,3\nAAPL,2025-07-03T15:00:00Z,reddit,3\n' },
		gives: ['AAPL 1/2 future 1'],
		exit: 0,
	},
	{
		name: 'mentions-by-day',
		files: { 'm.csv': 'date,ticker,mentions\n2024-07-03,AAPL,3\n' },
		gives: ['skipped unused'],
		says: /hourly counts/,
		exit: 1,
	},
];
