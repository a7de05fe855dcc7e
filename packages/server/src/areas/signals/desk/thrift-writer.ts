/** Types of the compact protocol, as far as Parquet's metadata needs them. */
const I32 = 5;
const I64 = 6;
const BINARY = 8;
const LIST = 9;
const STRUCT = 12;

type Write = (writer: ThriftWriter) => ThriftWriter;

/** Writes one struct of Apache Thrift's compact protocol; fields come in ascending order of their numbers. */
export class ThriftWriter {
	readonly #bytes: number[];
	#last = 0;

	constructor(bytes: number[] = []) {
		this.#bytes = bytes;
	}

	int32(field: number, value: number): this {
		this.#field(field, I32);
		this.#zigzag(value);
		return this;
	}

	int64(field: number, value: number): this {
		this.#field(field, I64);
		this.#zigzag(value);
		return this;
	}

	text(field: number, value: string): this {
		this.#field(field, BINARY);
		this.#string(value);
		return this;
	}

	struct(field: number, write: Write): this {
		this.#field(field, STRUCT);
		this.#nested(write);
		return this;
	}

	structs(field: number, writes: readonly Write[]): this {
		this.#list(field, STRUCT, writes.length);
		for (const write of writes) this.#nested(write);
		return this;
	}

	int32s(field: number, values: readonly number[]): this {
		this.#list(field, I32, values.length);
		for (const value of values) this.#zigzag(value);
		return this;
	}

	texts(field: number, values: readonly string[]): this {
		this.#list(field, BINARY, values.length);
		for (const value of values) this.#string(value);
		return this;
	}

	/** Closes the struct and gives its bytes. */
	end(): Buffer {
		this.#bytes.push(0);
		return Buffer.from(this.#bytes);
	}

	#nested(write: Write): void {
		write(new ThriftWriter(this.#bytes));
		this.#bytes.push(0);
	}

	#field(field: number, type: number): void {
		// Fields of one struct lie less than 16 apart.
		this.#bytes.push(((field - this.#last) << 4) | type);
		this.#last = field;
	}

	#list(field: number, type: number, size: number): void {
		this.#field(field, LIST);
		if (size < 15) this.#bytes.push((size << 4) | type);
		else {
			this.#bytes.push(0xf0 | type);
			this.#varint(size);
		}
	}

	/** Beyond 32 bits too, hence no bit operations. */
	#varint(value: number): void {
		let rest = value;
		while (rest >= 128) {
			this.#bytes.push((rest % 128) | 128);
			rest = Math.floor(rest / 128);
		}
		this.#bytes.push(rest);
	}

	#zigzag(value: number): void {
		this.#varint(value >= 0 ? value * 2 : -value * 2 - 1);
	}

	#string(value: string): void {
		const text = Buffer.from(value);
		this.#varint(text.length);
		for (const byte of text) this.#bytes.push(byte);
	}
}
