import { gzipSync } from 'node:zlib';
import { itWhere } from '@sw/domain/testing/it-where';
import { nyse } from '@sw/domain/time/calendar';
import { exchangeDate, utcMs } from '@sw/domain/time/units';
import { afterEach, describe, expect, it } from 'vitest';
import { createOutbound } from '../../outbound/outbound.ts';
import { type FakeVendor, startFakeVendor } from '../../testing/fake-vendor.ts';
import { createImmediateClock } from '../../testing/immediate-clock.ts';
import { isInstalled } from '../../testing/is-installed.ts';
import { createMassiveClient } from './client.ts';
import { createFlatFiles, openSigner, readDay, type SignRequest } from './flat-files.ts';
import { createMassiveAdapter } from './massive-adapter.ts';

const MONDAY = exchangeDate('2025-05-12');

function ns(time: string): string {
	return `${Date.parse(`2025-05-12T${time}Z`)}000000`;
}

const TABLE = `ticker,volume,open,close,high,low,window_start,transactions
A,100,10,11,12,9,${ns('13:30:00')},15
A,50,11,10.5,11,10,${ns('13:44:00')},15
B,7,1,1,1,1,${ns('13:30:00')},1
`;
const plain: SignRequest = async (url) => ({ url, headers: new Headers({ authorization: 'AWS4-HMAC-SHA256 test' }) });

const itWithPackage = itWhere(await isInstalled('aws4fetch'), 'the package aws4fetch');

let vendor: FakeVendor;
afterEach(() => vendor?.close());

describe('flat files', () => {
	it('are quarter-hours of the wanted symbols', async () => {
		const bars = await readDay(gzipSync(TABLE), MONDAY, new Set(['A', 'C']), nyse);
		expect([...bars]).toEqual([['A', [{ ms: Date.parse('2025-05-12T13:30:00Z'), open: 10, high: 12, low: 9, close: 10.5, volume: 150 }]]]);
	});

	it('keep symbols apart that differ by the case of a letter alone', async () => {
		const table = `${TABLE}TPC,5,20,20,20,20,${ns('13:30:00')},1\nTpC,9,25,25,25,25,${ns('13:30:00')},1\n`;
		const bars = await readDay(gzipSync(table), MONDAY, new Set(['TPC', 'TpC']), nyse);
		expect([...bars].map(([symbol, [bar]]) => [symbol, bar?.close, bar?.volume])).toEqual([
			['TPC', 20, 5],
			['TpC', 25, 9],
		]);
	});

	it('that are truncated or in another format are reported by vendor, call and day', async () => {
		const packed = gzipSync(TABLE);
		for (const bytes of [packed.subarray(0, packed.length - 10), Buffer.from('<html>'), gzipSync('one,two\n1,2\n')])
			await expect(readDay(bytes, MONDAY, new Set(['A']), nyse)).rejects.toMatchObject({
				vendor: 'massive',
				call: 'flat file',
				fault: 'shape',
				field: MONDAY,
			});
	});

	it('bring past days, and the interface what has no file yet', async () => {
		const paths: string[] = [];
		vendor = await startFakeVendor(({ path, headers }) => {
			paths.push(path);
			if (path.startsWith('/v2/'))
				return { json: { ticker: 'A', results: [{ t: Date.parse('2025-05-13T13:30:00Z'), o: 5, h: 5, l: 5, c: 5, v: 5 }] } };
			if (!headers.authorization?.startsWith('AWS4')) return { text: '<Error/>', status: 403 };
			return { text: '<Error><Code>NoSuchKey</Code></Error>', status: 404 };
		});
		const wall = createImmediateClock(Date.parse('2025-05-13T21:00:00Z'), { timeoutFrom: 19_000 });
		const outbound = createOutbound({ vendor: 'massive', wall, random: () => 0, perMinute: 6_000 });
		const files = createFlatFiles(outbound, plain, nyse, vendor.url);
		expect(await files.loadDay(MONDAY, new Set(['A']))).toBeUndefined();
		expect(paths).toEqual(['/flatfiles/us_stocks_sip/minute_aggs_v1/2025/05/2025-05-12.csv.gz']);
		const adapter = createMassiveAdapter({
			client: createMassiveClient(outbound, 'key', vendor.url),
			files: { loadDay: (date, wanted) => (date === MONDAY ? readDay(gzipSync(TABLE), date, wanted, nyse) : Promise.resolve(undefined)) },
			wall,
			calendar: nyse,
			delay: 0,
			optionsDelay: 0,
			symbols: [],
			symbolLimit: 1,
			chains: 0,
			warn: () => {},
		});
		const bars = await adapter.bars(['A'], utcMs(Date.parse('2025-05-12T00:00:00Z')), utcMs(Date.parse('2025-05-13T20:00:00Z')));
		expect(bars.get('A')?.map(({ ms, close }) => [new Date(ms).toISOString().slice(0, 16), close])).toEqual([
			['2025-05-12T13:30', 10.5],
			['2025-05-13T13:30', 5],
		]);
	});

	itWithPackage('are asked for with a signature', async () => {
		const sign = await openSigner({ key: 'AK', secret: 'secret' });
		const { headers } = await sign(new URL('https://files.massive.com/flatfiles/a.csv.gz'));
		expect(headers.get('authorization')).toMatch(/^AWS4-HMAC-SHA256 Credential=AK\/\d{8}\/us-east-1\/s3\//);
	});
});
