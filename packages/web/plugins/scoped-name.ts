import { createHash } from 'node:crypto';
import { relative } from 'node:path';

const ROOT = `${import.meta.dirname}/..`;

/** A class name in the built pages: derived from its file only, so that styles loaded as text use the same names as the page. */
export function scopedName(name: string, file: string): string {
	const path = relative(ROOT, file.split('?')[0] ?? file).replaceAll('\\', '/');
	return `_${name}_${createHash('sha256').update(path).digest('base64url').replaceAll('-', '').slice(0, 5)}`;
}
