import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const gzipBytes = promisify(gzip);
const TEXT = /\.(?:js|css|svg|webmanifest|json|txt|html)$/;
/** Smaller files fit into one packet, so compressing them saves nothing. */
const MIN_BYTES = 1_024;

/** Writes `.br` and `.gz` next to every text file in `folder` after the build, for servers that select a file by Accept-Encoding. */
export function precompress(folder: string): Plugin {
	return {
		name: 'precompress',
		apply: 'build',
		buildApp: {
			order: 'post',
			async handler(builder) {
				const root = join(builder.config.root, folder);
				const names = await readdir(root, { recursive: true });
				await Promise.all(names.filter((name) => TEXT.test(name)).map((name) => compressFile(join(root, name))));
			},
		},
	};
}

async function compressFile(file: string): Promise<void> {
	const bytes = await readFile(file);
	if (bytes.length < MIN_BYTES) return;
	const [br, gz] = await Promise.all([brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }), gzipBytes(bytes, { level: 9 })]);
	await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
