/** A file to be sent; the HTTP layer handles conditions and ranges. */
export class FileAnswer {
	readonly type: string;
	readonly etag: string;
	/** Milliseconds; sent in whole seconds. */
	readonly modified: number;
	/** In memory, or as a path with its size. */
	readonly content: Buffer | { readonly path: string; readonly bytes: number };
	readonly headers: Readonly<Record<string, string>>;

	/** `hash` identifies the exact content: the ETag is strong. */
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
