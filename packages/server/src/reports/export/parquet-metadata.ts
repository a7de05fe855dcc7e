import { open } from 'node:fs/promises';

/** Thrift's compact protocol, as far as a list of key and value needs it. */
const LIST_FIELD = 0x09;
const KEY_VALUE_METADATA = 5;
const STRUCT = 0x0c;
const FIRST_BINARY = 0x18;
const STOP = 0x00;
const MAGIC = 'PAR1';

const varint = (value: number): Buffer => {
	const bytes: number[] = [];
	let rest = value;
	for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
	bytes.push(rest);
	return Buffer.from(bytes);
};

const binary = (value: string): Buffer => {
	const bytes = Buffer.from(value, 'utf8');
	return Buffer.concat([Buffer.of(FIRST_BINARY), varint(bytes.length), bytes]);
};

/** The field key_value_metadata of a FileMetaData struct; fields may stand in any order. */
const metadataField = (entries: readonly (readonly [string, string])[]): Buffer =>
	Buffer.concat([
		Buffer.of(LIST_FIELD, KEY_VALUE_METADATA * 2),
		Buffer.of(0xf0 | STRUCT),
		varint(entries.length),
		...entries.map(([key, value]) => Buffer.concat([binary(key), binary(value), Buffer.of(STOP)])),
	]);

/**
 * Adds key-value metadata to a Parquet file by writing its footer anew: the last byte of the footer ends its outermost struct, and the field goes
 * before it. Throws a RangeError for what is no Parquet file.
 */
export const addParquetMetadata = async (path: string, metadata: Readonly<Record<string, string>>): Promise<void> => {
	const file = await open(path, 'r+');
	try {
		const { size } = await file.stat();
		const tail = Buffer.alloc(8);
		await file.read(tail, 0, 8, size - 8);
		const length = tail.readUInt32LE(0);
		if (tail.toString('latin1', 4) !== MAGIC || length + 8 > size) throw new RangeError(`${path} is not a Parquet file.`);
		const added = metadataField(Object.entries(metadata));
		const end = Buffer.alloc(9);
		end.writeUInt8(STOP, 0);
		end.writeUInt32LE(length + added.length, 1);
		end.write(MAGIC, 5, 'latin1');
		await file.write(Buffer.concat([added, end]), 0, added.length + end.length, size - 9);
	} finally {
		await file.close();
	}
};
