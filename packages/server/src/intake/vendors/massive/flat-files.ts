/** Massive's flat files: one compressed table per day with the minute bars of the whole market, in S3-compatible storage. */
import type { Calendar } from '@sw/domain/time/calendar';
import { type ExchangeDate, MINUTE, SECOND } from '@sw/domain/time/units';
import { createUnpackMeter, DEFAULT_LIMITS, unpack } from '../../files/archives/unpack.ts';
import { locateLine, splitIntoLineChunks } from '../../files/bytes/byte-lines.ts';
import type { TableReader } from '../../files/fold/symbol-block.ts';
import { recogniseBarLayout } from '../../files/formats/layout.ts';
import { createTableReader } from '../../files/formats/table-reader.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { VendorError } from '../../outbound/vendor-error.ts';
import type { VendorBar } from '../bars.ts';
import { importOptionalPackage } from '../optional-package.ts';
import { MASSIVE } from './parse.ts';

export interface FlatFileKeys {
	key: string;
	secret: string;
}

/** Signs a request (AWS Signature Version 4). */
export type SignRequest = (url: URL) => Promise<{ url: URL; headers: Headers }>;

export interface FlatFiles {
	/** 15-minute bars of these symbols on a day; undefined if there is no file of that day (yet). */
	loadDay(date: ExchangeDate, symbols: ReadonlySet<string>): Promise<Map<string, VendorBar[]> | undefined>;
}

export const FLAT_FILES_URL = 'https://files.massive.com';
const CALL = 'flat file';
/** Timeout of a download: a file has about ten megabytes, and connections can be slow. */
const FILE_TIMEOUT_MS = 10 * MINUTE;

export async function openSigner({ key, secret }: FlatFileKeys): Promise<SignRequest> {
	const { AwsClient } = (await importOptionalPackage(MASSIVE, 'aws4fetch')) as {
		AwsClient: new (options: object) => { sign(url: string): Promise<Request> };
	};
	const client = new AwsClient({ accessKeyId: key, secretAccessKey: secret, service: 's3', region: 'us-east-1' });
	return async (url) => {
		const signed = await client.sign(url.href);
		return { url: new URL(signed.url), headers: signed.headers };
	};
}

export function createFlatFiles(outbound: Outbound, sign: SignRequest, calendar: Calendar, baseUrl = FLAT_FILES_URL): FlatFiles {
	return {
		async loadDay(date, symbols) {
			const { url, headers } = await sign(new URL(filePath(date), baseUrl));
			try {
				const response = await outbound.response(CALL, url, { headers, timeout: FILE_TIMEOUT_MS });
				return await readDay(Buffer.from(await response.arrayBuffer()), date, symbols, calendar);
			} catch (error) {
				if (error instanceof VendorError && error.fault === 'refused' && error.status === 404) return undefined;
				throw error;
			}
		},
	};
}

/** Returns the path of a day's file, for example '/flatfiles/us_stocks_sip/minute_aggs_v1/2025/05/2025-05-12.csv.gz'. */
function filePath(date: ExchangeDate): string {
	return `/flatfiles/us_stocks_sip/minute_aggs_v1/${date.slice(0, 4)}/${date.slice(5, 7)}/${date}.csv.gz`;
}

/** Parses the compressed file of one day. Throws VendorError 'shape' if it is damaged. */
export async function readDay(
	compressed: Buffer,
	date: ExchangeDate,
	symbols: ReadonlySet<string>,
	calendar: Calendar,
): Promise<Map<string, VendorBar[]>> {
	const bars = new Map<string, VendorBar[]>();
	let reader: TableReader | undefined;
	const collectBars = (): void => {
		for (const { symbol, bars: block } of reader?.takeBlocks() ?? []) {
			if (!block || !symbols.has(symbol)) continue;
			const list = bars.get(symbol) ?? [];
			for (let i = 0; i < block.count; i++)
				list.push({
					ms: block.time[i]! * SECOND,
					open: block.open[i]!,
					high: block.high[i]!,
					low: block.low[i]!,
					close: block.close[i]!,
					volume: block.volume[i]!,
				});
			bars.set(symbol, list);
		}
	};
	const lineBounds: [number, number] = [0, 0];
	try {
		for await (const chunk of splitIntoLineChunks(unpack(singleChunk(compressed), 'gzip', createUnpackMeter(DEFAULT_LIMITS)))) {
			let rowsStart = 0;
			if (!reader) {
				locateLine(chunk, 0, lineBounds);
				const layout = recogniseBarLayout(chunk.toString('utf8', 0, lineBounds[0]), [], `${date}.csv`, { interval: 1 });
				reader = createTableReader({
					layout: { ...layout, timeKind: 'epoch', dayZone: 'new-york' },
					symbol: undefined,
					calendar,
					firstLine: 2,
					symbolOf: keepSpelling,
				});
				rowsStart = lineBounds[1];
			}
			reader.read(chunk.subarray(rowsStart));
		}
		reader?.finish();
	} catch (cause) {
		throw new VendorError(MASSIVE, CALL, 'shape', cause instanceof Error ? cause.message : String(cause), { field: date, cause });
	}
	collectBars();
	return bars;
}

/** Keeps symbols unchanged, because the vendor's symbols are case-sensitive: TpC is a preferred share of T, not TPC. */
function keepSpelling(text: string): string {
	return text;
}

async function* singleChunk(bytes: Buffer): AsyncGenerator<Buffer> {
	yield bytes;
}
