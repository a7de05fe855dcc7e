/** A file as it is sent: with its conditions and ranges, which the HTTP layer works out. */
export class FileAnswer {
	readonly type: string;
	readonly etag: string;
	/** Milliseconds; told in whole seconds. */
	readonly modified: number;
	/** In memory, or where it lies with its size. */
	readonly content: Buffer | { readonly path: string; readonly bytes: number };
	readonly headers: Readonly<Record<string, string>>;

	/** `hash` names the content, byte for byte: the ETag is a strong one. */
	constructor(file: {
		type: string;
		hash: string;
		modified: number;
		content: FileAnswer['content'];
		headers?: Readonly<Record<string, string>>;
	}) {
		this.type = file.type;
		this.etag = `"${file.hash}"`;
		this.modified = file.modified;
		this.content = file.content;
		this.headers = file.headers ?? {};
	}

	get size(): number {
		return Buffer.isBuffer(this.content) ? this.content.length : this.content.bytes;
	}
}
