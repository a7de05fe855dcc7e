import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ThriftWriter } from './thrift-writer.ts';

/**
 * A Parquet file of flat columns, each of them nullable, in one row group: plain values, gzip pages. Our lists have a few thousand rows, for
 * which a writer of our own is smaller than any library. Format: https://parquet.apache.org/docs/file-format
 */
export interface ParquetColumn {
	readonly name: string;
	readonly type: 'text' | 'integer' | 'decimal' | 'boolean';
	readonly values: readonly (string | number | boolean | null)[];
}

const MAGIC = Buffer.from('PAR1');
/** Numbers of the format's enumerations. */
const TYPE = { boolean: 0, integer: 2, decimal: 5, text: 6 } as const;
const OPTIONAL = 1;
const UTF8 = 0;
const PLAIN = 0;
const RLE = 3;
const GZIP = 2;
const DATA_PAGE = 0;

const varint = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)]);

/** Runs of 1 (a value) and 0 (null), with their length in front. */
const definitionLevels = (values: ParquetColumn['values']): Buffer => {
	const bytes: number[] = [];
	for (let at = 0; at < values.length; ) {
		const isNull = values[at] === null;
		let end = at;
		while (end < values.length && (values[end] === null) === isNull) end++;
		bytes.push(...varint((end - at) << 1), isNull ? 0 : 1);
		at = end;
	}
	const length = Buffer.alloc(4);
	length.writeUInt32LE(bytes.length);
	return Buffer.concat([length, Buffer.from(bytes)]);
};

const plainValues = ({ type, values }: ParquetColumn): Buffer => {
	const given = values.filter((value) => value !== null);
	if (type === 'boolean') {
		const bits = Buffer.alloc(Math.ceil(given.length / 8));
		given.forEach((value, at) => {
			if (value) bits[at >> 3] = (bits[at >> 3] as number) | (1 << (at & 7));
		});
		return bits;
	}
	if (type === 'text') {
		return Buffer.concat(
			given.flatMap((value) => {
				const text = Buffer.from(String(value));
				const length = Buffer.alloc(4);
				length.writeUInt32LE(text.length);
				return [length, text];
			}),
		);
	}
	const numbers = Buffer.alloc(8 * given.length);
	given.forEach((value, at) => {
		if (type === 'integer') numbers.writeBigInt64LE(BigInt(value as number), 8 * at);
		else numbers.writeDoubleLE(value as number, 8 * at);
	});
	return numbers;
};

interface Chunk {
	column: ParquetColumn;
	bytes: Buffer;
	/** With the page's header, before and after compression. */
	plainSize: number;
}

const compress = promisify(gzip);

const chunkOf = async (column: ParquetColumn): Promise<Chunk> => {
	const plain = Buffer.concat([definitionLevels(column.values), plainValues(column)]);
	const pressed = await compress(plain);
	const header = new ThriftWriter()
		.int32(1, DATA_PAGE)
		.int32(2, plain.length)
		.int32(3, pressed.length)
		.struct(5, (page) => page.int32(1, column.values.length).int32(2, PLAIN).int32(3, RLE).int32(4, RLE))
		.end();
	return { column, bytes: Buffer.concat([header, pressed]), plainSize: header.length + plain.length };
};

/** `notes` go into the file's metadata, where readers show them. All columns have the same length. Other work comes in between them. */
export const parquetFile = async (columns: readonly ParquetColumn[], notes: Readonly<Record<string, string>>): Promise<Buffer> => {
	const rows = columns[0]?.values.length ?? 0;
	const chunks: Chunk[] = [];
	for (const column of columns) chunks.push(await chunkOf(column));
	const offsets: number[] = [];
	let at = MAGIC.length;
	for (const { bytes } of chunks) {
		offsets.push(at);
		at += bytes.length;
	}
	const total = chunks.reduce((sum, { plainSize }) => sum + plainSize, 0);
	const metadata = new ThriftWriter()
		.int32(1, 1)
		.structs(2, [
			(root) => root.text(4, 'list').int32(5, columns.length),
			...columns.map(({ name, type }) => (element: ThriftWriter): ThriftWriter => {
				const described = element.int32(1, TYPE[type]).int32(3, OPTIONAL).text(4, name);
				return type === 'text' ? described.int32(6, UTF8) : described;
			}),
		])
		.int64(3, rows)
		.structs(4, [
			(group) =>
				group
					.structs(
						1,
						chunks.map(
							({ column, bytes, plainSize }, index) =>
								(chunk: ThriftWriter): ThriftWriter =>
									chunk.int64(2, offsets[index] as number).struct(3, (meta) =>
										meta
											.int32(1, TYPE[column.type])
											.int32s(2, [PLAIN, RLE])
											.texts(3, [column.name])
											.int32(4, GZIP)
											.int64(5, rows)
											.int64(6, plainSize)
											.int64(7, bytes.length)
											.int64(9, offsets[index] as number),
									),
						),
					)
					.int64(2, total)
					.int64(3, rows),
		])
		.structs(
			5,
			Object.entries(notes).map(
				([key, value]) =>
					(pair: ThriftWriter): ThriftWriter =>
						pair.text(1, key).text(2, value),
			),
		)
		.text(6, 'Signalwheel')
		.end();
	const length = Buffer.alloc(4);
	length.writeUInt32LE(metadata.length);
	return Buffer.concat([MAGIC, ...chunks.map(({ bytes }) => bytes), metadata, length, MAGIC]);
};
