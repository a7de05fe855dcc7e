/** How a dropped file is read, as written beside it: what flags say on the command line. */
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { normalSymbol } from '@sw/domain/prices/symbol';
import { FILE_READING, isFileZone } from '@sw/domain/prices/upload';
import { exchangeDate } from '@sw/domain/time/units';
import { parseDate } from '@sw/domain/time/zone';
import { z } from 'zod';
import { INSTRUCTIONS } from '../../intake/files/watched-folder.ts';
import type { ImportRun } from './import-files.ts';

function oneOf<const T extends readonly string[]>(values: T) {
	return z.enum(values, `takes ${values.join(', ')}`).exactOptional();
}

const FIELDS = {
	format: oneOf(FILE_READING.format),
	zone: z.string('takes a text').refine(isFileZone, 'takes utc, new-york or a time zone such as America/Chicago or EST').exactOptional(),
	stamp: oneOf(FILE_READING.stamp),
	dates: oneOf(FILE_READING.dates),
	interval: z
		.union([z.literal(1), z.literal(5), z.literal(15), z.enum(FILE_READING.interval)], 'takes 1, 5, 15 (minutes) or "day"')
		.transform((value) => (value === 'day' ? value : (Number(value) as 1 | 5 | 15)))
		.exactOptional(),
	symbol: z
		.string('takes a text')
		.refine((text) => normalSymbol(text) !== undefined, 'takes a symbol such as AAPL or BRK.B')
		.exactOptional(),
	symbol_from: oneOf(FILE_READING.symbol_from),
	as_of: z
		.string('takes a text')
		.refine((text) => parseDate(text) !== undefined, 'takes a date such as 2023-09-18')
		.transform(exchangeDate)
		.exactOptional(),
};
const instructions = z.strictObject(FIELDS);

type Instructions = z.infer<typeof instructions>;
type Reading = Pick<ImportRun, 'format' | 'zone' | 'stamp' | 'dates' | 'interval' | 'symbol' | 'symbolFrom' | 'asOf'>;

/** From '<name>.import.json' beside a file or folder, and 'import.json' in its folder for what that leaves open. Error naming file and field. */
export async function readInstructions(path: string): Promise<Reading> {
	const reported: Instructions = {
		...(await readOne(join(dirname(path), INSTRUCTIONS))),
		...(await readOne(`${path}.${INSTRUCTIONS}`)),
	};
	const { symbol_from, as_of, ...options } = reported;
	return { ...options, ...(symbol_from && { symbolFrom: symbol_from }), ...(as_of && { asOf: as_of }) };
}

async function readOne(file: string): Promise<Instructions> {
	const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return undefined;
		throw error;
	});
	if (text === undefined) return {};
	const name = basename(file);
	let value: unknown;
	try {
		value = JSON.parse(text.replace(/^\uFEFF/, ''));
	} catch (error) {
		throw new Error(`${name} isn't JSON: ${error instanceof Error ? error.message : String(error)}`);
	}
	const parsed = instructions.safeParse(value);
	if (parsed.success) return parsed.data;
	const [issue] = parsed.error.issues;
	const field = issue?.path.join('.');
	if (issue?.code === 'unrecognized_keys')
		throw new Error(`${name} has an unknown field '${issue.keys[0]}': it takes ${Object.keys(FIELDS).join(', ')}.`);
	throw new Error(field ? `${name}: ${field} ${issue?.message}.` : `${name} takes an object such as {"zone": "utc", "interval": 15}.`);
}
