/** Proof files: gzipped lines of JSON, described in docs/proof-format.md. */
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip, createGzip, gzip } from 'node:zlib';
import { z } from 'zod';

export const PROOF_FORMAT = 1;

const hashSchema = z.string().regex(/^[0-9a-f]{64}$/);
const base64Schema = z.base64().transform((text) => Buffer.from(text, 'base64'));
const hexSchema = z.hex().transform((text) => Buffer.from(text, 'hex'));

const witnessSchema = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('rfc3161'), source: z.string(), proof: base64Schema }),
	z.object({ kind: z.literal('opentimestamps'), source: z.string(), proof: base64Schema, header: hexSchema.nullable() }),
]);
const lineSchema = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('proof'), format: z.literal(PROOF_FORMAT), product: z.string(), made: z.string() }),
	z.object({ kind: z.literal('parameters'), text: z.string() }),
	z.object({ kind: z.literal('tickers'), symbols: z.record(z.string(), z.string()) }),
	z.discriminatedUnion('format', [
		z.object({
			kind: z.literal('link'),
			format: z.literal(1),
			seq: z.int().min(1),
			content: base64Schema,
			shown: z.boolean().default(false),
		}),
		z.object({ kind: z.literal('link'), format: z.literal(2), seq: z.int().min(1), text: z.string(), content: base64Schema.optional() }),
	]),
	z.object({ kind: z.literal('anchor'), text: z.string(), proofs: z.array(witnessSchema) }),
	z.object({
		kind: z.literal('filter'),
		key: z.string(),
		seq: z.int().min(1),
		before: z.string(),
		text: z.string(),
		paths: z.record(z.string(), z.array(hashSchema)),
	}),
	z.object({ kind: z.literal('end'), lines: z.int().min(0) }),
]);
export type ProofLine = z.output<typeof lineSchema>;
/** The written form of a line: bytes in base64, headers in hex. */
export type WrittenLine = z.input<typeof lineSchema>;

/** Writes the lines and the closing line. Readers see the old file until the new file is complete. */
export async function writeProof(file: string, lines: AsyncIterable<WrittenLine>): Promise<void> {
	const draft = `${file}.draft`;
	try {
		await pipeline(Readable.from(generateProofText(lines)), createGzip(), createWriteStream(draft));
		await rename(draft, file);
	} finally {
		await rm(draft, { force: true });
	}
}

/** Generates the text of a proof, line by line, including the closing line. */
export async function* generateProofText(lines: AsyncIterable<WrittenLine> | Iterable<WrittenLine>): AsyncGenerator<string> {
	let count = 0;
	for await (const line of lines) {
		count++;
		yield `${JSON.stringify(line)}\n`;
	}
	yield `${JSON.stringify({ kind: 'end', lines: count })}\n`;
}

export function gzipText(text: string): Promise<Buffer> {
	return promisify(gzip)(text);
}

/** Reads a proof. Throws a RangeError with the number of a line that can't be read. */
export async function* readProof(file: string): AsyncGenerator<ProofLine> {
	let lineNumber = 0;
	const createError = (reason: string): RangeError => new RangeError(`${file}, line ${lineNumber}: ${reason}`);
	const fileStream = createReadStream(file);
	const unzipped = fileStream.pipe(createGunzip());
	fileStream.on('error', (error) => unzipped.destroy(error));
	for await (const text of createInterface({ input: unzipped, crlfDelay: Number.POSITIVE_INFINITY })) {
		lineNumber++;
		const { data, error } = lineSchema.safeParse(parseJson(text));
		if (!data) throw createError(z.prettifyError(error).replaceAll('\n', ' '));
		if (lineNumber === 1 && data.kind !== 'proof') throw createError("this isn't a Signalwheel proof.");
		yield data;
	}
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
